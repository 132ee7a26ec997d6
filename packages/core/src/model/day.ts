import { failArgument } from './fail-argument.js';
import { show } from './show.js';

/**
 * A calendar day in UTC as the number of days since 1970-01-01; days are compared and subtracted
 * as numbers.
 */
export type Day = number & { readonly Day: unique symbol };

const msPerDay = 86_400_000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The days of the years 0000 to 9999. */
export const [firstDay, lastDay] = [-719_528, 2_932_896];

/** Whether a value is a day that can be written as YYYY-MM-DD. */
export const isDay = (day: unknown): boolean =>
  Number.isInteger(day) && (day as number) >= firstDay && (day as number) <= lastDay;

/** Throws a TypeError unless the value is such a day. */
export const checkDay = (place: string, day: unknown): void => {
  if (!isDay(day)) {
    failArgument(
      place,
      day,
      'a Day, such as dayOf(2026, 11, 20), parseDay or dayOfInstant make it',
    );
  }
};

/** Days since 1970-01-01; a month or date beyond its last runs over into the next year or month. */
export const daysUntil = (year: number, month: number, date: number): Day => {
  // Years begin in March here, so that a leap day is the last of its year.
  const months = 12 * year + month - 3;
  const marchYear = Math.floor(months / 12);
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  // Months since March last 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31 days.
  const daysOfMonths = Math.floor((153 * (months - 12 * marchYear) + 2) / 5);
  return (365 * marchYear + leapDays + daysOfMonths + date - 719_469) as Day;
};

/**
 * The day of a UTC calendar date; `month` counts from 1.
 *
 * @throws RangeError when there is no such date in the years 0 to 9999
 *
 * @example
 * ```ts
 * formatDay(dayOf(2026, 2, 28)); // '2026-02-28'
 * ```
 */
export const dayOf = (year: number, month: number, date: number): Day => {
  const day = daysUntil(year, month, date);
  const isDate =
    [year, month, date].every(Number.isInteger) &&
    year >= 0 &&
    year <= 9999 &&
    month >= 1 &&
    month <= 12 &&
    date >= 1 &&
    day < daysUntil(year, month + 1, 1);
  if (isDate) return day;
  throw new RangeError(
    `There is no date of year ${show(year)}, month ${show(month)}, day ${show(date)}; give a year from 0 to 9999, a month from 1 to 12 and a day that the month has.`,
  );
};

/**
 * Reads `YYYY-MM-DD`; `null` when the text has another form or names a day that does not exist.
 *
 * @example
 * ```ts
 * parseDay('2026-02-29'); // null
 * dayOf(2026, 3, 1) - (parseDay('2026-02-27') ?? 0); // 2
 * ```
 */
export const parseDay = (text: string): Day | null => {
  const match = pattern.exec(text);
  if (match === null) return null;
  const day = daysUntil(Number(match[1]), Number(match[2]), Number(match[3]));
  return isDay(day) && textOfDay(day) === text ? day : null;
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `-MM` by the months since January. */
export const monthTexts: readonly string[] = Array.from(
  { length: 12 },
  (_, month) => `-${twoDigits(month + 1)}`,
);

/** A year with four digits. */
export const formatYear = (year: number): string =>
  year >= 1000 ? String(year) : String(year).padStart(4, '0');

/** The year (beginning in March), its months and days before a day: what `dayOf` puts together. */
const dateOf = (day: Day) => {
  // Counted in cycles of 400 years, which all have the same length.
  const days = day + 719_468;
  const cycle = Math.floor(days / 146_097);
  const inCycle = days - 146_097 * cycle;
  const leapDays =
    Math.floor(inCycle / 1460) - Math.floor(inCycle / 36_524) + Math.floor(inCycle / 146_096);
  const year = Math.floor((inCycle - leapDays) / 365);
  const inYear = inCycle - 365 * year - Math.floor(year / 4) + Math.floor(year / 100);
  const month = Math.floor((5 * inYear + 2) / 153);
  return { year: 400 * cycle + year, month, date: inYear - Math.floor((153 * month + 2) / 5) + 1 };
};

/** The months since year 0 that lie before the month of a day. */
export const monthsBefore = (day: Day): number => {
  const { year, month } = dateOf(day);
  return 12 * year + month + 2;
};

const newText = (day: Day): string => {
  const { year, month, date } = dateOf(day);
  // January and February belong to the year that begins after them here.
  return month < 10
    ? `${formatYear(year)}${monthTexts[month + 2]!}-${twoDigits(date)}`
    : `${formatYear(year + 1)}${monthTexts[month - 10]!}-${twoDigits(date)}`;
};

/** The years whose days keep their texts once asked for: a page of the roster shows 400 days. */
const firstKept = daysUntil(2000, 1, 1);
const kept = new Array<string | undefined>(daysUntil(2100, 1, 1) - firstKept);

/** A day as `formatDay` writes it, where it is known to be one. */
export const textOfDay = (day: Day): string => {
  const at = day - firstKept;
  return at >= 0 && at < kept.length ? (kept[at] ??= newText(day)) : newText(day);
};

/**
 * `YYYY-MM-DD`.
 *
 * @throws TypeError for a number that is no day of the years 0 to 9999
 *
 * @example
 * ```ts
 * formatDay(dayOf(2026, 3, 1) - 1); // '2026-02-28'
 * ```
 */
export const formatDay = (day: Day): string => {
  checkDay('day', day);
  return textOfDay(day);
};

/**
 * The day that an instant (milliseconds since 1970-01-01T00:00Z) falls on in UTC.
 *
 * @example
 * ```ts
 * formatDay(dayOfInstant(Date.UTC(2026, 1, 28, 23, 59))); // '2026-02-28'
 * ```
 */
export const dayOfInstant = (instant: number): Day => Math.floor(instant / msPerDay) as Day;

/**
 * The day `count` days later, or earlier when negative.
 *
 * @example
 * ```ts
 * formatDay(plusDays(dayOf(2026, 2, 28), 1)); // '2026-03-01'
 * ```
 */
export const plusDays = (day: Day, count: number): Day => (day + count) as Day;

/**
 * The earlier of two days.
 *
 * @example
 * ```ts
 * formatDay(earlierOf(dayOf(2026, 3, 1), dayOf(2026, 2, 28))); // '2026-02-28'
 * ```
 */
export const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

/**
 * The later of two days.
 *
 * @example
 * ```ts
 * formatDay(laterOf(dayOf(2026, 3, 1), dayOf(2026, 2, 28))); // '2026-03-01'
 * ```
 */
export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
