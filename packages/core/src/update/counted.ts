import type { BoardVisitors } from '../index/board-visitors.js';
import { type Distinct, rowStart } from '../index/distinct.js';
import { type PeriodCounts, wordsFor } from '../index/period-counts.js';
import { type Periods, periodOf } from '../index/periods.js';
import type { Day } from '../model/day.js';
import type { GroupRows } from './group-rows.js';

/*
 * From the tables of an index back to what they count: sums before each period to counts in each, and sums of
 * sums to pairs of periods.
 */

const [firstDay, lastDay] = [-(2 ** 31), 2 ** 31 - 1];

/** The period of each column of an index. */
const periodsOfColumns = ({ columns, count }: Periods): Uint16Array => {
  // Behind the last edge there is one more period.
  const periods = new Uint16Array(count).fill(columns.length);
  for (let period = columns.length - 1; period >= 0; period--) {
    const before = period === 0 ? 0 : columns[period - 1]!;
    if (columns[period]! > before) periods[before] = period;
  }
  return periods;
};

/**
 * For each column of an index the period of other edges that it lies in; `null` where one lies in several.
 *
 * @param edges - the days on which the other periods begin
 */
export const columnsInPeriods = (periods: Periods, edges: Int32Array): Uint16Array | null => {
  const own = periods.edges;
  const found = periodsOfColumns(periods);
  for (let column = 0; column < found.length; column++) {
    const period = found[column]!;
    const first = period === 0 ? firstDay : own[period - 1]!;
    const last = period === own.length ? lastDay : own[period]! - 1;
    found[column] = periodOf(edges, first as Day);
    if (found[column] !== periodOf(edges, last as Day)) return null;
  }
  return found;
};

/** Calls with the place of each thing and its count in each column; the row is used again. */
const eachThing = (
  { wide, wideCells, narrow: dense, cells, listed, periods }: PeriodCounts,
  columns: number,
  take: (place: number, row: Uint32Array) => void,
): void => {
  const row = new Uint32Array(columns);
  for (let place = 0; place < wide; place++) {
    for (let column = 0, at = place; column < columns; column++, at += wide) {
      row[column] = wideCells[at + wide]! - wideCells[at]!;
    }
    take(place, row);
  }
  const words = wordsFor(dense);
  for (let thing = 0; thing < dense; thing++) {
    const shift = (thing & 3) << 3;
    for (let column = 0, at = thing >>> 2; column < columns; column++, at += words) {
      row[column] = ((cells[at + words]! - cells[at]!) >>> shift) & 0xff;
    }
    take(wide + thing, row);
  }
  let start = 0;
  for (let total = listed.length - 1; total > 0; total--) {
    for (let place = listed[total]!; place < listed[total - 1]!; place++) {
      row.fill(0);
      for (const end = start + total; start < end; start++) row[periods[start]!]!++;
      take(place, row);
    }
  }
};

/** Calls with the columns in which people of a group came, one more than that of the time before, and how many. */
const eachPair = (
  { tables, cells }: Distinct,
  group: number,
  columns: number,
  take: (column: number, before: number, count: number) => void,
): void => {
  const table = tables[group]!;
  if (table < 0) return;
  for (let column = 0; column < columns; column++) {
    const [row, above] = [table + rowStart(column + 1), table + rowStart(column)];
    let came = 0;
    for (let before = 0; before <= column; before++) {
      const upTo = cells[row + before]! - cells[above + before]!;
      if (upTo > came) take(column, before, upTo - came);
      came = upTo;
    }
  }
};

/** Adds groups of things by their codes; `codes` has them by the codes of the index. */
export const addThings = (
  rows: GroupRows,
  counts: PeriodCounts,
  codes: Int32Array,
  periods: Uint16Array,
): void =>
  eachThing(counts, periods.length, (place, row) => {
    const thing = codes[counts.order[place]!]!;
    for (let column = 0; column < row.length; column++) {
      if (row[column]! > 0) rows.add(thing, periods[column]!, 0, row[column]!);
    }
  });

/** Adds people who came in a column, unless they had come before in the same one of the other periods. */
const addPair = (
  rows: GroupRows,
  thing: number,
  column: number,
  before: number,
  count: number,
  periods: Uint16Array,
): void => {
  const period = periods[column]!;
  const then = before === 0 ? 0 : periods[before - 1]! + 1;
  if (then !== period + 1) rows.add(thing, period, then, count);
};

/** Adds the different people of one group, as those of thing 0. */
export const addPeople = (
  rows: GroupRows,
  people: Distinct,
  group: number,
  periods: Uint16Array,
): void =>
  eachPair(people, group, periods.length, (column, before, count) =>
    addPair(rows, 0, column, before, count, periods),
  );

/** Adds the visitors of boards. */
export const addBoardVisitors = (
  rows: GroupRows,
  { came, busy, starts, before, again, people }: BoardVisitors,
  codes: Int32Array,
  periods: Uint16Array,
): void =>
  eachThing(came, periods.length, (place, first) => {
    const board = codes[came.order[place]!]!;
    if (place < busy.tables.length) {
      eachPair(busy, place, periods.length, (column, then, count) =>
        addPair(rows, board, column, then, count, periods),
      );
      return;
    }
    for (let at = starts[place]!; at < starts[place + 1]!; at++) {
      first[again[at]!]! -= people[at]!;
      addPair(rows, board, again[at]!, before[at]!, people[at]!, periods);
    }
    for (let column = 0; column < first.length; column++) {
      if (first[column]! > 0) addPair(rows, board, column, 0, first[column]!, periods);
    }
  });
