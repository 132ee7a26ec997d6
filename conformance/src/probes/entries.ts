import {
  formatMonth,
  type MetricName,
  type MetricRow,
  type Month,
  metricCatalog,
  metricNames,
  monthOf,
  plusMonths,
  yearOf,
} from '@tallyboard/core/vocabulary';
import type { Family, Pairs } from './probe.js';

/** An entry of `metrics` as we send it: any words. */
export type Entry = Readonly<Record<string, unknown>>;

/** The body of a metrics request (4.1). */
export interface MetricsBody {
  readonly metrics: readonly Entry[];
  readonly dimensions?: readonly string[] | string;
  readonly from?: string;
  readonly to?: string;
}

/** `from` and `to` on the wire. */
export interface WireRange {
  readonly from: string;
  readonly to: string;
}

/** An entry by name and properties. */
export const entry = (name: string, properties: Entry = {}): Entry => ({ name, ...properties });

/** The smallest request that must be served; every refused one is this, or a variant, with one fault. */
export const tiny = { metrics: [{ name: 'newMemberCount' }] } as const satisfies MetricsBody;

/** The range from `first` to `last` months relative to the current one. */
export const rangeAround = (month: Month, first: number, last: number): WireRange => ({
  from: formatMonth(plusMonths(month, first)),
  to: formatMonth(plusMonths(month, last)),
});

/** A range as parameters of a query. */
export const ranged = ({ from, to }: WireRange): Pairs => [
  ['from', from],
  ['to', to],
];

/** The 24 closed months before the current one, which most probes ask for. */
export const closedRange = (month: Month): WireRange => rangeAround(month, -24, -1);

/**
 * The closed range is cut around a single month, which is drawn from the seed; `two` is that month and the next.
 * One of the parts ends in December.
 */
export const partsOf = (month: Month, seed: number) => {
  const atTurnOfYear = Array.from({ length: 21 }, (_, index) => index - 23).filter((cut) =>
    [-1, 0, 1].some((next) => (month + cut + next) % 12 === 11),
  );
  const cut = atTurnOfYear[(Math.abs(seed) + 1) % atTurnOfYear.length] ?? -12;
  return {
    before: rangeAround(month, -24, cut - 1),
    single: rangeAround(month, cut, cut),
    two: rangeAround(month, cut, cut + 1),
    after: rangeAround(month, cut + 1, -1),
  };
};

/** The earliest months there are: two whole years from January of five years ago (4.1.10). */
export const earliestRange = (month: Month): WireRange => ({
  from: formatMonth(monthOf(yearOf(month) - 5, 1)),
  to: formatMonth(monthOf(yearOf(month) - 4, 12)),
});

/** The two years that end with the last leap February before a month: the window of 4.1.10 has one. */
export const leapRange = (month: Month): WireRange => {
  const februaries = [0, 1, 2, 3, 4].map((ago) => monthOf(yearOf(month) - ago, 2));
  const last = februaries.find((one) => one < month && yearOf(one) % 4 === 0) ?? month;
  return rangeAround(last, -23, 0);
};

/** The two roles that have most members in a family. */
export const rolePair: Readonly<Record<Family, readonly [string, string]>> = {
  school: ['teacher', 'student'],
  team: ['maker', 'contributor'],
};

/** Roles that a family cannot have (2.2). */
export const impossibleRoles: Readonly<Record<Family, readonly [string, string]>> = {
  school: ['maker', 'contributor'],
  team: ['teacher', 'student'],
};

/** The metrics whose row of table 2.4 fits, in the order of the table. */
export const metricsWhere = (fits: (row: MetricRow) => boolean): readonly MetricName[] =>
  metricNames.filter((name) => fits(metricCatalog[name]));

/** The metrics that a team does not have (2.4). */
export const contentSafety: readonly MetricName[] = metricsWhere((row) => row.contentSafety);

/** The content-safety entries that a family has. */
export const contentSafetyOf = (family: Family): readonly Entry[] =>
  family === 'school' ? contentSafety.map((name) => entry(name)) : [];

/** The metrics of events: those with a monthly form and no required property. */
export const eventMetrics: readonly MetricName[] = metricsWhere(
  ({ monthlyKey, properties: { status, userType } }) =>
    monthlyKey !== null && status === undefined && userType?.requirement !== 'required',
);

/** The metrics whose slice by role exists only as a series (2.4). */
export const slicedByMonth: readonly MetricName[] = metricsWhere(
  ({ properties }) => properties.userType?.requirement === 'monthlyOnly',
);
