/** What the service said of the allowance in the headers of an answer. */
export interface AllowanceNotice {
  /** Requests that are left now. */
  readonly remaining: number;
  /** Seconds until another request becomes possible, or more of them. */
  readonly resetSeconds: number;
  /** Requests per window; `null` where the service does not say. */
  readonly limit: number | null;
  /** The length of the window; `null` when the service does not say. */
  readonly windowSeconds: number | null;
}

/** Why a call does nothing for a while. */
export type WaitingFor =
  /** A 202: the service is computing. */
  | 'figures'
  /** A 429, or headers that say that the next request would be one. */
  | 'allowance'
  /** A network fault or a 5xx: the same request goes out again. */
  | 'retry';

/** The progress of a call; each event carries the requests spent so far. */
export type Progress = { readonly requestsUsed: number } & (
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly allowance: AllowanceNotice | null;
    }
  | { readonly kind: 'waiting'; readonly reason: WaitingFor; readonly until: Date }
  /** Metrics: so many of the requests into which the call was split are finished. */
  | { readonly kind: 'parts'; readonly done: number; readonly total: number }
  /** Roster: a page is there. */
  | {
      readonly kind: 'page';
      readonly page: number;
      readonly totalPages: number;
      readonly totalCount: number;
    }
);
