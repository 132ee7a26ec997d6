/**
 * What a port throws that cannot reach what it asks. The answer is a 503 with `Retry-After`: neither
 * a guess, nor a 404 for something that may well be there.
 */
export class Unavailable extends Error {
  /** Distinguishes it from other errors where classes are bundled twice. */
  override readonly name = 'Unavailable';
  /** When to ask again, in whole seconds, at least 1. */
  readonly retryAfterSeconds: number;

  /** @param retryAfterSeconds - when to ask again, in whole seconds, at least 1 */
  constructor(message: string, retryAfterSeconds: number, cause?: unknown) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
