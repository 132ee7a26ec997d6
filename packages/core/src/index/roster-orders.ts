import type { MemberColumns } from '../events/columns.js';
import { roles } from '../model/role.js';
import { orderBy, ranksOf } from './order-by.js';

/** A text as it is compared and searched: composed, then in lower case. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** The names and e-mail addresses of all members as one text: a search is one pass of it. */
export interface SearchText {
  readonly text: string;
  /** Where the name of each member begins, and then the e-mail address; one more at the end. */
  readonly starts: Uint32Array;
}

/** The roster in every order that no range decides, ascending; members without a value first (4.2.4). */
export interface RosterOrders {
  readonly name: Uint32Array;
  readonly email: Uint32Array;
  readonly userType: Uint32Array;
  readonly signupDate: Uint32Array;
  readonly lastActivityDate: Uint32Array;
}

const searchTextOf = (names: readonly string[], emails: readonly string[]): SearchText => {
  const starts = new Uint32Array(2 * names.length + 1);
  const texts: string[] = [];
  let at = 0;
  for (const [member, name] of names.entries()) {
    const email = emails[member] ?? '';
    texts.push(name, email);
    starts[2 * member] = at;
    starts[2 * member + 1] = at + name.length;
    at += name.length + email.length;
  }
  starts[2 * names.length] = at;
  return { text: texts.join(''), starts };
};

/** The members whose name or e-mail address contains a text, ascending. */
export const membersWith = ({ text, starts }: SearchText, sought: string): Uint32Array => {
  const found: number[] = [];
  let field = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at)) {
    while (starts[field + 1]! <= at) field++;
    if (at + sought.length > starts[field + 1]!) {
      at++; // It runs over the end of a field: no match, and the next may begin just behind.
      continue;
    }
    found.push(field >> 1);
    at = starts[(field | 1) + 1]!; // On to the next member.
  }
  return Uint32Array.from(found);
};

// The order of the words under which the roster shows the roles: an owner is an admin.
const shownRoles = roles.map((role) => (role === 'owner' ? 'admin' : role));
const roleRanks = ranksOf(shownRoles);

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
    lastActivityDate: orderBy(new Uint32Array(lastSeen.subarray(0, members.ids.length))),
  };
  return { orders, search: searchTextOf(names, emails) };
};
