import { sortStretch } from './timelines.js';
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

/** Said of a row in `before` that is not the first of its person on its day. */
export const seenThatDay = 0xffff;

/**
 * @param group - the group of each row, or -1
 * @param code - the day code of each row, ascending
 * @param before - for each row one more than the code of the day before, or `seenThatDay`
 */
export const distinctDaysOf = (
  group: Int8Array,
  code: Uint16Array,
  before: Uint16Array,
  groups: number,
  days: number,
): DistinctDays => {
  const starts = new Uint32Array(groups * days + 1);
  for (let row = 0; row < code.length; row++) {
    if (before[row] !== seenThatDay) starts[group[row]! * days + code[row]! + 1]!++;
  }
  for (let slot = 0; slot < groups * days; slot++) starts[slot + 1]! += starts[slot]!;
  const values = new Uint16Array(starts[groups * days]!);
  const next = starts.slice();
  for (let row = 0; row < code.length; row++) {
    if (before[row] !== seenThatDay) {
      values[next[group[row]! * days + code[row]!]!++] = before[row]!;
    }
  }
  for (let slot = 0; slot < groups * days; slot++) {
    sortStretch(values, starts[slot]!, starts[slot + 1]!);
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
