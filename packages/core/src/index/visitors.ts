import type { EventColumns, VisitColumns } from '../events/columns.js';
import { type Narrow, narrow, orderBy } from './arrays.js';
import { countPeople, type Distinct, distinctSums } from './distinct.js';
import { type PeriodCounts, periodCounts, placesIn } from './period-counts.js';
import type { Run, WithColumn } from './periods.js';

/** Visits column after column, those of one column in their order. */
interface SortedVisits {
  readonly visitor: Int32Array;
  readonly board: Int32Array;
  readonly column: Uint16Array;
}

/** Where each key begins when rows are sorted by key, and one more at the end; negative keys are left out. */
const startsOf = (keys: Int32Array | Uint16Array, count: number): Uint32Array => {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]!;
    if (key >= 0) starts[key + 1]!++;
  }
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!;
  return starts;
};

/** Copied, since rows read in another order than that of memory take several times as long. */
const byColumn = (
  { visitor, board, column }: WithColumn<VisitColumns>,
  columns: number,
): SortedVisits => {
  const next = startsOf(column, columns);
  const { length } = visitor;
  const [who, where, when] = [new Int32Array(length), new Int32Array(length), column.slice()];
  for (let row = 0; row < length; row++) {
    const to = next[column[row]!]!++;
    who[to] = visitor[row]!;
    where[to] = board[row]!;
    when[to] = column[row]!;
  }
  return { visitor: who, board: where, column: when };
};

/** The one group of `visitors`. */
export const allVisitors = 0;

/** The different people who came. */
const visitorsOf = (
  { visitor, column }: SortedVisits,
  people: number,
  columns: number,
): Distinct => {
  const sums = distinctSums(1, columns);
  // One more than the column in which each person came last.
  const latest = new Uint16Array(people);
  for (let row = 0; row < visitor.length; row++) {
    const [who, now] = [visitor[row]!, column[row]!];
    const before = latest[who]!;
    if (who < 0 || before === now + 1) continue;
    sums.add(allVisitors, now, before, 1);
    latest[who] = now + 1;
  }
  return sums.done();
};

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

/** Different people who came to a board, each once for every column in which they came; boards ascend. */
interface BoardComers {
  /** A board by code. */
  readonly board: Int32Array;
  readonly column: Uint16Array;
  /** One more than the column in which the same people had come to the board before; 0 for their first. */
  readonly before: Uint16Array;
  /** How many people. */
  readonly count: Uint32Array;
}

/** Visits board after board, each board's ascending by column: visitor and column in turn. */
const byBoard = ({ visitor, board, column }: SortedVisits, boards: number) => {
  const starts = startsOf(board, boards);
  const next = starts.slice();
  const pairs = new Int32Array(2 * starts[boards]!);
  for (let row = 0; row < board.length; row++) {
    if (board[row]! < 0) continue;
    const to = 2 * next[board[row]!]!++;
    pairs[to] = visitor[row]!;
    pairs[to + 1] = column[row]!;
  }
  return { starts, pairs };
};

const comersOf = (
  visits: SortedVisits,
  people: number,
  boards: number,
  columns: number,
): BoardComers => {
  const { starts, pairs } = byBoard(visits, boards);
  const size = pairs.length / 2;
  const board = new Int32Array(size);
  const [of, before, count] = [new Uint16Array(size), new Uint16Array(size), new Uint32Array(size)];
  // The board on which each person was last, plus one, and the column of that, plus one.
  const [onBoard, latest] = [new Int32Array(people), new Uint16Array(people)];
  // For each pair of columns one more than its row, while it is one of the board's.
  const rowOf = new Uint32Array(columns * (columns + 1));
  let to = 0;
  for (let code = 0; code < boards; code++) {
    const first = to;
    for (let row = starts[code]!; row < starts[code + 1]!; row++) {
      const who = pairs[2 * row]!;
      const now = pairs[2 * row + 1]!;
      const then = onBoard[who] === code + 1 ? latest[who]! : 0;
      if (who < 0 || then === now + 1) continue;
      onBoard[who] = code + 1;
      latest[who] = now + 1;
      const pair = now * (columns + 1) + then;
      const same = rowOf[pair]!;
      if (same > first) {
        count[same - 1]!++;
        continue;
      }
      board[to] = code;
      of[to] = now;
      before[to] = then;
      count[to++] = 1;
      rowOf[pair] = to;
    }
  }
  return {
    board: board.slice(0, to),
    column: of.slice(0, to),
    before: before.slice(0, to),
    count: count.slice(0, to),
  };
};

/**
 * Returns to the boards by their place: `pair` ascends from the latest column before, and among equal ones from the
 * first column after it.
 */
const returnsOf = (
  { board, column, before, count }: BoardComers,
  places: Uint32Array,
  columns: number,
) => {
  let size = 0;
  for (let row = 0; row < board.length; row++) if (before[row]! > 0) size++;
  const [place, pair] = [new Uint32Array(size), new Uint32Array(size)];
  const people = new Uint32Array(size);
  for (let row = 0, to = 0; row < board.length; row++) {
    if (before[row] === 0) continue;
    place[to] = places[board[row]!]!;
    pair[to] = (columns - before[row]!) * columns + column[row]!;
    people[to++] = count[row]!;
  }
  return { place, pair, people };
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
  { board, column, before, count }: BoardComers,
  places: Uint32Array,
  busy: number,
  columns: number,
): Distinct => {
  const sums = distinctSums(busy, columns);
  for (let row = 0; row < board.length; row++) {
    const place = places[board[row]!]!;
    if (place < busy) sums.add(place, column[row]!, before[row]!, count[row]!);
  }
  return sums.done();
};

/** The visitors of some boards. */
export const boardVisitorsOf = (
  comers: BoardComers,
  boards: number,
  columns: number,
): BoardVisitors => {
  const { board, column, count } = comers;
  const came = periodCounts({ thing: board, column, count }, boards, columns);
  const places = placesIn(came.order, boards);
  const { place, pair, people } = returnsOf(comers, places, columns);
  const starts = new Uint32Array(came.order.length + 1);
  for (let row = 0; row < place.length; row++) starts[place[row]! + 1]!++;
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  const busy = countBusy(starts, columns);
  const first = starts[busy]!;
  const order = orderBy(place, orderBy(pair)).subarray(first);
  return {
    came,
    busy: busyBoards(comers, places, busy, columns),
    starts: starts.map((start) => Math.max(0, start - first)),
    before: narrow(order.map((at) => columns - Math.floor(pair[at]! / columns))),
    again: narrow(order.map((at) => pair[at]! % columns)),
    people: narrow(order.map((at) => people[at]!)),
  };
};

/** The different visitors of the organization and of each board. */
export const indexVisits = (
  visits: WithColumn<VisitColumns>,
  { people, boards: { ids } }: Pick<EventColumns, 'people' | 'boards'>,
  columns: number,
): { readonly visitors: Distinct; readonly boardVisitors: BoardVisitors } => {
  const sorted = byColumn(visits, columns);
  const comers = comersOf(sorted, people, ids.length, columns);
  return {
    visitors: visitorsOf(sorted, people, columns),
    boardVisitors: boardVisitorsOf(comers, ids.length, columns),
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
