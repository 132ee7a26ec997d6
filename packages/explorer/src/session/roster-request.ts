import type { RosterPageRequest, RosterRequest } from '@tallyboard/client';
import { monthsOfView, type Period } from '../model/period.js';
import type { View } from '../model/view.js';

const rowsPerPage = 25;

/** The roster that a view lists, without the page. */
export const rosterRequestOf = (view: View, thisMonth: string): RosterRequest => {
  const { q, status, role, sort, order } = view.roster;
  const months = monthsOfView(view, thisMonth);
  return {
    organization: view.organization,
    sort,
    order,
    ...(q.trim() === '' ? {} : { q }),
    ...(status === null ? {} : { status }),
    ...(role === null ? {} : { userType: role }),
    ...(months === null ? {} : { from: months.from, to: months.to }),
  };
};

/** The page of it that a view shows. */
export const rosterPageOf = (view: View, thisMonth: string): RosterPageRequest => ({
  ...rosterRequestOf(view, thisMonth),
  page: view.roster.page,
  perPage: rowsPerPage,
});

/** Names a roster page: two views with the same name list the same rows. */
export const rosterKey = (view: View, thisMonth: string): string =>
  JSON.stringify([rosterRequestOf(view, thisMonth), view.roster.page]);

/** Names a person in a range and in the months that it is compared with. */
export const personKey = ({ organization, person, range }: View, period: Period | null): string =>
  JSON.stringify([organization, person.id, range, period?.comparison]);
