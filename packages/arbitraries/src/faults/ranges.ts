import { formatMonth, monthOfDay, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import { earliestMonth } from '../range.js';
import type { RequestConstraints } from '../request.js';

/** Texts that are no month, though some read like one of the year before last month's (4.1.10). */
const notMonths = [
  ...['Y-1', 'Y-13', 'Y-00', 'Y-01-01', 'Y01'],
  ...[' Y-01', 'Y-01\n', '26-01', 'now'],
];

/** Well-formed ranges outside of the window or too wide: months from the current or the earliest one on. */
const outside = {
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

/** A range, or one end of it, as a request of that day sends it. */
type Ranges = readonly ((setting: RequestConstraints) => { readonly [end: string]: unknown })[];

const currentMonth = ({ today }: RequestConstraints): string => formatMonth(monthOfDay(today));

const farRanges = Object.entries(outside).map(([name, ranges]): [string, Ranges] => [
  name,
  ranges.map(([anchor, from, to]) => ({ today }) => {
    const month = anchor === 'current' ? monthOfDay(today) : earliestMonth(today);
    return { from: formatMonth(plusMonths(month, from)), to: formatMonth(plusMonths(month, to)) };
  }),
]);

/** Ranges that break 4.1.10, by the name of the fault; an endpoint may have more values that are no month. */
export const rangeFaults = (...moreNotMonths: readonly unknown[]) => {
  const noMonth = (end: 'from' | 'to'): Ranges =>
    [...notMonths, ...moreNotMonths].map((value) => (setting) => {
      const year = String(yearOf(plusMonths(monthOfDay(setting.today), -1)) - 1);
      const sent = typeof value === 'string' ? value.replace('Y', year) : value;
      return { from: currentMonth(setting), to: currentMonth(setting), [end]: sent };
    });
  return {
    'from alone': [(setting: RequestConstraints) => ({ from: currentMonth(setting) })],
    'to alone': [(setting: RequestConstraints) => ({ to: currentMonth(setting) })],
    'from is no month': noMonth('from'),
    'to is no month': noMonth('to'),
    ...Object.fromEntries(farRanges),
  };
};
