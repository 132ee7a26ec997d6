import { type Narrow, narrow } from './narrow.js';
import { sortStretch } from './timelines.js';
import { countBelow, type Wavelet, waveletOf } from './wavelet.js';

/*
 * How many different people came within any run of days. For each day on which somebody came it is
 * kept on which day the same person had come before. Whoever came within the run came there for a first
 * time on exactly one day, and that is the day before which they last came ahead of the run: so count
 * the days within the run whose day before lies ahead of it.
 *
 * Days are kept by eras: what is added to the last one leaves the others as they are.
 */

/** Days of an era, by their codes: twice as many as in the eras of standings, since each costs a table. */
export const eraBits = 8;

/** The days of one group that lie in one era. */
export interface Era {
  /** One more than the code of the day before, 0 for none; ascending within a day. */
  readonly before: Wavelet;
  /** How many of these numbers are at most 0, 1, 2 ... in all earlier eras; ends with the highest. */
  readonly earlier: Narrow;
}

/** For each of some groups, everybody's days with the day before. */
export interface DistinctDays {
  /** For each group and day, where its entries begin; one more at the end. */
  readonly starts: Uint32Array;
  /** The eras of each group, up to the one in which the day behind the last lies. */
  readonly eras: readonly (readonly Era[])[];
}

/** Days on which people came, in any order, not more than `size` of them. */
export interface PersonDays {
  /** The group and day of each, as group times the number of days, plus the code. */
  readonly slot: Uint32Array;
  /** One more than the code of the day on which the same person had come before, 0 for none. */
  readonly before: Uint16Array;
  size: number;
}

/** Room for so many days. */
export const personDays = (sizeMax: number): PersonDays => ({
  slot: new Uint32Array(sizeMax),
  before: new Uint16Array(sizeMax),
  size: 0,
});

/** Sorts numbers of one day, which are at most its code; `counts` is all zeros before and after. */
const sortDay = (
  values: Uint16Array,
  start: number,
  end: number,
  code: number,
  counts: Uint32Array,
): void => {
  if (8 * (end - start) < code) {
    sortStretch(values, start, end);
    return;
  }
  for (let at = start; at < end; at++) counts[values[at]!]!++;
  for (let value = 0, at = start; value <= code; value++) {
    for (const last = at + counts[value]!; at < last; at++) values[at] = value;
    counts[value] = 0;
  }
};

/** Running totals of counts, up to the last that is not 0. */
const earlierOf = (counts: Uint32Array): Narrow => {
  const totals = counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
  for (let value = 1; value < totals.length; value++) totals[value]! += totals[value - 1]!;
  return narrow(totals);
};

const erasOf = (
  values: Uint16Array,
  starts: Uint32Array,
  group: number,
  days: number,
): readonly Era[] => {
  const eras: Era[] = [];
  const counts = new Uint32Array(days + 1);
  const startOf = (era: number): number => starts[group * days + Math.min(days, era << eraBits)]!;
  for (let era = 0; era <= days >> eraBits; era++) {
    const own = values.subarray(startOf(era), startOf(era + 1));
    eras.push({ before: waveletOf(own), earlier: earlierOf(counts) });
    for (const value of own) counts[value]!++;
  }
  return eras;
};

/** Lays out the days of people by group and day. */
export const distinctDaysOf = (
  { slot, before, size }: PersonDays,
  groups: number,
  days: number,
): DistinctDays => {
  const starts = new Uint32Array(groups * days + 1);
  for (let row = 0; row < size; row++) starts[slot[row]! + 1]!++;
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  const next = starts.slice();
  const values = new Uint16Array(size);
  for (let row = 0; row < size; row++) values[next[slot[row]!]!++] = before[row]!;
  const counts = new Uint32Array(days);
  const eras: (readonly Era[])[] = [];
  for (let group = 0; group < groups; group++) {
    for (let code = 0; code < days; code++) {
      const at = group * days + code;
      sortDay(values, starts[at]!, starts[at + 1]!, code, counts);
    }
    eras.push(erasOf(values, starts, group, days));
  }
  return { starts, eras };
};

/** The different people of a group within a run of day codes, of a calendar of `days` days. */
export const countDistinct = (
  { starts, eras }: DistinctDays,
  group: number,
  days: number,
  from: number,
  to: number,
): number => {
  const first = group * days;
  const era = to >> eraBits;
  const { before, earlier } = eras[group]![era]!;
  const start = starts[first]!;
  const eraStart = starts[first + (era << eraBits)]!;
  const below =
    (from < earlier.length ? earlier[from]! : eraStart - start) +
    countBelow(before, 0, starts[first + to]! - eraStart, from + 1);
  // Ahead of the run every day before lies ahead of it, too.
  return below - (starts[first + from]! - start);
};
