/* eslint max-lines: "off" -- days, months and moments have one calendar */
import { checkDay, isDay } from './check-day.js';
import { failArgument } from './messages.js';

/**
 * A calendar day in UTC as the number of days since 1970-01-01; days are compared and subtracted
 * as numbers.
 */
export type Day = number & { readonly Day: unique symbol };

const msPerDay = 86_400_000;
/** Days since 1970-01-01; a month or date beyond its last runs over into the next year or month. */
const daysUntil = (year: number, month: number, date: number): Day =>
  // Not Date.UTC, which takes the years 0 to 99 for those of the last century.
  (new Date(0).setUTCFullYear(year, month - 1, date) / msPerDay) as Day;

const dateOf = (day: Day): Date => new Date(day * msPerDay);

/**
 * The day of a UTC calendar date; `month` counts from 1.
 *
 * @throws ArgumentError - when there is no such date in the years 0 to 9999
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
    isDay(day) &&
    dateOf(day).getUTCFullYear() === year &&
    dateOf(day).getUTCMonth() === month - 1 &&
    dateOf(day).getUTCDate() === date;
  if (isDate) return day;
  return failArgument(
    'The date',
    [year, month, date],
    'a year from 0 to 9999, a month from 1 to 12 and a day that the month has',
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
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = dayOfInstant(Date.parse(text));
  // Date.parse lets 30 February run over into March.
  return isDay(day) && textOfDay(day) === text ? day : null;
};

const newText = (day: Day): string => dateOf(day).toISOString().slice(0, 10);

/** The years whose days have their texts cached: a page of the roster shows 400 days. */
const firstCached = daysUntil(2000, 1, 1);
const texts = new Array<string | undefined>(daysUntil(2100, 1, 1) - firstCached);

const textOfDay = (day: Day): string => {
  const at = day - firstCached;
  return at >= 0 && at < texts.length ? (texts[at] ??= newText(day)) : newText(day);
};

/**
 * `YYYY-MM-DD`.
 *
 * @throws ArgumentError - for a number that is no day of the years 0 to 9999
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
 * A calendar month in UTC as the number of months since year 0; months are compared and subtracted
 * as numbers.
 */
export type Month = number & { readonly Month: unique symbol };

const monthUnchecked = (year: number, month: number): Month => (year * 12 + month - 1) as Month;

/**
 * A month of a year; `month` counts from 1.
 *
 * @throws ArgumentError - when there is no such month
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
  return failArgument('The month', [year, month], 'a whole year and a month from 1 to 12');
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
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return null;
  return monthUnchecked(Number(text.slice(0, 4)), Number(text.slice(5)));
};

const monthsMax = 12 * 10_000;

const textOfMonth = (month: Month): string => {
  if (!Number.isInteger(month) || month < 0 || month >= monthsMax) {
    return failArgument('month', month, 'a Month, such as monthOf(2026, 11) or parseMonth make it');
  }
  return newText(firstDayOfMonth(month)).slice(0, 7);
};

const firstDayOfMonth = (month: Month): Day => daysUntil(yearOf(month), (month % 12) + 1, 1);

/** The years whose months have their texts and first days in a table: a series needs both in each row. */
const [firstTabled, lastTabled] = [monthUnchecked(2000, 1), monthUnchecked(2099, 12)];

const isTabled = (month: Month): boolean => month >= firstTabled && month <= lastTabled;

/**
 * `YYYY-MM`.
 *
 * @throws ArgumentError - for a number that is no month of the years 0 to 9999
 *
 * @example
 * ```ts
 * formatMonth(monthOf(2026, 2)); // '2026-02'
 * ```
 */
export const formatMonth = (month: Month): string =>
  isTabled(month) ? monthTexts[month - firstTabled]! : textOfMonth(month);

/**
 * The year that a month belongs to.
 *
 * @example
 * ```ts
 * yearOf(monthOf(2026, 12)); // 2026
 * ```
 */
export const yearOf = (month: Month): number => Math.floor(month / 12);

const tabledMonths = Array.from(
  { length: lastTabled - firstTabled + 1 },
  (_, at) => (firstTabled + at) as Month,
);
const monthTexts = tabledMonths.map(textOfMonth);
const firstDays = Int32Array.from(tabledMonths, firstDayOfMonth);

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
  isTabled(month) ? (firstDays[month - firstTabled] as Day) : firstDayOfMonth(month);

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
export const monthOfDay = (day: Day): Month => {
  const date = dateOf(day);
  return monthUnchecked(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

/** The days of an answer, both ends included; `from <= to`. */
export interface DateRange {
  /** The first day. */
  readonly from: Day;
  /** The last day. */
  readonly to: Day;
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

/** A moment as milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly Instant: unique symbol };

const instantPattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{3}))?Z$/;

/**
 * Reads `YYYY-MM-DDTHH:MM:SS[.sss]Z`; `null` when the text has another form or names a day that
 * does not exist.
 *
 * @example
 * ```ts
 * parseInstant('2026-03-01T08:00:00Z') === Date.UTC(2026, 2, 1, 8); // true
 * parseInstant('2026-03-01'); // null
 * ```
 */
export const parseInstant = (text: string): Instant | null => {
  if (!instantPattern.test(text)) return null;
  const instant = Date.parse(text);
  // Date.parse lets 30 February run over into March: the date must survive the way back.
  return Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text.slice(0, 10)
    ? null
    : (instant as Instant);
};

/** The moments of the years 0000 to 9999. */
const [earliest, latest] = [-62_167_219_200_000, 253_402_300_799_999];

/**
 * `YYYY-MM-DDTHH:MM:SS.sssZ`, the form of every time on the wire.
 *
 * @throws ArgumentError - for a number that is no moment of the years 0 to 9999
 *
 * @example
 * ```ts
 * formatInstant(Date.UTC(2026, 2, 1)); // '2026-03-01T00:00:00.000Z'
 * ```
 */
export const formatInstant = (instant: Instant): string => {
  if (!(instant >= earliest && instant <= latest)) {
    failArgument('instant', instant, 'an Instant, such as parseInstant makes it');
  }
  return new Date(instant).toISOString();
};
