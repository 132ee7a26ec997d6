import { countBelow, levelsFor, type Wavelet, waveletOf } from './wavelet.js';

/*
 * How many different people came within any run of days. For each day on which somebody came it is
 * kept on which day the same person had come before. Whoever came within the run came there for a first
 * time on exactly one day, and that is the day before which they last came ahead of the run: so count
 * the days within the run whose day before lies ahead of it.
 */

/** For each of some groups, everybody's days with the day before. */
export interface DistinctDays {
  /** For each group and day, where its entries begin; one more at the end. */
  readonly starts: Uint32Array;
  /** One more than the code of the day before, 0 for none; ascending within a day. */
  readonly before: Wavelet;
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

/** Lays out the days of people by group and day. */
export const distinctDaysOf = (
  { slot, before, size }: PersonDays,
  groups: number,
  days: number,
): DistinctDays => {
  const starts = new Uint32Array(groups * days + 1);
  const next = new Uint32Array(days + 2);
  for (let row = 0; row < size; row++) {
    starts[slot[row]! + 1]!++;
    next[before[row]! + 1]!++;
  }
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  for (let value = 1; value < next.length; value++) next[value]! += next[value - 1]!;
  // By the day before first, then by slot: the second keeps the order of the first.
  const slots = new Uint32Array(size);
  for (let row = 0; row < size; row++) slots[next[before[row]!]!++] = slot[row]!;
  const values = new Uint16Array(size);
  const place = starts.slice();
  for (let value = 0, row = 0; value <= days; value++) {
    for (const end = next[value]!; row < end; row++) values[place[slots[row]!]!++] = value;
  }
  return { starts, before: waveletOf(values, levelsFor(days)) };
};

/** The different people of a group within a run of day codes, of a calendar of `days` days. */
export const countDistinct = (
  { starts, before }: DistinctDays,
  group: number,
  days: number,
  from: number,
  to: number,
): number => {
  const first = group * days;
  return countBelow(before, starts[first + from]!, starts[first + to]!, from + 1);
};
