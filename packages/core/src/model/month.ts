import { type Day, dayOf, plusDays } from './day.js';

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
export const formatMonth = (month: Month): string =>
  `${String(yearOf(month)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** The year that a month belongs to. */
export const yearOf = (month: Month): number => Math.floor(month / 12);

/** The month `count` months later, or earlier when negative. */
export const plusMonths = (month: Month, count: number): Month => (month + count) as Month;

/** The first day of a month. */
export const firstDayOf = (month: Month): Day => dayOf(yearOf(month), (month % 12) + 1, 1);

/** The last day of a month. */
export const lastDayOf = (month: Month): Day => plusDays(firstDayOf(plusMonths(month, 1)), -1);

/** The month that a day lies in. */
export const monthOfDay = (day: Day): Month => {
  // Counted in years that begin in March, in cycles of 400 of them, which all have the same length.
  const days = day + 719_468;
  const cycle = Math.floor(days / 146_097);
  const inCycle = days - 146_097 * cycle;
  const leapDays =
    Math.floor(inCycle / 1460) - Math.floor(inCycle / 36_524) + Math.floor(inCycle / 146_096);
  const year = Math.floor((inCycle - leapDays) / 365);
  const inYear = inCycle - 365 * year - Math.floor(year / 4) + Math.floor(year / 100);
  const monthsSinceMarch = Math.floor((5 * inYear + 2) / 153);
  return monthOf(400 * cycle + year, monthsSinceMarch + 3);
};
