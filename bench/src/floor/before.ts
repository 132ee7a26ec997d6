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
const sumUp = <Sums extends Uint32Array | Float64Array>(sums: Sums, things: number): Sums => {
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

/** Adds up amounts by month. */
export const amountBefore = (
  month: Uint8Array,
  amountOf: (row: number) => number,
): Float64Array => {
  const sums = new Float64Array(months + 1);
  for (let row = 0; row < month.length; row++) sums[month[row]! + 1]! += amountOf(row);
  return sumUp(sums, 1);
};

/** What a thing has in a range. */
export const countOf = ({ things, cells }: Before, thing: number, { from, to }: Months): number =>
  cells[to * things + thing]! - cells[from * things + thing]!;

/**
 * Different people of a group in every range: `table[from * (months + 1) + to]`.
 *
 * @param cameIn - for each person of the group the months in which they came, as one byte each
 */
export const distinctByRange = (cameIn: readonly Uint8Array[]): Uint32Array => {
  const stride = months + 1;
  const table = new Uint32Array(stride * stride);
  for (const came of cameIn) {
    // A person counts in the ranges that begin after the visit before and end after this one.
    let before = 0;
    for (let month = 0; month < months; month++) {
      if (came[month] === 0) continue;
      for (let from = before; from <= month; from++) table[from * stride + month + 1]!++;
      before = month + 1;
    }
  }
  for (let from = 0; from < months; from++) {
    for (let to = 1; to <= months; to++) {
      table[from * stride + to]! += table[from * stride + to - 1]!;
    }
  }
  return table;
};
