import { formatMonth, type Month, monthOfDay, plusMonths } from '@tallyboard/core/vocabulary';
import { earliestMonth } from '../range.js';
import type { FaultSetting } from './fault.js';
import { bodyFault, faultOf, type MetricsFault, monthlyFault, safety } from './metrics-fault.js';

/** What has no series (4.1.8). */
const seriesFaults: readonly MetricsFault[] = [
  monthlyFault({ name: 'month for a metric without series', rule: '4.1.8', obligation: 'must' }, [
    { name: 'wallEngagementMinutes' },
    { name: 'wallEngagementMinutes', userType: ['anonymous', 'guest'] },
    { name: 'attachmentCountByCategory', userType: 'owner' },
    { name: 'topBoards', sortBy: 'posts' },
    { name: 'topUsers', sortBy: ['posts', 'boards'] },
    { name: 'topMedia', mediaType: 'audio' },
    { name: 'subscription' },
  ]),
  monthlyFault(
    { name: 'month for content safety', rule: '4.1.8', obligation: 'must' },
    safety.map((name) => ({ name })),
    ['school', 'classroom'],
  ),
  monthlyFault({ name: 'month for active and inactive', rule: '4.1.8', obligation: 'must' }, [
    { name: 'memberCount', status: ['active', 'inactive'] },
    { name: 'memberCount', status: ['inactive', 'active'], userType: 'owner' },
  ]),
  monthlyFault({ name: 'month for inactive or invited', rule: '4.1.8', obligation: 'observed' }, [
    { name: 'memberCount', status: 'inactive' },
    { name: 'memberCount', status: 'invited', userType: ['teacher'] },
    { name: 'memberCount', status: ['all', 'invited'], userType: 'owner' },
    { name: 'memberCount', status: ['inactive'] },
  ]),
];

/** `from` and `to` that break the window, given today (4.1.10). */
export interface MonthsSent {
  readonly from: string;
  readonly to: string;
}

const sent = (from: Month, to: Month): MonthsSent => ({
  from: formatMonth(from),
  to: formatMonth(to),
});

/** Well-formed ranges outside of the window or too wide, by the name of the fault (4.1.10). */
export const rangesOutside: Readonly<
  Record<string, readonly ((setting: FaultSetting) => MonthsSent)[]>
> = {
  'range backwards': [
    ({ today }) => sent(monthOfDay(today), plusMonths(monthOfDay(today), -1)),
    ({ today }) => sent(monthOfDay(today), plusMonths(monthOfDay(today), -12)),
  ],
  'range of 25 months': [
    ({ today }) => sent(plusMonths(monthOfDay(today), -24), monthOfDay(today)),
    ({ today }) => sent(earliestMonth(today), plusMonths(earliestMonth(today), 24)),
  ],
  'range before the window': [
    ({ today }) => sent(plusMonths(earliestMonth(today), -1), earliestMonth(today)),
    ({ today }) => sent(plusMonths(earliestMonth(today), -1), plusMonths(earliestMonth(today), 22)),
    ({ today }) =>
      sent(plusMonths(earliestMonth(today), -13), plusMonths(earliestMonth(today), -12)),
  ],
  'range after the current month': [
    ({ today }) => sent(monthOfDay(today), plusMonths(monthOfDay(today), 1)),
    ({ today }) => sent(plusMonths(monthOfDay(today), -22), plusMonths(monthOfDay(today), 1)),
    ({ today }) => sent(plusMonths(monthOfDay(today), 1), plusMonths(monthOfDay(today), 1)),
  ],
};

/** Texts that are no month, though some read like one (4.1.10). */
export const notMonths: readonly string[] = [
  '2026-1',
  '2026-13',
  '2026-00',
  '2026-01-01',
  '202601',
  ' 2026-01',
  '2026-01\n',
  '26-01',
  'now',
];

const rangeFaults: readonly MetricsFault[] = [
  faultOf({ name: 'from alone', rule: '4.1.10', obligation: 'must' }, [
    ({ to: _to, ...rest }, { today }) => ({ ...rest, from: formatMonth(monthOfDay(today)) }),
  ]),
  faultOf({ name: 'to alone', rule: '4.1.10', obligation: 'must' }, [
    ({ from: _from, ...rest }, { today }) => ({ ...rest, to: formatMonth(monthOfDay(today)) }),
  ]),
  ...Object.entries(rangesOutside).map(([name, ranges]) =>
    faultOf(
      { name, rule: '4.1.10', obligation: 'must' },
      ranges.map((range) => (body, setting) => ({ ...body, ...range(setting) })),
    ),
  ),
  ...(['from', 'to'] as const).map((field) =>
    faultOf(
      { name: `${field} is no month`, rule: '4.1.10', obligation: 'must' },
      [...notMonths, '', 202601].map((value) => (body, { today }) => {
        const month = formatMonth(monthOfDay(today));
        return { ...body, from: month, to: month, [field]: value };
      }),
    ),
  ),
  bodyFault({ name: 'range null', rule: '4.1.10', obligation: 'observed' }, [
    { from: null, to: null },
  ]),
];

/** Faults of months: what has no series, and ranges (4.1.8, 4.1.10). */
export const monthFaults: readonly MetricsFault[] = [...seriesFaults, ...rangeFaults];
