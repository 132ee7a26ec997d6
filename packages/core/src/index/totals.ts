import type { Run } from './periods.js';

/*
 * Sums that add up over periods: for each key the total before every period, so that any run of periods is
 * one difference. A key under which nothing ever happened takes no room.
 */

/** Totals of counts, or of amounts that may outgrow 32 bits. */
export interface Totals<Sums extends Uint32Array | Float64Array = Uint32Array> {
  /** Where the totals of a key begin in `sums`; -1 where nothing ever happened. */
  readonly starts: Int32Array;
  /** One total before each period, and one of all, for each key that occurs. */
  readonly sums: Sums;
}

/**
 * Makes totals of what was added in each period.
 *
 * @param added - for each key, 0 and then one number a period; turned into totals in place
 */
export const totalsOf = <Sums extends Uint32Array | Float64Array>(
  added: Sums,
  periods: number,
): Totals<Sums> => {
  const stride = periods + 1;
  const starts = new Int32Array(added.length / stride).fill(-1);
  let used = 0;
  for (let key = 0; key < starts.length; key++) {
    const start = key * stride;
    for (let at = start + 1; at < start + stride; at++) added[at]! += added[at - 1]!;
    if (added[start + periods] === 0) continue;
    added.copyWithin(used, start, start + stride);
    starts[key] = used;
    used += stride;
  }
  return { starts, sums: added.slice(0, used) as Sums };
};

/** The total of a key over a run. */
export const total = (
  { starts, sums }: Totals<Uint32Array | Float64Array>,
  key: number,
  { from, to }: Run,
): number => {
  const start = starts[key]!;
  return start < 0 ? 0 : sums[start + to]! - sums[start + from]!;
};

/** The total over a run of some roles, whose keys follow the one of the first role. */
export const totalOfRoles = (
  { starts, sums }: Totals<Uint32Array | Float64Array>,
  firstKey: number,
  roleMask: number,
  { from, to }: Run,
): number => {
  let sum = 0;
  // A series asks this for each month: no list of roles, and no call for each of them.
  for (let left = roleMask; left !== 0; left &= left - 1) {
    const start = starts[firstKey + 31 - Math.clz32(left & -left)]!;
    if (start >= 0) sum += sums[start + to]! - sums[start + from]!;
  }
  return sum;
};
