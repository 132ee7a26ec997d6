import type { RosterPageRequest as AnyPageRequest } from '@tallyboard/core';
import { queryPairs } from '@tallyboard/core/engine';
import { limits } from '@tallyboard/core/vocabulary';
import { analyticsPath } from '../wire/analytics.js';

/** One page of a roster: which members, in which order, with what they made in which range (4.2). */
export interface RosterPageRequest extends AnyPageRequest {
  /** The organization's id, `wksp_...`. */
  readonly organization: string;
}

/** A whole roster. */
export type RosterRequest = Omit<RosterPageRequest, 'page'>;

/** Fixes the parameters of a request, so that later changes to the object change no page. */
export const rosterQuestion = (
  { organization, page: _page, ...asked }: RosterPageRequest,
  perPageOtherwise: number = limits.perPageDefault,
) => {
  const perPage = asked.perPage ?? perPageOtherwise;
  const fixed = new URLSearchParams(
    queryPairs({ ...asked, perPage }).map(([name, value]) => [name, value]),
  );
  const path = `${analyticsPath(organization)}/users?${fixed.toString()}`;
  return { perPage, pathOf: (page: number) => `${path}&page=${page}` };
};

/** A roster request as it is sent, page by page. */
export type RosterQuestion = ReturnType<typeof rosterQuestion>;
