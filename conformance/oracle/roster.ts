import type { DateRange, RosterPage, RosterQuestion, RosterRow } from '@tallyboard/core/vocabulary';
import { byCodeUnit } from './order.js';
import { rosterRows } from './roster-row.js';
import type { OracleWorld } from './world.js';

/** Text as it is searched and sorted: accents in one spelling, case aside (4.2). */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const hasStatus = (row: RosterRow, { status }: RosterQuestion): boolean =>
  status === null || row.active === (status === 'active');

const hasRole = (row: RosterRow, { userTypes }: RosterQuestion): boolean =>
  userTypes.length === 0 || userTypes.includes(row.userType);

const isFound = (row: RosterRow, { q }: RosterQuestion): boolean =>
  folded(row.name).includes(folded(q)) || folded(row.email ?? '').includes(folded(q));

/** Ascending by the sort column, what has no value first, then by id (4.2.4). */
const ascending = (a: RosterRow, b: RosterRow, { sort }: RosterQuestion): number => {
  const left = a[sort] ?? '';
  const right = b[sort] ?? '';
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : byCodeUnit(folded(String(left)), folded(String(right)));
  return order === 0 ? byCodeUnit(a.id, b.id) : order;
};

/** One page of rows: filtered, sorted, and cut (4.2); descending is ascending backwards. */
export const oraclePage = (all: readonly RosterRow[], question: RosterQuestion): RosterPage => {
  const rows = all
    .filter((row) => hasStatus(row, question))
    .filter((row) => hasRole(row, question))
    .filter((row) => isFound(row, question))
    .sort((a, b) => ascending(a, b, question));
  const ordered = question.order === 'asc' ? rows : rows.toReversed();
  const start = (question.page - 1) * question.perPage;
  return { rows: ordered.slice(start, start + question.perPage), totalCount: rows.length };
};

/** One page of the roster (4.2). */
export const oracleRoster = (
  world: OracleWorld,
  question: RosterQuestion,
  range: DateRange,
): RosterPage => oraclePage(rosterRows(world, range), question);
