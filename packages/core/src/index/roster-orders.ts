import { roles, shownRole } from '../api/organizations.js';
import type { MemberColumns } from '../events/columns.js';
import { folded } from '../text.js';
import { orderBy, ranksOf } from './arrays.js';
import { type SearchText, searchTextOf } from './search-text.js';

/** The roster in every order that no range decides, ascending; members without a value first (4.2.4). */
export interface RosterOrders {
  readonly name: Uint32Array;
  readonly email: Uint32Array;
  readonly userType: Uint32Array;
  readonly signupDate: Uint32Array;
  readonly lastActivityDate: Uint32Array;
}

/** The order of the words under which the roster shows the roles. */
const roleRanks = ranksOf(roles.map(shownRole));

/** Members by day, those with the earliest first. */
const orderByDay = (days: Int32Array): Uint32Array => {
  const earliest = days.reduce((first, day) => Math.min(first, day), 0);
  return orderBy(Uint32Array.from(days, (day) => day - earliest));
};

/** The orders and the search text of a roster. */
export const rosterOrdersOf = (
  members: MemberColumns,
  lastSeen: Int32Array,
): { readonly orders: RosterOrders; readonly search: SearchText } => {
  const names = members.names.map(folded);
  const emails = members.emails.map((email) => folded(email ?? ''));
  const orders = {
    name: orderBy(ranksOf(names)),
    email: orderBy(ranksOf(emails)),
    userType: orderBy(Uint32Array.from(members.role, (role) => roleRanks[role] ?? 0)),
    signupDate: orderByDay(members.signup),
    lastActivityDate: orderByDay(lastSeen),
  };
  return { orders, search: searchTextOf(names, emails) };
};
