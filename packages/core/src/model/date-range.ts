import { type Day, earlierOf, formatDay, laterOf } from './day.js';
import { firstDayOf, lastDayOf, type Month, monthOfDay, plusMonths } from './month.js';

/** The days of an answer, both ends included; `from <= to`. */
export interface DateRange {
  /** The first day. */
  readonly from: Day;
  /** The last day. */
  readonly to: Day;
}

/** A part of a range that lies within one month. */
export interface MonthOfRange {
  /** The month. */
  readonly month: Month;
  /** Its days as far as they belong to the range. */
  readonly range: DateRange;
}

/**
 * The whole months from the first to the last, both included.
 *
 * @example
 * ```ts
 * formatDateRange(rangeOfMonths(monthOf(2026, 1), monthOf(2026, 2))); // { from: '2026-01-01', to: '2026-02-28' }
 * ```
 */
export const rangeOfMonths = (from: Month, to: Month): DateRange => ({
  from: firstDayOf(from),
  to: lastDayOf(to),
});

/**
 * Every month that a range touches up to and including `last`, ascending, each with the days of the
 * range that lie in it.
 *
 * @example
 * ```ts
 * const range = { from: dayOf(2026, 1, 5), to: dayOf(2026, 2, 10) };
 * monthsOfRange(range, monthOf(2026, 2)).map(({ month }) => formatMonth(month)); // ['2026-01', '2026-02']
 * ```
 */
export const monthsOfRange = (range: DateRange, last: Month): readonly MonthOfRange[] => {
  const months: MonthOfRange[] = [];
  const end = Math.min(monthOfDay(range.to), last);
  for (let month = monthOfDay(range.from); month <= end; month = plusMonths(month, 1)) {
    const days = rangeOfMonths(month, month);
    months.push({
      month,
      range: { from: laterOf(days.from, range.from), to: earlierOf(days.to, range.to) },
    });
  }
  return months;
};

/**
 * `{ from, to }` as `YYYY-MM-DD`, the `dateRange` of every `meta` (2.7, 2.8).
 *
 * @example
 * ```ts
 * formatDateRange({ from: dayOf(2026, 1, 5), to: dayOf(2026, 2, 28) }); // { from: '2026-01-05', to: '2026-02-28' }
 * ```
 */
export const formatDateRange = (
  range: DateRange,
): { readonly from: string; readonly to: string } => ({
  from: formatDay(range.from),
  to: formatDay(range.to),
});
