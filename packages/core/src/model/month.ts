import { type Day, dayOf, formatYear, monthsBefore, plusDays, twoDigits } from './day.js';

/**
 * A calendar month in UTC as the number of months since year 0; months are compared and subtracted
 * as numbers.
 */
export type Month = number & { readonly Month: unique symbol };

const pattern = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The month `1`..`12` of a year. */
export const monthOf = (year: number, month: number): Month => (year * 12 + month - 1) as Month;

/** Reads `YYYY-MM`; `null` for any other text. */
export const parseMonth = (text: string): Month | null => {
  const match = pattern.exec(text);
  return match === null ? null : monthOf(Number(match[1]), Number(match[2]));
};

/** `YYYY-MM`. */
export const formatMonth = (month: Month): string => {
  const year = yearOf(month);
  return `${formatYear(year)}-${twoDigits[month - 12 * year + 1]!}`;
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
