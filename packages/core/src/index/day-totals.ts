import type { DayRun } from './calendar.js';

/*
 * Sums that add up over days: for each key the total before every day, so that any run of days is one
 * difference. A key under which nothing ever happened takes no room.
 */

/** Totals of counts, or of amounts that may outgrow 32 bits. */
export interface DayTotals<Sums extends Uint32Array | Float64Array = Uint32Array> {
  /** Where the totals of a key begin in `sums`; `absent` where nothing ever happened. */
  readonly columns: Int32Array;
  /** One total before each day, and one of all days, for each key that occurs. */
  readonly sums: Sums;
}

/** The place of a key without totals. */
const absent = -1;

/**
 * Makes totals of what was added on each day.
 *
 * @param added - for each key, 0 and then one number per day; turned into totals in place
 * @param first - the first day whose numbers are not totals already
 */
export const totalsOf = <Sums extends Uint32Array | Float64Array>(
  added: Sums,
  days: number,
  first = 0,
): DayTotals<Sums> => {
  const stride = days + 1;
  const keys = added.length / stride;
  const columns = new Int32Array(keys).fill(absent);
  let used = 0;
  for (let key = 0; key < keys; key++) {
    const start = key * stride;
    for (let day = first + 1; day < stride; day++) added[start + day]! += added[start + day - 1]!;
    if (added[start + days] === 0) continue;
    added.copyWithin(used, start, start + stride);
    columns[key] = used;
    used += stride;
  }
  return { columns, sums: added.slice(0, used) as Sums };
};

/** The total of a key over a run of days. */
export const total = (
  { columns, sums }: DayTotals<Uint32Array | Float64Array>,
  key: number,
  { from, to }: DayRun,
): number => {
  const column = columns[key]!;
  return column === absent ? 0 : sums[column + to]! - sums[column + from]!;
};

/**
 * Adds what totals hold for every day to what was added on other days.
 *
 * @param keys - the new key of each key of the totals
 * @param codes - the new code of each day of the totals
 * @param added - laid out as for `totalsOf`
 * @param first - days before it have kept their codes, and nothing was added: totals are taken over
 */
export const spreadTotals = (
  { columns, sums }: DayTotals<Uint32Array | Float64Array>,
  keys: Int32Array,
  codes: Uint16Array,
  added: Uint32Array | Float64Array,
  stride: number,
  first: number,
): void => {
  for (const [key, column] of columns.entries()) {
    if (column === absent) continue;
    const start = keys[key]! * stride + 1;
    added.set(sums.subarray(column + 1, column + 1 + first), start);
    for (let code = first; code < codes.length; code++) {
      added[start + codes[code]!]! += sums[column + code + 1]! - sums[column + code]!;
    }
  }
};
