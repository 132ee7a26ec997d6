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
  q === '' || [row.name, row.email ?? ''].some((text) => folded(text).includes(folded(q)));

/** A row with what it is sorted by, made once: of long rosters each row is compared many times. */
interface Sorted {
  readonly row: RosterRow;
  readonly value: number | string;
}

const sortedBy = (row: RosterRow, { sort }: RosterQuestion): Sorted => {
  const value = row[sort] ?? '';
  return { row, value: typeof value === 'number' ? value : folded(value) };
};

/** Ascending by the sort column, what has no value first, then by id (4.2.4). */
const ascending = (a: Sorted, b: Sorted): number => {
  const order =
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : byCodeUnit(String(a.value), String(b.value));
  return order === 0 ? byCodeUnit(a.row.id, b.row.id) : order;
};

/** One page of rows: filtered, sorted, and cut (4.2); descending is ascending backwards. */
export const oraclePage = (all: readonly RosterRow[], question: RosterQuestion): RosterPage => {
  const rows = all
    .filter((row) => hasStatus(row, question))
    .filter((row) => hasRole(row, question))
    .filter((row) => isFound(row, question))
    .map((row) => sortedBy(row, question))
    .sort(ascending)
    .map(({ row }) => row);
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
