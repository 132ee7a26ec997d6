import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import { monthOfDay } from '../model/month.js';

/*
 * Days as codes: the position of a day among all days on which anything happened, and quiet ones between
 * them. Long times without any event have no codes, so a table by day is about as long as what occurred,
 * and codes fit 15 bits.
 */

/** The most different days that an index can tell apart: 89 years without a quiet week. */
const daysMax = 32_767;

/** Quiet days in a row that have codes. Late events move no other day when they fall on one of them. */
const quietMax = 7;

/** Codes from `from` up to, not including, `to`. */
export interface DayRun {
  readonly from: number;
  readonly to: number;
}

/** Ascending days, and between them quiet ones where few stand in a row. */
const withQuietDays = (days: Int32Array): Int32Array => {
  const all: number[] = [];
  for (let at = 0; at < days.length; at++) {
    const last = at === 0 ? Number.NEGATIVE_INFINITY : days[at - 1]!;
    const first = days[at]! - last - 1 > quietMax ? days[at]! : last + 1;
    for (let day = first; day <= days[at]!; day++) all.push(day);
  }
  return Int32Array.from(all);
};

/** The distinct days of all tables, and few quiet ones in a row between them, ascending. */
export const calendarOf = (tables: readonly Int32Array[]): Int32Array => {
  const occurring = new Set<number>();
  for (const days of tables) {
    // Mostly, days ascend: only where they change there is something to note.
    let last = Number.NaN;
    for (const day of days) {
      if (day === last) continue;
      last = day;
      occurring.add(day);
    }
  }
  const calendar = withQuietDays(Int32Array.from(occurring).sort());
  if (calendar.length > daysMax) {
    throw new RangeError(`${calendar.length} different days; an index holds at most ${daysMax}`);
  }
  return calendar;
};

/** The code of each day given; every one must be among the days of the calendar. */
export const codesOf = (calendar: Int32Array, days: Int32Array): Uint16Array => {
  const codes = new Uint16Array(days.length);
  for (let row = 0, end = 0; row < days.length; row = end) {
    const day = days[row]!;
    const code = daysBefore(calendar, day);
    for (end = row; end < days.length && days[end] === day; end++) codes[end] = code;
  }
  return codes;
};

/** The first position from `low` up to `high`, where values ascend, whose value is not below the one given. */
export const firstNotBelow = (
  values: Int32Array | Uint16Array,
  value: number,
  low: number,
  high: number,
): number => {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** How many days of a calendar lie before a day, itself in it or not: its code if it is. */
const daysBefore = (calendar: Int32Array, day: number): number => {
  const { length } = calendar;
  if (length === 0) return 0;
  // Days are distinct: before one of them there are at most as many as days have gone by since the
  // first, and from it on at most as many as are left to the last. Where no day is quiet, both say the
  // same, and there is nothing to search.
  const least = length - 1 - (calendar[length - 1]! - day);
  const most = day - calendar[0]!;
  return firstNotBelow(
    calendar,
    day,
    Math.min(Math.max(least, 0), length),
    Math.min(Math.max(most, 0), length),
  );
};

/** The codes of the days that lie in a range. */
export const runOf = (calendar: Int32Array, { from, to }: DateRange): DayRun => ({
  from: daysBefore(calendar, from),
  to: daysBefore(calendar, to + 1),
});

/** The code with which each month begins that has any days, and one more at the end: their number. */
export const monthStartsOf = (calendar: Int32Array): Uint16Array => {
  const starts: number[] = [];
  let month = Number.NaN;
  for (const [code, day] of calendar.entries()) {
    const of = monthOfDay(day as Day);
    if (of === month) continue;
    month = of;
    starts.push(code);
  }
  return Uint16Array.from([...starts, calendar.length]);
};
