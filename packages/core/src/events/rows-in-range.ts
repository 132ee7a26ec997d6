import type { DateRange } from '../model/date-range.js';

/** Rows from `start` up to, not including, `end`. */
export interface RowRun {
  readonly start: number;
  readonly end: number;
}

const firstRowFrom = (days: Int32Array, day: number): number => {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The rows whose day lies in a range, for days in ascending order. */
export const rowsInRange = (days: Int32Array, { from, to }: DateRange): RowRun => ({
  start: firstRowFrom(days, from),
  end: firstRowFrom(days, to + 1),
});
