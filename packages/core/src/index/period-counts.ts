import { type Narrow, narrow, narrowFor, orderByMost } from './arrays.js';
import type { Run } from './periods.js';

/*
 * How many events each of some things has in any run of periods: posts of members, plays of media. Things
 * stand by their total of all time, the highest first, since a thing with fewer events in all than the tenth
 * of a ranking has in the run needs no look. That order also sorts them by what is the smallest form:
 *
 *   wide    more events than a byte counts: the count before each period, 4 bytes
 *   narrow  the same in a byte, four things in one number
 *   listed  few events: the period of each
 *
 * Things without events take no room.
 */

/** Events of things, in any order: content of members, posts of boards, plays of media. */
export interface ThingEvents {
  /** A member, board or item by code; any number outside their list where it is none of them. */
  readonly thing: Int32Array;
  readonly column: Uint16Array;
  /** How many events; 1 each when left out. */
  readonly count?: Uint32Array;
}

/** Counts of things by period. */
export interface PeriodCounts {
  /** The things that have any events: by total, the highest first, equal ones by code. */
  readonly order: Narrow;
  /** How many of them are wide. */
  readonly wide: number;
  /** For each period, and one behind the last, the count of each wide thing before it. */
  readonly wideCells: Uint32Array;
  /** How many are narrow; they follow the wide ones. */
  readonly narrow: number;
  /** The same for narrow things, each column in whole numbers; the first thing in the lowest byte. */
  readonly cells: Int32Array;
  /** For each total that is listed, from 0 up, the first thing that has no more than that. */
  readonly listed: Uint32Array;
  /** The columns of the periods of listed things, in the order of the things and ascending for each. */
  readonly periods: Narrow;
}

const byteMax = 0xff;

/** Things with up to so many events are listed, if that takes less than an eighth of the room. */
const listedMax = 16;

/** The numbers that a column of so many narrow things takes. */
export const wordsFor = (things: number): number => (things + 3) >>> 2;

const totalsOfThings = ({ thing, count }: ThingEvents, things: number): Uint32Array => {
  const totals = new Uint32Array(things);
  for (let row = 0; row < thing.length; row++) {
    const of = thing[row]!;
    if (of >= 0 && of < things) totals[of]! += count === undefined ? 1 : count[row]!;
  }
  return totals;
};

/** The codes of things with events, the highest totals first. */
const orderOf = (totals: Uint32Array): Uint32Array => {
  let present = 0;
  for (let thing = 0; thing < totals.length; thing++) if (totals[thing]! > 0) present++;
  return orderByMost(totals).subarray(0, present);
};

