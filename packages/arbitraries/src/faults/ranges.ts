import {
  type Day,
  formatMonth,
  type Month,
  monthOfDay,
  plusMonths,
  yearOf,
} from '@tallyboard/core/vocabulary';
import { earliestMonth } from '../range.js';
import type { RequestConstraints } from '../request.js';

/** Texts that are no month, though some read like one of the year before last month's (4.1.10). */
const notMonths = [
  ...['Y-1', 'Y-13', 'Y-00', 'Y-01-01', 'Y01'],
  ...[' Y-01', 'Y-01\n', '26-01', 'now'],
];

/** Ranges by how many months they begin and end after a month that depends on the day of the request. */
const after =
  (monthOf: (today: Day) => Month) =>
  (from: number, to: number) =>
  ({ today }: RequestConstraints) => ({
    from: formatMonth(plusMonths(monthOf(today), from)),
    to: formatMonth(plusMonths(monthOf(today), to)),
  });
const current = after(monthOfDay);
const earliest = after(earliestMonth);

const now = current(0, 0);

/** Ranges that break 4.1.10, by the name of the fault; an endpoint may have more values that are no month. */
export const rangeFaults = (...moreNotMonths: readonly unknown[]) => {
  const noMonth = (end: 'from' | 'to') =>
    [...notMonths, ...moreNotMonths].map((value) => (setting: RequestConstraints) => {
      const year = String(yearOf(plusMonths(monthOfDay(setting.today), -1)) - 1);
      const sent = typeof value === 'string' ? value.replace('Y', year) : value;
      return { ...now(setting), [end]: sent };
    });
  return {
    'from alone': [(setting: RequestConstraints) => ({ from: now(setting).from })],
    'to alone': [(setting: RequestConstraints) => ({ to: now(setting).to })],
    'from is no month': noMonth('from'),
    'to is no month': noMonth('to'),
    'range backwards': [current(0, -1), current(0, -12)],
    'range of 25 months': [current(-24, 0), earliest(0, 24)],
    'range before the window': [earliest(-1, 0), earliest(-1, 22), earliest(-13, -12)],
    'range after the current month': [current(0, 1), current(-22, 1), current(1, 1)],
  };
};
