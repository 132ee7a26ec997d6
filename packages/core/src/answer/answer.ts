/** A finished answer as plain data: what an HTTP adapter turns into a response. */
export interface Answer<Document> {
  /** The HTTP status. */
  readonly status: number;
  /** Whole seconds for `Retry-After`; present on a 202 and a 429. */
  readonly retryAfterSeconds?: number;
  /** The JSON body. */
  readonly document: Document;
}

/** Seconds as `Retry-After` has them (2.7): whole, at least 1, also where a program gives no number. */
export const wholeSeconds = (seconds: number): number => {
  const whole = Math.ceil(seconds);
  return Number.isSafeInteger(whole) ? Math.max(1, whole) : 1;
};
