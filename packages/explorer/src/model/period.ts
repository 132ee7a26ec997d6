import { limits } from '@tallyboard/core/vocabulary';
import {
  earlierMonth,
  lastDate,
  lengthOf,
  type MonthSpan,
  monthOfDate,
  monthsAfter,
} from './months.js';
import { presetOf } from './presets.js';
import type { View } from './view.js';

/** Days, both included, as `YYYY-MM-DD`. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

/** What a view is about: months, or the organization's own term. */
export const monthsOfView = ({ range }: View, thisMonth: string): MonthSpan | null =>
  typeof range === 'string' ? (presetOf(range)?.months(thisMonth) ?? null) : range;

/** The days of whole months. */
export const datesOf = ({ from, to }: MonthSpan): Dates => ({
  from: `${from}-01`,
  to: lastDate(to),
});

/** The period before, or why there is none to compare with. */
export type Before =
  | { readonly kind: 'months'; readonly months: MonthSpan }
  | { readonly kind: 'none'; readonly reason: string };

const none = (reason: string): Before => ({ kind: 'none', reason });

/**
 * The months before a range, as many of them as the range has had so far: a term of twelve months of
 * which three have begun is compared with the first three of the twelve before. The API asks by months,
 * so a range that begins or ends within one has no period before that could be asked for.
 */
export const periodBefore = (dates: Dates, { range }: View, thisMonth: string): Before => {
  const span = { from: monthOfDate(dates.from), to: monthOfDate(dates.to) };
  const isWhole = dates.from === `${span.from}-01` && dates.to === lastDate(span.to);
  if (!isWhole) return none('This range does not begin and end with a month.');
  const preset = typeof range === 'string' ? presetOf(range) : undefined;
  const offset = preset?.comparedMonthsBefore ?? lengthOf(span);
  const soFar = lengthOf({ from: span.from, to: earlierMonth(span.to, thisMonth) });
  const from = monthsAfter(span.from, -offset);
  if (soFar < 1) return none('This range has no month so far.');
  if (soFar > limits.rangeMonthsMax) {
    return none(`The API compares at most ${limits.rangeMonthsMax} months.`);
  }
  const earliest = `${Number(thisMonth.slice(0, 4)) - limits.yearsBackMax}-01`;
  if (from < earliest) return none(`The API has nothing before ${earliest}.`);
  return { kind: 'months', months: { from, to: monthsAfter(from, soFar - 1) } };
};
