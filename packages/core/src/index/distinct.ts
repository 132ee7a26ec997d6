import { roles } from '../api/organizations.js';
import type { MemberColumns } from '../events/columns.js';
import type { BoardVisitorGroups, GroupedColumns } from '../events/group-events.js';
import { type Narrow, narrow, orderBy } from './arrays.js';
import { type PeriodCounts, periodCounts, placesIn } from './period-counts.js';
import type { OccupiedPeriods, Run } from './periods.js';
import type { ContentSums } from './totals.js';

/*
 * How many different people came within any run of periods. For each period in which a person came it is
 * known in which period the same person had come before. A person who came within the run came there for a
 * first time in exactly one period, and that is the one before which they last came ahead of the run: so
 * count the periods within the run whose period before lies ahead of it. Sums of sums make that two reads.
 */

/** Different people by run, for some groups of people. */
export interface Distinct {
  /** Where the table of a group begins; -1 for a group without visitors. */
  readonly tables: Int32Array;
  /**
   * Tables with one row more than there are periods. Row `to` has, at `from`, how many times people came
   * before period `to` who had not come since period `from`; it ends with `from` equal to `to`.
   */
  readonly cells: Narrow;
}

/** Where a row begins in its table. */
const rowStart = (to: number): number => (to * (to + 1)) / 2;

/** People who are counted one by one, or many at once. */
interface DistinctSums {
  /**
   * @param period - the column of the period in which they came
   * @param before - one more than the column of the period in which they had come before, 0 for none
   */
  readonly add: (group: number, period: number, before: number, count: number) => void;
  readonly done: () => Distinct;
}

/** Begins to count people. */
export const distinctSums = (groups: number, periods: number): DistinctSums => {
  const size = rowStart(periods + 1);
  const added: (Uint32Array | undefined)[] = [];
  return {
    add: (group, period, before, count) => {
      const table = (added[group] ??= new Uint32Array(size));
      table[rowStart(period + 1) + before]! += count;
    },
    done: () => {
      const tables = new Int32Array(groups).fill(-1);
      const present = [...tables.keys()].filter((group) => added[group] !== undefined);
      const cells = new Uint32Array(present.length * size);
      for (const [at, group] of present.entries()) {
        cells.set(sumUp(added[group]!, periods), at * size);
        tables[group] = at * size;
      }
      return { tables, cells: narrow(cells) };
    },
  };
};

const sumUp = (table: Uint32Array, periods: number): Uint32Array => {
  for (let to = 1; to <= periods; to++) {
    const [row, above] = [rowStart(to), rowStart(to - 1)];
    let came = 0;
    for (let from = 0; from <= to; from++) {
      came += table[row + from]!;
      table[row + from] = came + table[above + Math.min(from, to - 1)]!;
    }
  }
  return table;
};

/** The different people of a group in a run. */
export const countPeople = (
  { tables, cells }: Distinct,
  group: number,
  { from, to }: Run,
): number => {
  const table = tables[group]!;
  return table < 0
    ? 0
    : cells[table + rowStart(to) + from]! - cells[table + rowStart(from) + from]!;
};

/** The one group of `visitors`. */
export const allVisitors = 0;

/** The different people who came. */
export const visitorsOf = ({ visitors }: GroupedColumns, columns: OccupiedPeriods): Distinct => {
  const sums = distinctSums(1, columns.periods.length);
  const { period, before } = visitors;
  for (let row = 0; row < period.length; row++) {
    const then = before[row]!;
    const column = then === 0 ? 0 : columns.places[then - 1]! + 1;
    sums.add(allVisitors, columns.places[period[row]!]!, column, 1);
  }
  return sums.done();
};

const bits = 32;

/** The different members who were active, by role (2.6, sentence 3). */
export const activeMembersOf = (
  { role }: MemberColumns,
  { active, words }: ContentSums,
  columns: OccupiedPeriods,
): Distinct => {
  const sums = distinctSums(roles.length, columns.periods.length);
  for (let member = 0; member < role.length; member++) {
    let before = 0;
    for (let word = 0; word < words; word++) {
      for (let left = active[member * words + word]!; left !== 0; left &= left - 1) {
        const column = word * bits + 31 - Math.clz32(left & -left);
        sums.add(role[member]!, column, before, 1);
        before = column + 1;
      }
    }
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
