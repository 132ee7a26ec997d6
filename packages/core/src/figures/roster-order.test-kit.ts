import type { RosterOrder, RosterRow, RosterSort } from '../model/roster.js';

/** A text as it is compared and searched: composed, then in lower case. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase();

type SortKey = string | number | null;

const textKey = (text: string | null): SortKey =>
  text === null || text === '' ? null : folded(text);

/** What each column is sorted by; `null` is a row without a value (4.2.4). */
const sortKeys: Readonly<Record<RosterSort, (row: RosterRow) => SortKey>> = {
  name: ({ name }) => textKey(name),
  email: ({ email }) => textKey(email),
  userType: ({ userType }) => userType,
  signupDate: ({ signupDate }) => signupDate,
  lastActivityDate: ({ lastActivityDate }) => lastActivityDate,
  boards: ({ boards }) => boards,
  posts: ({ posts }) => posts,
  comments: ({ comments }) => comments,
  reactions: ({ reactions }) => reactions,
};

const compareKeys = (a: SortKey, b: SortKey): number => {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
};

/**
 * The rows in order (4.2): by the column, rows without a value first, ties by id; descending is the
 * exact reverse, ties included.
 */
export const orderRoster = (
  rows: readonly RosterRow[],
  sort: RosterSort,
  order: RosterOrder,
): readonly RosterRow[] => {
  const keyOf = sortKeys[sort];
  const ascending = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => compareKeys(a.key, b.key) || compareKeys(a.row.id, b.row.id))
    .map(({ row }) => row);
  return order === 'asc' ? ascending : ascending.reverse();
};
