import {
  limits,
  type OneOrMany,
  type RosterOrder,
  type RosterRole,
  type RosterSort,
  type RosterStatus,
  rosterParameters,
} from '@tallyboard/core/vocabulary';
import { analyticsPath } from '../wire/analytics.js';

/** Which members, in which order, with the contributions of which range (4.2). */
export interface RosterRequest {
  /** The organization's id, `wksp_...`. */
  readonly organization: string;
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
  /** Rows on a page, up to 100. */
  readonly perPage?: number;
}

/** One page of a roster. */
export interface RosterPageRequest extends RosterRequest {
  /** From 1 on; 1 when left out. */
  readonly page?: number;
}

/** A roster request as it is asked for, page by page; the parameters stay as they were at the start. */
export interface RosterQuestion {
  readonly perPage: number;
  readonly pathOf: (page: number) => string;
}

/** Fixes the parameters of a request, so that later changes to the object change no page. */
export const rosterQuestion = (
  { organization, page: _page, ...asked }: RosterPageRequest,
  perPageOtherwise: number = limits.perPageDefault,
): RosterQuestion => {
  const perPage = asked.perPage ?? perPageOtherwise;
  const fixed = new URLSearchParams();
  const given = { ...asked, perPage };
  for (const name of Object.keys(rosterParameters)) {
    const value = given[name as keyof typeof given];
    if (value === undefined) continue;
    if (typeof value === 'object') {
      for (const word of value) fixed.append(`${name}[]`, word);
    } else fixed.append(name, String(value));
  }
  const path = `${analyticsPath(organization)}/users?${fixed.toString()}`;
  return { perPage, pathOf: (page) => `${path}&page=${page}` };
};
