import type { Day } from '../../../packages/core/src/model/day.js';
import { monthOfDay } from '../../../packages/core/src/model/month.js';
import { firstDay, months } from '../schools.js';

/* What there was before each month, so that a range of months is one subtraction for each thing. */

/** Whole numbers in the smallest type that holds them. */
export type Cells = Uint8Array | Uint16Array | Uint32Array;

/** Some things, and for each month, and one behind the last, what each has before it. */
export interface Before {
  readonly things: number;
  readonly cells: Cells;
}

/** The months from one up to, not including, another. */
export interface Months {
  readonly from: number;
  readonly to: number;
}

export const firstMonth = monthOfDay(firstDay);

/** The month of each day, the first one of the organization being 0. */
export const monthsOf = (days: Int32Array): Uint8Array =>
  Uint8Array.from(days, (day) => monthOfDay(day as Day) - firstMonth);

const narrow = (cells: Uint32Array): Cells => {
  let most = 0;
  for (const count of cells) if (count > most) most = count;
  if (most < 2 ** 8) return Uint8Array.from(cells);
  return most < 2 ** 16 ? Uint16Array.from(cells) : cells;
};

/** Turns what was added in each month, one row ahead, into what there was before it. */
const sumUp = (sums: Uint32Array, things: number): Uint32Array => {
  for (let at = things; at < sums.length; at++) sums[at]! += sums[at - things]!;
  return sums;
};

/**
 * Counts rows by thing and month.
 *
 * @param thingOf - the thing that a row is about; -1 for a row that does not count
 */
export const countedBefore = (
  things: number,
  month: Uint8Array,
  thingOf: (row: number) => number,
): Before => {
  const sums = new Uint32Array((months + 1) * things);
  for (let row = 0; row < month.length; row++) {
    const thing = thingOf(row);
    if (thing >= 0) sums[(month[row]! + 1) * things + thing]!++;
  }
  return { things, cells: narrow(sumUp(sums, things)) };
};

/** What a thing has in a range. */
export const countOf = ({ things, cells }: Before, thing: number, { from, to }: Months): number =>
  cells[to * things + thing]! - cells[from * things + thing]!;
