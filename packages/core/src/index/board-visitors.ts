import type { BoardVisitorGroups } from '../events/grouped.js';
import type { OccupiedPeriods } from '../events/periods.js';
import { type Narrow, narrow, orderBy } from './arrays.js';
import { countPeople, type Distinct, distinctSums } from './distinct.js';
import { type PeriodCounts, periodCounts, placesIn } from './period-counts.js';
import type { Run } from './periods.js';

/*
 * How many different people came to each board in any run of periods: those who came in each period, less
 * those of them who had come within the run before. The boards that come first by visits have many returns,
 * and a table of different people each; of all others every return is kept.
 */

/** Visitors of boards by period. */
export interface BoardVisitors {
  /** People who came to each board in each period. */
  readonly came: PeriodCounts;
  /** Different people of the first boards of `came`, a group for each. */
  readonly busy: Distinct;
  /** Where the returns to each board begin, in the order of `came`; one more at the end. None of busy ones. */
  readonly starts: Uint32Array;
  /** One more than the column in which people had come before: the latest first for each board. */
  readonly before: Narrow;
  /** The column in which they came again; ascending among equal ones. */
  readonly again: Narrow;
  /** How many people. */
  readonly people: Narrow;
}

/**
 * Returns to the boards, in the order in which they are kept: `pair` ascends from the latest column before, and
 * among equal ones from the first column after it.
 */
const sortedReturns = (
  { board, period, before, count }: BoardVisitorGroups,
  places: Uint32Array,
  { periods: { length: columns }, places: columnOf }: OccupiedPeriods,
) => {
  const isReturn = (row: number): boolean =>
    before[row]! > 0 && board[row]! >= 0 && board[row]! < places.length;
  let size = 0;
  for (let row = 0; row < board.length; row++) if (isReturn(row)) size++;
  const [place, pair] = [new Uint32Array(size), new Uint32Array(size)];
  const people = new Uint32Array(size);
  for (let row = 0, to = 0; row < board.length; row++) {
    if (!isReturn(row)) continue;
    place[to] = places[board[row]!]!;
    pair[to] = (columns - 1 - columnOf[before[row]! - 1]!) * columns + columnOf[period[row]!]!;
    people[to++] = count[row]!;
  }
  const order = orderBy(place, orderBy(pair));
  const sorted = (column: Uint32Array): Uint32Array => {
    const moved = new Uint32Array(size);
    for (let at = 0; at < size; at++) moved[at] = column[order[at]!]!;
    return moved;
  };
  return { place: sorted(place), pair: sorted(pair), people: sorted(people) };
};

/** Adds up rows that are equal but for their number, in place; gives how many are left. */
const addUp = ({ place, pair, people }: ReturnType<typeof sortedReturns>): number => {
  let size = 0;
  for (let row = 0; row < place.length; row++) {
    const last = size - 1;
    if (size > 0 && place[last] === place[row] && pair[last] === pair[row]) {
      people[last]! += people[row]!;
      continue;
    }
    place[size] = place[row]!;
    pair[size] = pair[row]!;
    people[size++] = people[row]!;
  }
  return size;
};

/** How many boards, from the first on, have so many returns that a table takes about as little room. */
const countBusy = (starts: Uint32Array, columns: number): number => {
  const least = (columns * columns) / 4;
  let busy = 0;
  while (busy + 1 < starts.length && starts[busy + 1]! - starts[busy]! > least) busy++;
  return busy;
};

/** The different people of the first boards. */
const busyBoards = (
  { board, period, before, count }: BoardVisitorGroups,
  places: Uint32Array,
  busy: number,
  { periods, places: columnOf }: OccupiedPeriods,
): Distinct => {
  const sums = distinctSums(busy, periods.length);
  for (let row = 0; row < board.length; row++) {
    const place = places[board[row]!] ?? busy;
    if (place >= busy) continue;
    const then = before[row] === 0 ? 0 : columnOf[before[row]! - 1]! + 1;
    sums.add(place, columnOf[period[row]!]!, then, count[row]!);
  }
  return sums.done();
};

/** The visitors of some boards. */
export const boardVisitorsOf = (
  groups: BoardVisitorGroups,
  boards: number,
  occupied: OccupiedPeriods,
): BoardVisitors => {
  const { board, period, count } = groups;
  const came = periodCounts({ thing: board, period, count }, boards, occupied);
  const columns = occupied.periods.length;
  const places = placesIn(came.order, boards);
  const returns = sortedReturns(groups, places, occupied);
  const size = addUp(returns);
  const starts = new Uint32Array(came.order.length + 1);
  for (let row = 0; row < size; row++) starts[returns.place[row]! + 1]!++;
  for (let place = 1; place < starts.length; place++) starts[place]! += starts[place - 1]!;
  const busy = countBusy(starts, columns);
  const first = starts[busy]!;
  const pairs = returns.pair.subarray(first, size);
  return {
    came,
    busy: busyBoards(groups, places, busy, occupied),
    starts: starts.map((start) => Math.max(0, start - first)),
    before: narrow(pairs.map((pair) => columns - Math.floor(pair / columns))),
    again: narrow(pairs.map((pair) => pair % columns)),
    people: narrow(returns.people.subarray(first, size)),
  };
};

/**
 * The different people who came to the board at a place in a run.
 *
 * @param cameInPeriods - those who came in each of its periods, added up
 */
export const countVisitors = (
  { busy, starts, before, again, people }: BoardVisitors,
  place: number,
  run: Run,
  cameInPeriods: number,
): number => {
  if (place < busy.tables.length) return countPeople(busy, place, run);
  const { from, to } = run;
  let count = cameInPeriods;
  const end = starts[place + 1]!;
  for (let at = starts[place]!; at < end && before[at]! > from; at++) {
    if (again[at]! < to) count -= people[at]!;
  }
  return count;
};
