import type { DayRun } from './calendar.js';
import { countDistinct, type DistinctDays } from './distinct-days.js';

/*
 * Distinct people of whole months, worked out beforehand: most ranges are months, and a count of any
 * other days has to look at a few dozen places far from each other.
 */

/** The most months that are asked for at once, months without any days not counted (4.1.10). */
const spanMax = 24;

/** The most months that a count spans, where there are so many. */
const spansOf = (starts: Uint16Array): number => Math.min(spanMax, starts.length - 1);

/** For each group, first month and number of months less one, the different people of those months. */
export type DistinctMonths = Uint32Array;

/** What stays as it was when an index grows: the months that end before a day code. */
interface Kept {
  readonly months: DistinctMonths;
  readonly starts: Uint16Array;
  /** The first code of which anything is new. */
  readonly firstNew: number;
}

const nothingKept: Kept = {
  months: new Uint32Array(0),
  starts: new Uint16Array(1),
  firstNew: 0,
};

/**
 * @param starts - the code with which each month begins, and the number of all days
 * @param kept - counts of an earlier index, whose days and groups have kept their codes
 */
export const distinctMonthsOf = (
  days: DistinctDays,
  groups: number,
  starts: Uint16Array,
  kept: Kept = nothingKept,
): DistinctMonths => {
  const size = starts.length - 1;
  const oldSize = kept.starts.length - 1;
  const unchanged = Math.min(kept.firstNew, kept.starts[oldSize]!);
  const spans = spansOf(starts);
  const oldSpans = spansOf(kept.starts);
  const months = new Uint32Array(groups * size * spans);
  for (let group = 0; group < groups; group++) {
    for (let first = 0; first < size; first++) {
      const at = (group * size + first) * spans;
      const old = (group * oldSize + first) * oldSpans;
      for (let span = 0; span < spans && first + span < size; span++) {
        const end = starts[first + span + 1]!;
        months[at + span] =
          end <= unchanged
            ? kept.months[old + span]!
            : countDistinct(days, group, starts[size]!, starts[first]!, end);
      }
    }
  }
  return months;
};

/** The month that begins with a day code, or `none`; the end of all days counts as one. */
const monthFrom = (starts: Uint16Array, code: number): number => {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! < code) low = middle + 1;
    else high = middle;
  }
  return starts[low] === code ? low : none;
};

const none = -1;

/** The different people of a group within a run of day codes. */
export const countPeople = (
  days: DistinctDays,
  months: DistinctMonths,
  starts: Uint16Array,
  group: number,
  { from, to }: DayRun,
): number => {
  if (from >= to) return 0;
  const size = starts.length - 1;
  const first = monthFrom(starts, from);
  const end = first === none ? none : monthFrom(starts, to);
  return end === none || end - first > spanMax
    ? countDistinct(days, group, starts[size]!, from, to)
    : months[(group * size + first) * spansOf(starts) + end - first - 1]!;
};
