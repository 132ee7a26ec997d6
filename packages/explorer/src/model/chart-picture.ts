import type { FigureData, MonthlyRow } from '@tallyboard/core/vocabulary';
import type { ViewCalls } from './calls.js';
import { type Chart, chartEntry, type Entry } from './catalog.js';
import { allKnown, asking, type Known, known, noFigure } from './known.js';
import { monthOfDate, monthsAfter, monthsOf } from './months.js';
import type { Period } from './period.js';

/** Finished months against those they are compared with. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** The figures of a chart, a value for each of its months. */
export interface Series {
  readonly total: readonly number[];
  /** The months compared with, `null` for one that was not asked for; `null` without a comparison. */
  readonly before: readonly (number | null)[] | null;
  readonly compared: Compared | null;
  /** Roles from the bottom; empty for all members together. */
  readonly stacks: readonly { readonly role: string; readonly values: readonly number[] }[];
}

/** A metric by month. */
export interface ChartPicture {
  readonly chart: Chart;
  /** What it asks for: all members together, then each role. */
  readonly entries: readonly Entry[];
  /** The roles that are shown by themselves; empty for all members together. */
  readonly roles: readonly string[];
  readonly months: readonly string[];
  readonly series: Known<Series>;
  /** How many of the months, counted from the last, belong to the range; those before are context. */
  readonly inRange: number;
  /** Which months are a part of the range, or not over: no change is computed of them. */
  readonly partial: readonly number[];
}

export interface ChartSource {
  readonly read: (entry: Entry) => Known<FigureData>;
  readonly calls: ViewCalls;
  readonly roles: readonly string[];
  readonly thisMonth: string;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** How months make one figure. */
const together = {
  sum,
  mean: (values: readonly number[]) => sum(values) / Math.max(1, values.length),
  last: (values: readonly number[]) => values[values.length - 1] ?? 0,
} as const;

/** Reads a series: the values of everybody by month, and those of each role. */
const seriesOf = (
  chart: Chart,
  { shown, comparison }: Period,
  roles: readonly string[],
  hasOthers: boolean,
  figures: readonly FigureData[],
): Known<Series> => {
  const months = monthsOf(shown);
  const none = new Map<string, number>();
  const [all = none, ...slices] = figures.map(
    (data) =>
      new Map((data as readonly MonthlyRow[]).map((row) => [row.month, Number(row[chart.key])])),
  );
  const missing = months.find((month) => !all.has(month));
  if (missing !== undefined) return noFigure(`The answer has no ${missing}.`);
  const valuesIn = (of: typeof all) => months.map((month) => of.get(month) ?? 0);
  const total = valuesIn(all);
  const stacks = roles.map((role, at) => ({ role, values: valuesIn(slices[at] ?? none) }));
  const others = total.map((value, at) =>
    Math.max(0, value - sum(stacks.map(({ values }) => values[at] ?? 0))),
  );
  const isCompared = comparison.kind === 'months';
  const [now = 0, before = 0] = (isCompared ? [comparison.now, comparison.before] : []).map(
    (span) => together[chart.over](monthsOf(span).map((month) => all.get(month) ?? 0)),
  );
  return known({
    total,
    before: isCompared
      ? months.map((month) => all.get(monthsAfter(month, -comparison.offset)) ?? null)
      : null,
    compared: isCompared ? { now, before } : null,
    stacks: hasOthers ? [...stacks, { role: 'others', values: others }] : stacks,
  });
};

/** A metric by month, with some roles as stacks. */
export const chartPicture = (
  source: ChartSource,
  chart: Chart,
  roles: readonly string[],
): ChartPicture => {
  const { read, calls, thisMonth } = source;
  const { period, dates } = calls;
  const months = period === null ? [] : monthsOf(period.shown);
  const entries = [null, ...roles].map((role) => chartEntry(chart, source.roles, role));
  const figures = allKnown(entries.map(read));
  const hasOthers = roles.length > 0 && (chart.hasOthers || roles.length < source.roles.length);
  const first = dates === null ? '' : monthOfDate(dates.from);
  const isPart = (month: string): boolean =>
    month === thisMonth || (month === first && dates?.from !== `${first}-01`);
  return {
    chart,
    entries,
    roles,
    months,
    series:
      figures.kind !== 'known'
        ? figures
        : period === null
          ? asking
          : seriesOf(chart, period, roles, hasOthers, figures.value),
    inRange: months.filter((month) => month >= first).length,
    partial: months.flatMap((month, at) => (isPart(month) ? [at] : [])),
  };
};
