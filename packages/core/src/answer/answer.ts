/** A finished answer as plain data: what an HTTP adapter turns into a response. */
export interface Answer<Document> {
  /** The HTTP status. */
  readonly status: number;
  /** Whole seconds for `Retry-After`; present on a 202 and a 429. */
  readonly retryAfterSeconds?: number;
  /** The JSON body. */
  readonly document: Document;
}
