/** A store cannot do what was asked; the message is a sentence for the person who asked. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}
