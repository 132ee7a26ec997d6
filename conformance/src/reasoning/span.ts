import { formatDay, parseDay } from '@tallyboard/core/vocabulary';

/** Days from one to another, both included, as numbers of days. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const far = 1_000_000;
/** All time: what is counted of everything there is. */
export const ever: Span = { from: -far, to: far };

const dayMs = 86_400_000;

/** A day as a number, or `null` for what is no date. */
export const dayNumber = (text: unknown): number | null =>
  typeof text === 'string' ? parseDay(text.slice(0, 10)) : null;

/** A day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => formatDay(day as Parameters<typeof formatDay>[0]);

/** The month of a day, `YYYY-MM`. */
export const monthText = (day: number): string => dayText(day).slice(0, 7);

/** The days of a month; `null` for what is no month. */
export const daysOfMonth = (month: unknown): Span | null => {
  if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return null;
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1, 1) / dayMs, to: Date.UTC(year, number, 1) / dayMs - 1 };
};

/** The months of days, in order. */
export const monthsIn = ({ from, to }: Span): readonly string[] => {
  const months: string[] = [];
  for (let day = from; day <= to; day = (daysOfMonth(monthText(day))?.to ?? to) + 1) {
    months.push(monthText(day));
  }
  return months;
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