/** How many leading things have more than `most`. */
const countAbove = (order: Uint32Array, totals: Uint32Array, most: number): number => {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (totals[order[middle]!]! > most) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The place of each thing in the order; one behind the last for things without events. */
export const placesIn = (order: Narrow, things: number): Uint32Array => {
  const places = new Uint32Array(things).fill(order.length);
  for (let place = 0; place < order.length; place++) places[order[place]!] = place;
  return places;
};

/** Where the periods of the first thing with each total begin, by total; highest totals come first. */
const listStarts = (listed: Uint32Array): Uint32Array => {
  const starts = new Uint32Array(listed.length);
  for (let total = listed.length - 2; total >= 0; total--) {
    starts[total] = starts[total + 1]! + (total + 1) * (listed[total]! - listed[total + 1]!);
  }
  return starts;
};

/**
 * The counts of some things.
 *
 * @param things - how many there are; events of other numbers are left out
 * @param columns - how many periods have one
 */
export const periodCounts = (
  events: ThingEvents,
  things: number,
  columns: number,
): PeriodCounts => {
  const totals = totalsOfThings(events, things);
  const order = orderOf(totals);
  const few = Math.min(listedMax, (columns + 1) >>> 3);
  const wide = countAbove(order, totals, byteMax);
  const firstListed = countAbove(order, totals, few);
  const counts = {
    order: narrow(order),
    wide,
    wideCells: new Uint32Array((columns + 1) * wide),
    narrow: firstListed - wide,
    cells: new Int32Array((columns + 1) * wordsFor(firstListed - wide)),
    listed: Uint32Array.from({ length: few + 1 }, (_, most) => countAbove(order, totals, most)),
    periods: narrowFor(columns, 0),
  };
  const places = placesIn(order, things);
  const periods = narrowFor(columns, sumFrom(order, totals, firstListed));
  fill({ ...counts, periods }, events, places, totals);
  sumColumns(counts.wideCells, wide);
  sumColumns(counts.cells, wordsFor(counts.narrow));
  return { ...counts, periods };
};

const sumFrom = (order: Uint32Array, totals: Uint32Array, first: number): number => {
  let sum = 0;
  for (let place = first; place < order.length; place++) sum += totals[order[place]!]!;
  return sum;
};

/** Turns what was added in each period into what there was before the next. */
const sumColumns = (cells: Uint32Array | Int32Array, stride: number): void => {
  for (let at = stride; at < cells.length; at++) cells[at]! += cells[at - stride]!;
};

const fill = (
  { wide, wideCells, narrow: dense, cells, listed, periods }: PeriodCounts,
  { thing, column: columns, count }: ThingEvents,
  places: Uint32Array,
  totals: Uint32Array,
): void => {
  const words = wordsFor(dense);
  const starts = listStarts(listed);
  const filled = new Uint8Array(Math.max(0, (listed[0] ?? 0) - wide - dense));
  for (let row = 0; row < thing.length; row++) {
    const of = thing[row]!;
    if (of < 0 || of >= places.length) continue;
    const place = places[of]!;
    const column = columns[row]!;
    const number = count === undefined ? 1 : count[row]!;
    if (place < wide) {
      wideCells[(column + 1) * wide + place]! += number;
    } else if (place < wide + dense) {
      const at = place - wide;
      cells[(column + 1) * words + (at >>> 2)]! += number << ((at & 3) << 3);
    } else {
      const total = totals[of]!;
      const start = starts[total]! + (place - listed[total]!) * total;
      const list = place - wide - dense;
      insert(periods, start, filled[list]!, column, number);
      filled[list]! += number;
    }
  }
};

/** Puts a number `count` times among ascending ones. */
const insert = (
  values: Narrow,
  start: number,
  length: number,
  value: number,
  count: number,
): void => {
  let to = start + length;
  for (; to > start && values[to - 1]! > value; to--) values[to + count - 1] = values[to - 1]!;
  values.fill(value, to, to + count);
};

/** Where the periods of a listed thing begin, and how many there are. */
const listOf = (
  { listed }: PeriodCounts,
  place: number,
): { readonly start: number; readonly total: number } => {
  let start = 0;
  let total = listed.length - 1;
  for (; total > 1 && place >= listed[total - 1]!; total--) {
    start += total * (listed[total - 1]! - listed[total]!);
  }
  return { start: start + total * (place - listed[total]!), total };
};

/** How many of some listed periods lie in a run. */
export const countListed = (periods: Narrow, start: number, total: number, run: Run): number => {
  const span = run.to - run.from;
  let count = 0;
  for (let at = start; at < start + total; at++) {
    if ((periods[at]! - run.from) >>> 0 < span) count++;
  }
  return count;
};

/** How many events the thing at a place has in a run; none for a place behind the last. */
export const countAt = (counts: PeriodCounts, place: number, run: Run): number => {
  const { wide, wideCells, narrow: dense, cells, periods, order } = counts;
  if (place < wide) return wideCells[run.to * wide + place]! - wideCells[run.from * wide + place]!;
  const at = place - wide;
  if (at < dense) {
    const words = wordsFor(dense);
    const word = at >>> 2;
    return (
      ((cells[run.to * words + word]! - cells[run.from * words + word]!) >>> ((at & 3) << 3)) &
      byteMax
    );
  }
  if (place >= order.length) return 0;
  const { start, total } = listOf(counts, place);
  return countListed(periods, start, total, run);
};

/** The counts of all things by code. */
export const countsOfAll = (counts: PeriodCounts, things: number, run: Run): Uint32Array => {
  const { order, wide, narrow: dense, cells, listed, periods } = counts;
  const all = new Uint32Array(things);
  for (let place = 0; place < wide; place++) all[order[place]!] = countAt(counts, place, run);
  const words = wordsFor(dense);
  const [before, after] = [run.from * words, run.to * words];
  for (let at = 0; at < dense; at++) {
    const four = cells[after + (at >>> 2)]! - cells[before + (at >>> 2)]!;
    all[order[wide + at]!] = (four >>> ((at & 3) << 3)) & byteMax;
  }
  let start = 0;
  for (let total = listed.length - 1; total > 0; total--) {
    const end = listed[total - 1]!;
    for (let place = listed[total]!; place < end; place++, start += total) {
      all[order[place]!] = countListed(periods, start, total, run);
    }
  }
  return all;
};
