import type { OneOrMany } from '../api/metrics.js';
import type { RosterRole } from '../api/organizations.js';
import {
  type RosterOrder,
  type RosterSort,
  type RosterStatus,
  rosterParameters,
} from '../api/roster.js';
import type { QueryPairs } from './read-roster.js';

/** Which members, in which order, with what they made in which range, page by page (4.2). */
export interface RosterPageRequest {
  /** `YYYY-MM`, both or neither; without them the range is the current billing term. */
  readonly from?: string;
  /** The last month, `YYYY-MM`; both months or neither. */
  readonly to?: string;
  /** Members who made something in the range, or those who did not. */
  readonly status?: OneOrMany<RosterStatus>;
  /** `admin` covers owners. */
  readonly userType?: OneOrMany<RosterRole>;
  /** A part of the name or the e-mail. */
  readonly q?: string;
  /** The column that decides; `name` when left out. */
  readonly sort?: RosterSort;
  /** Ascending when left out. */
  readonly order?: RosterOrder;
  /** From 1 on; 1 when left out. */
  readonly page?: number;
  /** Rows on a page, up to 100. */
  readonly perPage?: number;
}

/** A roster request as a query string has it; a list in the form with brackets. */
export const queryPairs = (request: RosterPageRequest): QueryPairs =>
  Object.keys(rosterParameters).flatMap((name) => {
    const value: OneOrMany<string> | number | undefined = request[name as keyof RosterPageRequest];
    if (value === undefined) return [];
    return typeof value === 'object'
      ? value.map((word) => [`${name}[]`, word] as const)
      : [[name, String(value)] as const];
  });
