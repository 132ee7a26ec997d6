import {
  type DateRange,
  type Day,
  firstDayOf,
  formatMonth,
  lastDayOf,
  monthOfDay,
  plusMonths,
} from '@tallyboard/core/vocabulary';

/** One month of a series with the days of the range that lie in it (2.5). */
export interface MonthPart {
  readonly month: string;
  readonly range: DateRange;
}

/** Every month that the range touches, from the first on, but none after today's (2.5). */
export const monthParts = (range: DateRange, today: Day): readonly MonthPart[] => {
  const parts: MonthPart[] = [];
  let month = monthOfDay(range.from);
  while (firstDayOf(month) <= range.to && month <= monthOfDay(today)) {
    const first = firstDayOf(month);
    const last = lastDayOf(month);
    parts.push({
      month: formatMonth(month),
      range: {
        from: first < range.from ? range.from : first,
        to: last > range.to ? range.to : last,
      },
    });
    month = plusMonths(month, 1);
  }
  return parts;
};
