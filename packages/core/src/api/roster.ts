import { limits } from './limits.js';
import { type RosterRole, rosterRoles } from './organizations.js';

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
  /** The trimmed display name, else the username, else empty (P21). */
  readonly name: string;
  /** `null` when there is none. */
  readonly username: string | null;
  /** `null` when there is none. */
  readonly email: string | null;
  /** Owners are reported as `admin` (2.8). */
  readonly userType: RosterRole;
  /** True when any of the four counts is above zero. */
  readonly active: boolean;
  /** `YYYY-MM-DD`. */
  readonly signupDate: string;
  /** `YYYY-MM-DD` of all time, viewing included; `null` when there never was any activity. */
  readonly lastActivityDate: string | null;
  /** Boards made in the range. */
  readonly boards: number;
  /** Posts made in the range. */
  readonly posts: number;
  /** Comments made in the range. */
  readonly comments: number;
  /** Reactions given in the range. */
  readonly reactions: number;
}

/** The columns of a row, in the order of the API (2.8). */
export const rosterColumns = [
  'id',
  'name',
  'username',
  'email',
  'userType',
  'active',
  'signupDate',
  'lastActivityDate',
  'boards',
  'posts',
  'comments',
  'reactions',
] as const satisfies readonly (keyof RosterRow)[];

/** The rows of one page together with the number of rows that matched. */
export interface RosterPage {
  /** At most as many as a page takes; empty past the end. */
  readonly rows: readonly RosterRow[];
  /** Rows that matched, on whatever page. */
  readonly totalCount: number;
}

/** The state of the computation of a roster (section 3). */
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
  /** The column that decides; equal rows go by user id. */
  readonly sort: RosterSort;
  /** Descending is the exact reverse of ascending. */
  readonly order: RosterOrder;
  /** Counted from 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
}

/** How the text of one roster parameter is read. */
export type ParameterRow =
  | { readonly kind: 'word' | 'words'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text' };

/** The query parameters of 4.2. Only `words` may be repeated, with or without brackets. */
export const rosterParameters = {
  from: { kind: 'text' },
  to: { kind: 'text' },
  status: { kind: 'words', values: rosterStatuses },
  userType: { kind: 'words', values: rosterRoles },
  q: { kind: 'text' },
  sort: { kind: 'word', values: rosterSorts },
  order: { kind: 'word', values: rosterOrders },
  page: { kind: 'number', min: 1, max: Number.POSITIVE_INFINITY },
  perPage: { kind: 'number', min: 1, max: limits.perPageMax },
} as const satisfies Record<string, ParameterRow>;

/** The name of a roster parameter, without brackets. */
export type RosterParameter = keyof typeof rosterParameters;
