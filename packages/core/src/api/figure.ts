/** One month of a series: the month, and one figure under the key of the metric's table row (2.5). */
export interface MonthlyRow {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly [figure: string]: string | number;
}

/** One place in a ranking: a bare hashid, a name or title, and the figure that ranks it (2.5). */
export interface RankedItem {
  /** Bare, of a board, a user or an attachment. */
  readonly hashid: string;
  readonly [field: string]: string | number;
}

/** Attachments of one category (2.5). */
export interface CategoryCount {
  /** As in the facts. */
  readonly category: string;
  /** Above zero: others are left out. */
  readonly count: number;
}

/** The billing state (2.5); dates are `YYYY-MM-DD`. */
export interface Subscription {
  /** `YYYY-MM-DD`; `null` without a billing term. */
  readonly termStart: string | null;
  /** `YYYY-MM-DD`; `null` without a billing term. */
  readonly termEnd: string | null;
  /** `none` when there is no billing term at all. */
  readonly status: string;
  /** Seats in force; `null` when no single term decides it or history does not reach back. */
  readonly seatCount: number | null;
}

/** A figure of one slice. `null` only for an average or share of nothing. */
export type Figure =
  | number
  | null
  | readonly MonthlyRow[]
  | readonly RankedItem[]
  | readonly CategoryCount[]
  | Readonly<Record<string, number>>
  | Subscription;

/** What is in `data` of a metric: a figure, or one figure per value of an array property (2.5). */
export type FigureData = Figure | Readonly<Record<string, Figure>>;

/** The state of the computation of one metric (section 3). Only a ready one has data. */
export type MetricState =
  | { readonly status: 'ready'; readonly data: FigureData }
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly code: string; readonly detail: string };
