import { limits } from '../catalog/limits.js';
import { type Day, earlierOf, plusDays } from '../model/day.js';
import { firstDayOf, monthOf, monthOfDay, plusMonths, yearOf } from '../model/month.js';
import type { BillingTerm } from '../model/organization.js';

/*
 * The time line of an index, cut into periods. A request names whole months (4.1.10) or the default range
 * (4.1.11), so every range that can be asked for begins and ends where a period does: at the start of a
 * month, at either end of a billing term, on the creation day, or on one of the days around today.
 */

/** What decides the periods of an index. An `Organization` and the day make one. */
export interface IndexTimes {
  /** The UTC day of the organization's creation. */
  readonly createdOn: Day;
  /** In any order. */
  readonly billingTerms: readonly Pick<BillingTerm, 'startsOn' | 'endsOn'>[];
  /** The UTC day that the index is built for. */
  readonly today: Day;
}

/** Days before the day it was built for that an index answers: clocks of replicas may differ. */
export const daysBackMax = 1;

/** Days after the day it was built for that an index answers without being built anew. */
export const daysAheadMax = 62;

/** The terms that can still be a default range, on one of the days that the index answers. */
const openTerms = ({ billingTerms, today }: IndexTimes) =>
  billingTerms.filter(({ endsOn }) => endsOn >= today - daysBackMax);

/**
 * The days on which periods begin, ascending and distinct. Period 0 is all time before the first of them,
 * and the last period has no end: the period of a day is the number of edges that are not after it.
 *
 * @example
 * ```ts
 * const edges = periodEdges({ createdOn: dayOf(2026, 3, 10), billingTerms: [], today: dayOf(2026, 3, 12) });
 * edges.includes(dayOf(2026, 3, 10)); // true
 * edges[0] === dayOf(2021, 1, 1); // true
 * ```
 */
export const periodEdges = (times: IndexTimes): Int32Array => {
  const { createdOn, today } = times;
  const terms = openTerms(times);
  const first = plusDays(today, -daysBackMax);
  const last = plusDays(today, daysAheadMax);
  const earliest = terms.reduce((day, { startsOn }) => earlierOf(day, startsOn), createdOn);
  const windowMonth = monthOf(yearOf(monthOfDay(first)) - limits.yearsBackMax, 1);
  const fromMonth = Math.min(windowMonth, monthOfDay(earliest));
  const toMonth = plusMonths(monthOfDay(last), 1);
  const edges = new Set<Day>([createdOn]);
  for (let month = fromMonth; month <= toMonth; month++)
    edges.add(firstDayOf(month as typeof toMonth));
  for (const { startsOn, endsOn } of terms) edges.add(startsOn).add(plusDays(endsOn, 1));
  for (let day = first; day <= last + 1; day = plusDays(day, 1)) edges.add(day);
  return Int32Array.from(edges).sort();
};

/** How many edges are not after a day: its period. */
export const periodOf = (edges: Int32Array, day: Day): number => {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  return low;
};
