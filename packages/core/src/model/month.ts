import { type Day, daysUntil, formatYear, monthsBefore, monthTexts, plusDays } from './day.js';
import { failArgument } from './fail-argument.js';
import { show } from './show.js';

/**
 * A calendar month in UTC as the number of months since year 0; months are compared and subtracted
 * as numbers.
 */
export type Month = number & { readonly Month: unique symbol };

const monthUnchecked = (year: number, month: number): Month => (year * 12 + month - 1) as Month;

/**
 * A month of a year; `month` counts from 1.
 *
 * @throws RangeError when there is no such month
 *
 * @example
 * ```ts
 * formatMonth(monthOf(2026, 12)); // '2026-12'
 * ```
 */
export const monthOf = (year: number, month: number): Month => {
  if (Number.isInteger(year) && Number.isInteger(month) && month >= 1 && month <= 12) {
    return monthUnchecked(year, month);
  }
  throw new RangeError(
    `There is no month ${show(month)} of year ${show(year)}; give a whole year and a month from 1 to 12.`,
  );
};

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
  return year >= 0 && month >= 1 && month <= 12 ? monthUnchecked(year, month) : null;
};

const monthsMax = 12 * 10_000;

const textOfMonth = (month: Month): string => {
  if (!Number.isInteger(month) || month < 0 || month >= monthsMax) {
    return failArgument('month', month, 'a Month, such as monthOf(2026, 11) or parseMonth make it');
  }
  const year = yearOf(month);
  return formatYear(year) + monthTexts[month - 12 * year]!;
};

const firstDayOfMonth = (month: Month): Day => daysUntil(yearOf(month), (month % 12) + 1, 1);

/** The years whose months have their texts and first days in a table: a series needs both in each row. */
const [firstKnown, lastKnown] = [monthUnchecked(2000, 1), monthUnchecked(2099, 12)];

const isKnown = (month: Month): boolean => month >= firstKnown && month <= lastKnown;

/**
 * `YYYY-MM`.
 *
 * @throws TypeError for a number that is no month of the years 0 to 9999
 *
 * @example
 * ```ts
 * formatMonth(monthOf(2026, 2)); // '2026-02'
 * ```
 */
export const formatMonth = (month: Month): string =>
  isKnown(month) ? knownTexts[month - firstKnown]! : textOfMonth(month);

/**
 * The year that a month belongs to.
 *
 * @example
 * ```ts
 * yearOf(monthOf(2026, 12)); // 2026
 * ```
 */
export const yearOf = (month: Month): number => Math.floor(month / 12);

const knownMonths = Array.from(
  { length: lastKnown - firstKnown + 1 },
  (_, at) => (firstKnown + at) as Month,
);
const knownTexts = knownMonths.map(textOfMonth);
const knownFirstDays = Int32Array.from(knownMonths, firstDayOfMonth);

/**
 * The month `count` months later, or earlier when negative.
 *
 * @example
 * ```ts
 * formatMonth(plusMonths(monthOf(2026, 12), 1)); // '2027-01'
 * ```
 */
export const plusMonths = (month: Month, count: number): Month => (month + count) as Month;

/**
 * The first day of a month.
 *
 * @example
 * ```ts
 * formatDay(firstDayOf(monthOf(2026, 2))); // '2026-02-01'
 * ```
 */
export const firstDayOf = (month: Month): Day =>
  isKnown(month) ? (knownFirstDays[month - firstKnown] as Day) : firstDayOfMonth(month);

/**
 * The last day of a month.
 *
 * @example
 * ```ts
 * formatDay(lastDayOf(monthOf(2028, 2))); // '2028-02-29'
 * ```
 */
export const lastDayOf = (month: Month): Day => plusDays(firstDayOf(plusMonths(month, 1)), -1);

/**
 * The month that a day lies in.
 *
 * @example
 * ```ts
 * formatMonth(monthOfDay(dayOf(2026, 2, 28))); // '2026-02'
 * ```
 */
export const monthOfDay = (day: Day): Month => monthsBefore(day) as Month;
