/** A request as a mutation sees it. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or `undefined`. */
  readonly body: unknown;
  readonly endpoint: 'metrics' | 'roster' | 'me' | 'board';
  /** The current month of the service, `YYYY-MM`. */
  readonly current: string;
}

/** An answer as a mutation changes it. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly document: unknown;
}

/** Makes a wrong answer of a right one; `null` leaves it. */
export type ReplyChange = (reply: Reply, call: Call) => Reply | null;
