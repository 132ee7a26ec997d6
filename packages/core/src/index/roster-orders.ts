import { type Role, type RosterRole, roles } from '../api/organizations.js';
import type { MemberColumns } from '../events/columns.js';
import { folded } from '../text.js';
import { orderBy, ranksOf } from './arrays.js';
import type { Texts } from './stored-texts.js';

/** Names and e-mail addresses, folded, one behind the other. */
export interface SearchText {
  /** One text. As a list of one it is decoded only when a stored index is searched. */
  readonly texts: Texts;
  /** Where the name of each member begins, and then the e-mail address; one more at the end. */
  readonly starts: Uint32Array;
  /** A row of bits for each class of pairs, a bit for each member: some text of theirs has such a pair. */
  readonly pairs: Uint32Array;
}

const pairClasses = 256;

/** The class of a pair of UTF-16 units: the first byte of a product that spreads them (Fibonacci hashing). */
const pairClass = (first: number, second: number): number =>
  Math.imul(first * 0x1_00_00 + second, 0x9e_37_79_b1) >>> 24;

const wordsOfRow = (starts: Uint32Array): number => (starts.length - 1 + 63) >>> 6;

const pairsIn = (text: string, starts: Uint32Array): Uint32Array => {
  const words = wordsOfRow(starts);
  const pairs = new Uint32Array(pairClasses * words);
  for (let field = 0; field < starts.length - 1; field++) {
    const end = starts[field + 1]!;
    const [word, bit] = [field >>> 6, 1 << (field >>> 1)];
    let before = text.charCodeAt(starts[field]!);
    for (let at = starts[field]! + 1; at < end; at++) {
      const unit = text.charCodeAt(at);
      pairs[pairClass(before, unit) * words + word]! |= bit;
      before = unit;
    }
  }
  return pairs;
};

/** The text of members whose names and e-mail addresses are folded already. */
export const searchTextOf = (names: readonly string[], emails: readonly string[]): SearchText => {
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
  const text = texts.join('');
  return { texts: [text], starts, pairs: pairsIn(text, starts) };
};

/**
 * A text is folded to no less than an eighth of its length: decomposing halves it at most, and
 * composing the result makes a quarter of it at most (Unicode, UAX #15).
 */
const foldedShareMin = 1 / 8;

/** True when a text, not folded yet, is too long to be part of any name or e-mail address. */
export const isTooLong = ({ starts }: SearchText, sought: string): boolean => {
  const shortest = sought.length * foldedShareMin;
  for (let field = 1; field < starts.length; field++) {
    if (starts[field]! - starts[field - 1]! >= shortest) return false;
  }
  return true;
};

/** A bit for each member: set for those who have all pairs of a text. */
const candidatesOf = ({ starts, pairs }: SearchText, sought: string): Uint32Array => {
  const words = wordsOfRow(starts);
  const candidates = new Uint32Array(words).fill(0xff_ff_ff_ff);
  for (let at = 1; at < sought.length; at++) {
    const row = pairClass(sought.charCodeAt(at - 1), sought.charCodeAt(at)) * words;
    for (let word = 0; word < words; word++) candidates[word]! &= pairs[row + word]!;
  }
  return candidates;
};

/** The field that a position lies in; it is not ahead of `field`, and near. */
const fieldAt = (starts: Uint32Array, field: number, position: number): number => {
  let at = field;
  while (starts[at + 1]! <= position) at++;
  return at;
};

/** The members whose name or e-mail address contains a text, which is not empty, ascending. */
export const membersWith = (search: SearchText, sought: string): Uint32Array => {
  const { texts, starts } = search;
  const text = texts.at(0)!;
  const found: number[] = [];
  const candidates = candidatesOf(search, sought);
  for (let word = 0; word < candidates.length; word++) {
    const bits = candidates[word]!;
    if (bits === 0) continue;
    // From the first candidate of these 32 members to the last. A search for one character has all as candidates.
    let field = 64 * word + 2 * (31 - Math.clz32(bits & -bits));
    const end = Math.min(64 * (word + 1) - 2 * Math.clz32(bits), starts.length - 1);
    const from = starts[field]!;
    const part = text.slice(from, starts[end]);
    for (let at = part.indexOf(sought); at >= 0; ) {
      field = fieldAt(starts, field, from + at);
      let next = at + 1;
      // What runs over the end of a field is no match, and the next may begin just behind.
      if (from + at + sought.length <= starts[field + 1]!) {
        found.push(field >> 1);
        // On to the next member.
        next = starts[(field | 1) + 1]! - from;
      }
      at = part.indexOf(sought, next);
    }
  }
  return Uint32Array.from(found);
};

/** The roster in every order that no range decides, ascending; members without a value first (4.2.4). */
export interface RosterOrders {
  readonly name: Uint32Array;
  readonly email: Uint32Array;
  readonly userType: Uint32Array;
  readonly signupDate: Uint32Array;
  readonly lastActivityDate: Uint32Array;
}

/** The role as the roster reports it: an owner is an admin (2.8). */
export const shownRole = (role: Role): RosterRole => (role === 'owner' ? 'admin' : role);

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
