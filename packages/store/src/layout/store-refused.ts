/** A store cannot do what was wanted; the message is a sentence for its user. */
export class StoreRefused extends Error {
  /** Distinguishes it from other errors. */
  override readonly name = 'StoreRefused';
}
