import {
  type Day,
  formatDay,
  formatMonth,
  type Month,
  monthOfDay,
  parseDay,
  parseMonth,
  rangeOfMonths,
} from '@tallyboard/core/vocabulary';

/** Days from one to another, both included, as numbers of days. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const far = 1_000_000;
/** All time: what is counted of everything there is. */
export const ever: Span = { from: -far, to: far };

/** A day as a number, or `null` for what is no date. */
export const dayNumber = (text: unknown): number | null =>
  typeof text === 'string' ? parseDay(text.slice(0, 10)) : null;

/** A day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => formatDay(day as Day);

/** The month of a day, `YYYY-MM`. */
export const monthText = (day: number): string => formatMonth(monthOfDay(day as Day));

/** The days of a month; `null` for what is no month. */
export const daysOfMonth = (text: unknown): Span | null => {
  const month = typeof text === 'string' ? parseMonth(text) : null;
  return month === null ? null : rangeOfMonths(month, month);
};

/** The months of days, in order. */
export const monthsIn = ({ from, to }: Span): readonly string[] => {
  const [first, last] = [monthOfDay(from as Day), monthOfDay(to as Day)];
  return Array.from({ length: last - first + 1 }, (_, index) =>
    formatMonth((first + index) as Month),
  );
};

/** Whole months by their names, other days as they are. */
export const spanText = ({ from, to }: Span): string => {
  if (from <= -far) return to >= far ? 'of all time' : `until ${dayText(to)}`;
  const isWhole = dayText(from).endsWith('-01') && dayText(to + 1).endsWith('-01');
  const [first, last] = isWhole ? [monthText(from), monthText(to)] : [dayText(from), dayText(to)];
  return first === last ? first : `${first}..${last}`;
};

/** The first span has all days of the second. */
export const covers = (one: Span, other: Span): boolean =>
  one.from <= other.from && one.to >= other.to;
