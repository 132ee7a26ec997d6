import { type Day, dayOf, formatYear, monthsBefore, monthTexts, plusDays } from './day.js';

/**
 * A calendar month in UTC as the number of months since year 0; months are compared and subtracted
 * as numbers.
 */
export type Month = number & { readonly Month: unique symbol };

/** The month `1`..`12` of a year. */
export const monthOf = (year: number, month: number): Month => (year * 12 + month - 1) as Month;

/** The digit at a place of a text; `NaN` where there is none. */
const digitAt = (text: string, at: number): number => {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
};

/**
 * Reads `YYYY-MM`; `null` for any other text.
 *
 * @example
 * ```ts
 * parseMonth('2026-13'); // null
 * parseMonth('2026-02') === monthOf(2026, 2); // true
 * ```
 */
export const parseMonth = (text: string): Month | null => {
  if (text.length !== 7 || text[4] !== '-') return null;
  let year = 0;
  for (let at = 0; at < 4; at++) year = year * 10 + digitAt(text, at);
  const month = digitAt(text, 5) * 10 + digitAt(text, 6);
  // Comparisons with NaN are false.
  return year >= 0 && month >= 1 && month <= 12 ? monthOf(year, month) : null;
};

/** `YYYY-MM`. */
export const formatMonth = (month: Month): string => {
  const year = yearOf(month);
  return formatYear(year) + monthTexts[month - 12 * year]!;
};

/** The year that a month belongs to. */
export const yearOf = (month: Month): number => Math.floor(month / 12);

/** The month `count` months later, or earlier when negative. */
export const plusMonths = (month: Month, count: number): Month => (month + count) as Month;

/** The first day of a month. */
export const firstDayOf = (month: Month): Day => dayOf(yearOf(month), (month % 12) + 1, 1);

/** The last day of a month. */
export const lastDayOf = (month: Month): Day => plusDays(firstDayOf(plusMonths(month, 1)), -1);

/** The month that a day lies in. */
export const monthOfDay = (day: Day): Month => monthsBefore(day) as Month;
