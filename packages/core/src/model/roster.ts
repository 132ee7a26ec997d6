import type { RosterRole } from './role.js';

/** The columns by which a roster can be sorted (4.2). */
export const rosterSorts = [
  'name',
  'email',
  'userType',
  'signupDate',
  'lastActivityDate',
  'boards',
  'posts',
  'comments',
  'reactions',
] as const;

/** A column by which a roster can be sorted (4.2). */
export type RosterSort = (typeof rosterSorts)[number];

/** The two standings that the roster filters by (4.2). */
export const rosterStatuses = ['active', 'inactive'] as const;

/** Whether a member created anything in the range. */
export type RosterStatus = (typeof rosterStatuses)[number];

/** The directions of a sorted roster (4.2). */
export const rosterOrders = ['asc', 'desc'] as const;

/** The direction of a sorted roster (4.2). */
export type RosterOrder = (typeof rosterOrders)[number];

/** The attributes of one row (2.8). */
export interface RosterRow {
  /** The member's bare user hashid. */
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly email: string | null;
  readonly userType: RosterRole;
  /** True when any of the four counts is above zero. */
  readonly active: boolean;
  /** `YYYY-MM-DD`. */
  readonly signupDate: string;
  /** `YYYY-MM-DD` of all time, viewing included; `null` when there never was any activity. */
  readonly lastActivityDate: string | null;
  readonly boards: number;
  readonly posts: number;
  readonly comments: number;
  readonly reactions: number;
}

/** The rows of one page together with the number of rows that matched. */
export interface RosterPage {
  readonly rows: readonly RosterRow[];
  readonly totalCount: number;
}

/** Where the computation of a roster stands (section 3). */
export type RosterState =
  | { readonly status: 'ready'; readonly page: RosterPage }
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly code: string; readonly detail: string };

/** What a roster request asks for beside its range (4.2), defaults filled in. */
export interface RosterQuestion {
  /** `null` asks for everybody: no status given, or both. */
  readonly status: RosterStatus | null;
  /** Roles as the roster reports them, so `admin` covers owners; empty asks for every role. */
  readonly userTypes: readonly RosterRole[];
  /** Trimmed; empty filters nothing. */
  readonly q: string;
  readonly sort: RosterSort;
  readonly order: RosterOrder;
  readonly page: number;
  readonly perPage: number;
}
