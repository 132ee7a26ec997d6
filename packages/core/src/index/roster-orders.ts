import type { MemberColumns } from '../events/columns.js';
import { roles } from '../model/role.js';
import type { IndexedMembers } from './directory.js';
import { orderBy, ranksOf } from './order-by.js';
import { type SearchText, searchTextOf } from './search-text.js';

/** A text as it is compared and searched: composed, then in lower case. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** The roster in every order that no range decides, ascending; members without a value first (4.2.4). */
export interface RosterOrders {
  readonly name: Uint32Array;
  readonly email: Uint32Array;
  readonly userType: Uint32Array;
  readonly signupDate: Uint32Array;
  readonly lastActivityDate: Uint32Array;
}

// The order of the words under which the roster shows the roles: an owner is an admin.
const shownRoles = roles.map((role) => (role === 'owner' ? 'admin' : role));
const roleRanks = ranksOf(shownRoles);

/** Members by the day on which they were last seen. */
export const orderByActivity = (
  { ids }: Pick<IndexedMembers, 'ids'>,
  lastSeen: Uint16Array,
): Uint32Array => orderBy(new Uint32Array(lastSeen.subarray(0, ids.length)));

/** The orders and the search text of a roster. */
export const rosterOrdersOf = (
  members: MemberColumns,
  lastSeen: Uint16Array,
): { readonly orders: RosterOrders; readonly search: SearchText } => {
  const names = members.names.map(folded);
  const emails = members.emails.map((email) => folded(email ?? ''));
  const earliest = members.signup.reduce((first, day) => Math.min(first, day), 0);
  const orders = {
    name: orderBy(ranksOf(names)),
    email: orderBy(ranksOf(emails)),
    userType: orderBy(Uint32Array.from(members.role, (role) => roleRanks[role] ?? 0)),
    signupDate: orderBy(Uint32Array.from(members.signup, (day) => day - earliest)),
    lastActivityDate: orderByActivity(members, lastSeen),
  };
  return { orders, search: searchTextOf(names, emails) };
};
