import type { BoardVisitorGroups } from '../events/grouped.js';
import { type Narrow, narrow } from './narrow.js';
import { orderBy } from './order-by.js';
import { type PeriodCounts, periodCounts, placesIn } from './period-counts.js';
import type { Run } from './periods.js';

/*
 * How many different people came to each board in any run of periods: those who came in each period, less
 * those of them who had come within the run before. Few come again, except to the boards that everybody
 * uses, and only boards that may be among the first ten are looked at.
 */

/** Visitors of boards by period. */
export interface BoardVisitors {
  /** People who came to each board in each period. */
  readonly came: PeriodCounts;
  /** Where the returns to each board begin, in the order of `came`; one more at the end. */
  readonly starts: Uint32Array;
  /** One more than the column in which people had come before: the latest first for each board. */
  readonly before: Narrow;
  /** The column in which they came again; ascending among equal ones. */
  readonly again: Narrow;
  /** How many people. */
  readonly people: Narrow;
}

/** Returns to the boards, in the order in which they are kept. */
const sortedReturns = (
  { board, period, before, count }: BoardVisitorGroups,
  places: Uint32Array,
  columnOf: Uint16Array,
) => {
  const rows: number[] = [];
  for (let row = 0; row < board.length; row++) {
    if (before[row]! > 0 && board[row]! >= 0 && board[row]! < places.length) rows.push(row);
  }
  const place = Uint32Array.from(rows, (row) => places[board[row]!]!);
  const again = Uint32Array.from(rows, (row) => columnOf[period[row]!]!);
  const then = Uint32Array.from(rows, (row) => columnOf[before[row]! - 1]! + 1);
  const people = Uint32Array.from(rows, (row) => count[row]!);
  const latestFirst = orderBy(
    then.map((column) => 0xffff - column),
    orderBy(again),
  );
  const order = orderBy(place, latestFirst);
  const sorted = (column: Uint32Array): Uint32Array => column.map((_, at) => column[order[at]!]!);
  return {
    place: sorted(place),
    again: sorted(again),
    before: sorted(then),
    people: sorted(people),
  };
};

/** Adds up rows that are equal but for their number, in place; gives how many are left. */
const addUp = ({ place, again, before, people }: ReturnType<typeof sortedReturns>): number => {
  let size = 0;
  for (let row = 0; row < place.length; row++) {
    const last = size - 1;
    if (
      size > 0 &&
      place[last] === place[row] &&
      again[last] === again[row] &&
      before[last] === before[row]
    ) {
      people[last]! += people[row]!;
      continue;
    }
    place[size] = place[row]!;
    again[size] = again[row]!;
    before[size] = before[row]!;
    people[size++] = people[row]!;
  }
  return size;
};

/** The visitors of some boards. */
export const boardVisitorsOf = (
  groups: BoardVisitorGroups,
  boards: number,
  columnOf: Uint16Array,
  columns: number,
): BoardVisitors => {
  const { board, period, count } = groups;
  const came = periodCounts({ thing: board, period, count }, boards, columnOf, columns);
  const returns = sortedReturns(groups, placesIn(came.order, boards), columnOf);
  const size = addUp(returns);
  const starts = new Uint32Array(came.order.length + 1);
  for (let row = 0; row < size; row++) starts[returns.place[row]! + 1]!++;
  for (let place = 1; place < starts.length; place++) starts[place]! += starts[place - 1]!;
  return {
    came,
    starts,
    before: narrow(returns.before.subarray(0, size)),
    again: narrow(returns.again.subarray(0, size)),
    people: narrow(returns.people.subarray(0, size)),
  };
};

/** Of the people who came to the board at a place in each period of a run, those who came again. */
export const countReturns = (
  { starts, before, again, people }: BoardVisitors,
  place: number,
  { from, to }: Run,
): number => {
  let count = 0;
  const end = starts[place + 1]!;
  for (let at = starts[place]!; at < end && before[at]! > from; at++) {
    if (again[at]! < to) count += people[at]!;
  }
  return count;
};
