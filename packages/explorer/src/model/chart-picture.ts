import type { FigureData, MonthlyRow } from '@tallyboard/core/vocabulary';
import type { ViewCalls } from './calls.js';
import { type Chart, chartEntry, type Entry } from './catalog.js';
import { allKnown, asking, type Known, known, mapKnown, noFigure, valueOr } from './known.js';
import { monthOfDate, monthsAfter, monthsOf } from './months.js';

/** Finished months against those they are compared with. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

export interface ChartPicture {
  readonly chart: Chart;
  readonly months: readonly string[];
  readonly total: Known<readonly number[]>;
  /** For each month the one that it is compared with; `null` for a month that was not asked for. */
  readonly before: Known<readonly (number | null)[]>;
  readonly compared: Known<Compared>;
  /** Roles from the bottom; empty for all members together. */
  readonly stacks: readonly { readonly role: string; readonly values: Known<readonly number[]> }[];
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

/** The figures of some months; a month that the answer leaves out makes the series unknown. */
const seriesIn = (
  data: Known<FigureData>,
  key: Chart['key'],
  months: readonly string[],
): Known<readonly number[]> => {
  if (data.kind !== 'known') return data;
  const rows = new Map((data.value as readonly MonthlyRow[]).map((row) => [row.month, row[key]]));
  return allKnown(
    months.map((month) => {
      const value = rows.get(month);
      return typeof value === 'number' ? known(value) : noFigure(`The answer has no ${month}.`);
    }),
  );
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const together = {
  sum,
  mean: (values: readonly number[]) => sum(values) / Math.max(1, values.length),
  last: (values: readonly number[]) => values[values.length - 1] ?? 0,
} as const;

/** How the finished months of a chart compare with those before. */
const comparedIn = ({ read, calls }: ChartSource, chart: Chart, entry: Entry): Known<Compared> => {
  const comparison = calls.period?.comparison;
  if (comparison === undefined) return asking;
  if (comparison.kind === 'none') return noFigure(comparison.reason);
  const [now, before] = [comparison.now, comparison.before].map((span) =>
    mapKnown(seriesIn(read(entry), chart.key, monthsOf(span)), together[chart.over]),
  );
  return mapKnown(now ?? asking, (value) => ({
    now: value,
    before: valueOr(before ?? asking) ?? 0,
  }));
};

/** For each month the one that it is compared with. */
const beforeIn = (
  { read, calls: { period } }: ChartSource,
  { key }: Chart,
  entry: Entry,
  months: readonly string[],
): ChartPicture['before'] => {
  if (period?.comparison.kind !== 'months') return noFigure(period?.comparison.reason ?? '');
  const { offset } = period.comparison;
  return mapKnown(read(entry), (data) =>
    months.map((month) => {
      const [value] = valueOr(seriesIn(known(data), key, [monthsAfter(month, -offset)])) ?? [];
      return value ?? null;
    }),
  );
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
  const entry = chartEntry(chart, source.roles);
  const total = seriesIn(read(entry), chart.key, months);
  const stacks = roles.map((role) => ({
    role,
    values: seriesIn(read(chartEntry(chart, source.roles, role)), chart.key, months),
  }));
  const others = mapKnown(allKnown(stacks.map(({ values }) => values)), (lists) =>
    months.map((_, at) =>
      Math.max(0, (valueOr(total)?.[at] ?? 0) - sum(lists.map((list) => list[at] ?? 0))),
    ),
  );
  const hasOthers = roles.length > 0 && (chart.hasOthers || roles.length < source.roles.length);
  const first = dates === null ? '' : monthOfDate(dates.from);
  const isPart = (month: string): boolean =>
    month === thisMonth || (month === first && dates?.from !== `${first}-01`);
  return {
    chart,
    months,
    total,
    before: beforeIn(source, chart, entry, months),
    compared: comparedIn(source, chart, entry),
    stacks: hasOthers ? [...stacks, { role: 'others', values: others }] : stacks,
    inRange: months.filter((month) => month >= first).length,
    partial: months.flatMap((month, at) => (isPart(month) ? [at] : [])),
  };
};
