import { folded } from '../../../packages/core/src/model/folded-text.js';
import type {
  RosterOrder,
  RosterPage,
  RosterQuestion,
  RosterRow,
  RosterSort,
} from '../../../packages/core/src/model/roster.js';

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

/** By the column, rows without a value first, ties by id; descending is the exact reverse, ties included. */
const ordered = (
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

const matching = ({ status, userTypes, q }: RosterQuestion): ((row: RosterRow) => boolean) => {
  const searched = folded(q);
  return ({ active, userType, name, email }) =>
    (status === null || active === (status === 'active')) &&
    (userTypes.length === 0 || userTypes.includes(userType)) &&
    (q === '' || folded(name).includes(searched) || folded(email ?? '').includes(searched));
};

/**
 * One page of a roster whose rows are all known (4.2), such as those that a database counted:
 * `computeRoster` finds the same page in an index.
 *
 * @param rows - the rows of all current members, in any order
 * @param question - filters, order and page
 */
export const rosterOfRows = (rows: readonly RosterRow[], question: RosterQuestion): RosterPage => {
  const found = rows.filter(matching(question));
  const start = (question.page - 1) * question.perPage;
  const page = ordered(found, question.sort, question.order).slice(start, start + question.perPage);
  return { rows: page, totalCount: found.length };
};
