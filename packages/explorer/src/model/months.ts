import { formatMonth, type Month, parseMonth, plusMonths } from '@tallyboard/core/vocabulary';

/** Whole months from `from` to `to`, both included, as `YYYY-MM`. */
export interface MonthSpan {
  /** The first month, `YYYY-MM`. */
  readonly from: string;
  /** The last month, `YYYY-MM`, included. */
  readonly to: string;
}

const numberOf = (month: string): Month => {
  const parsed = parseMonth(month);
  if (parsed === null) throw new TypeError(`not a month: ${month}`);
  return parsed;
};

/** True for a month that exists, as `YYYY-MM`. */
export const isMonth = (text: string): boolean => parseMonth(text) !== null;

/** The month that lies `count` months after another; before it for a negative count. */
export const monthsAfter = (month: string, count: number): string =>
  formatMonth(plusMonths(numberOf(month), count));

/** How many months a span has, both ends included. */
export const lengthOf = ({ from, to }: MonthSpan): number => numberOf(to) - numberOf(from) + 1;

export const monthsOf = (span: MonthSpan): readonly string[] =>
  Array.from({ length: Math.max(0, lengthOf(span)) }, (_, at) => monthsAfter(span.from, at));

/** The month of a date as `YYYY-MM-DD`. */
export const monthOfDate = (date: string): string => date.slice(0, 7);

export const earlierMonth = (a: string, b: string): string => (a < b ? a : b);

/** The last day of a month as `YYYY-MM-DD`. */
export const lastDate = (month: string): string => {
  const next = new Date(`${monthsAfter(month, 1)}-01T00:00:00Z`);
  return new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10);
};
