import { formatMonth, monthOfDay, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import { earliestMonth } from '../range.js';
import type { FaultSetting } from './fault.js';

/** Texts that are no month, though some read like one of the year before last month's (4.1.10). */
export const notMonths = [
  ...['Y-1', 'Y-13', 'Y-00', 'Y-01-01', 'Y01'],
  ...[' Y-01', 'Y-01\n', '26-01', 'now'],
].map((form) => ({ today }: FaultSetting): string => {
  const year = yearOf(plusMonths(monthOfDay(today), -1)) - 1;
  return form.replace('Y', String(year));
});

/** Well-formed ranges outside of the window or too wide: months from the current or the earliest one on (4.1.10). */
const rows = {
  'range backwards': [
    ['current', 0, -1],
    ['current', 0, -12],
  ],
  'range of 25 months': [
    ['current', -24, 0],
    ['earliest', 0, 24],
  ],
  'range before the window': [
    ['earliest', -1, 0],
    ['earliest', -1, 22],
    ['earliest', -13, -12],
  ],
  'range after the current month': [
    ['current', 0, 1],
    ['current', -22, 1],
    ['current', 1, 1],
  ],
} as const;

/** The current month, as a request sends it. */
export const currentMonth = ({ today }: FaultSetting): string => formatMonth(monthOfDay(today));

/** Both ends of each range, by the name of the fault (4.1.10). */
export const rangesOutside = Object.entries(rows).map(([name, ranges]) => ({
  name,
  ranges: ranges.map(([anchor, from, to]) => ({ today }: FaultSetting) => {
    const month = anchor === 'current' ? monthOfDay(today) : earliestMonth(today);
    return { from: formatMonth(plusMonths(month, from)), to: formatMonth(plusMonths(month, to)) };
  }),
}));
