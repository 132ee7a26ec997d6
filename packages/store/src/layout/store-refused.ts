/** A store cannot do what was asked; the message is a sentence for the person who asked. */
export class StoreRefused extends Error {
  /** Distinguishes it from other errors. */
  override readonly name = 'StoreRefused';
}
