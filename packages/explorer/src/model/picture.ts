import type {
  FigureData,
  Meaning,
  MonthlyRow,
  RankedItem,
  Subscription,
} from '@tallyboard/core/vocabulary';
import type { Call, Setting, ViewCalls } from './calls.js';
import { callsOf, figureKey, rolesOf } from './calls.js';
import {
  attachmentsEntry,
  type Chart,
  cards,
  chartEntry,
  chartOf,
  charts,
  type Entry,
  meaningOf,
  noSafetyReason,
  type Ranking,
  rankings,
  safetyFigures,
  safetyLists,
  subscriptionEntry,
} from './catalog.js';
import { allKnown, asking, type Known, known, mapKnown, noFigure, valueOr } from './known.js';
import { monthOfDate, monthsAfter, monthsOf } from './months.js';
import type { View } from './view.js';

/** Figures by their key. */
export type Figures = ReadonlyMap<string, Known<FigureData>>;

/** Finished months against those they are compared with. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** One card: a figure, what it was before, and its months. */
export interface CardPicture {
  readonly meaning: Meaning;
  readonly entry: Entry;
  readonly chart: Chart | null;
  readonly value: Known<number>;
  /** What the figure is a part of, such as `of 400 members`; empty for nothing. */
  readonly of: string;
  /** How its finished months compare; `null` where the API has no months. */
  readonly compared: Known<Compared> | null;
  readonly months: Known<readonly number[]> | null;
}

/** The main chart. */
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
  /** True while the last month is not over. */
  readonly isOpen: boolean;
}

/** One bar. */
export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: number;
}

/** Bars, the longest first. */
export interface BarsPicture {
  readonly id: string;
  readonly title: string;
  readonly meaning: Meaning;
  readonly entry: Entry;
  readonly bars: Known<readonly Bar[]>;
  readonly leadsTo: Ranking['leadsTo'];
}

/** A single figure with a unit. */
export interface FigurePicture {
  readonly meaning: Meaning;
  readonly entry: Entry;
  readonly unit: string;
  /** `null` for an average or share of nothing. */
  readonly value: Known<number | null>;
}

/** Everything that the page shows of an organization but for the roster. */
export interface Picture {
  readonly calls: ViewCalls;
  readonly thisMonth: string;
  readonly roles: readonly string[];
  readonly cards: readonly CardPicture[];
  readonly chart: ChartPicture;
  /** Posts with all roles, whatever the chart shows. */
  readonly posts: ChartPicture;
  readonly rankings: readonly BarsPicture[];
  readonly attachments: BarsPicture;
  /** Why there is no content safety; `null` when there is. */
  readonly noSafety: string | null;
  readonly safety: readonly FigurePicture[];
  readonly safetyLists: readonly BarsPicture[];
  readonly subscription: Known<Subscription>;
  readonly members: Known<number>;
  readonly inactive: Known<number>;
}

/** Reads figures that were asked for. */
interface Reader {
  readonly now: (entry: Entry) => Known<FigureData>;
  readonly months: (entry: Entry) => Known<FigureData>;
  readonly seats: (entry: Entry) => Known<FigureData>;
}

const readerOf = ({ now, months, seats }: ViewCalls, figures: Figures): Reader => {
  const read = (call: Call | null) => (entry: Entry) =>
    (call === null ? undefined : figures.get(figureKey(call, entry))) ?? asking;
  return { now: read(now), months: read(months), seats: read(seats) };
};

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

const together = {
  sum: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0),
  mean: (values: readonly number[]) => together.sum(values) / Math.max(1, values.length),
  last: (values: readonly number[]) => values[values.length - 1] ?? 0,
} as const;

/** How the finished months of a chart compare with those before. */
const comparedIn = (
  read: Reader,
  calls: ViewCalls,
  chart: Chart,
  entry: Entry,
): Known<Compared> => {
  const comparison = calls.period?.comparison;
  if (comparison === undefined) return asking;
  if (comparison.kind === 'none') return noFigure(comparison.reason);
  const of = (span: typeof comparison.now) =>
    mapKnown(seriesIn(read.months(entry), chart.key, monthsOf(span)), together[chart.over]);
  const [now, before] = [of(comparison.now), of(comparison.before)];
  return mapKnown(now, (value) => ({ now: value, before: valueOr(before) ?? 0 }));
};

const chartPicture = (
  read: Reader,
  calls: ViewCalls,
  chart: Chart,
  roles: readonly string[],
  all: readonly string[],
  thisMonth: string,
): ChartPicture => {
  const { period, dates } = calls;
  const months = period === null ? [] : monthsOf(period.shown);
  const entry = chartEntry(chart, all);
  const series = (of: Entry) => seriesIn(read.months(of), chart.key, months);
  const total = series(entry);
  const stacks = roles.map((role) => ({ role, values: series(chartEntry(chart, all, role)) }));
  const slices = allKnown(stacks.map(({ values }) => values));
  const rest = mapKnown(slices, (lists) =>
    months.map((_, at) =>
      Math.max(0, (valueOr(total)?.[at] ?? 0) - together.sum(lists.map((list) => list[at] ?? 0))),
    ),
  );
  const offset = period?.comparison.kind === 'months' ? period.comparison.offset : null;
  const before =
    offset === null
      ? noFigure(period?.comparison.kind === 'none' ? period.comparison.reason : '')
      : mapKnown(read.months(entry), (data) =>
          months.map((month) =>
            valueOr(
              mapKnown(
                seriesIn(known(data), chart.key, [monthsAfter(month, -offset)]),
                ([one]) => one ?? null,
              ),
            ),
          ),
        );
  const first = dates === null ? '' : monthOfDate(dates.from);
  return {
    chart,
    months,
    total,
    before,
    compared: comparedIn(read, calls, chart, entry),
    stacks:
      roles.length > 0 && (chart.hasOthers || roles.length < all.length)
        ? [...stacks, { role: 'others', values: rest }]
        : stacks,
    inRange: months.filter((month) => month >= first).length,
    isOpen: months[months.length - 1] === thisMonth,
  };
};

const countsOf = (data: FigureData): readonly Bar[] =>
  Array.isArray(data)
    ? (data as readonly { readonly category: string; readonly count: number }[]).map(
        ({ category, count }) => ({ id: category, label: category, value: count }),
      )
    : Object.entries(data as Readonly<Record<string, number>>)
        .map(([label, value]) => ({ id: label, label, value }))
        .sort((a, b) => b.value - a.value);

const rankedBars = (data: FigureData, { word, label, figure }: Ranking): readonly Bar[] =>
  ((data as Readonly<Record<string, readonly RankedItem[]>>)[word] ?? []).map((item) => ({
    id: item.hashid,
    label: String(item[label] ?? ''),
    value: Number(item[figure]),
  }));

/** The chart of a view: the one that was chosen, else the first that has something to show. */
const chosenChart = (view: View, read: Reader, roles: readonly string[]): Chart => {
  if (view.chart !== null) return chartOf(view.chart);
  const hasSome = (chart: Chart): boolean => {
    const data = read.months(chartEntry(chart, roles));
    if (data.kind !== 'known') return true;
    return (data.value as readonly MonthlyRow[]).some((row) => Number(row[chart.key]) > 0);
  };
  return charts.find(hasSome) ?? charts[0]!;
};

/** False for a subscription whose range spans several terms: it has no number of seats of its own. */
export const hasSeats = (term: Known<Subscription>): boolean =>
  term.kind !== 'known' || term.value.seatCount !== null || term.value.termStart === null;

/** What the page shows, of everything that is known so far. */
export const pictureOf = (view: View, setting: Setting, figures: Figures): Picture => {
  const calls = callsOf(view, setting);
  const read = readerOf(calls, figures);
  const roles = rolesOf(setting.type);
  const drawn = (chart: Chart, stacked: readonly string[]) =>
    chartPicture(read, calls, chart, chart.roles === 'no' ? [] : stacked, roles, setting.thisMonth);
  const members = read.now({ name: 'memberCount' }) as Known<number>;
  const term = read.now(subscriptionEntry) as Known<Subscription>;
  const bars = (id: string, entry: Entry): BarsPicture => ({
    id,
    title: meaningOf(entry).label,
    meaning: meaningOf(entry),
    entry,
    leadsTo: null,
    bars: mapKnown(read.now(entry), countsOf),
  });
  return {
    calls,
    thisMonth: setting.thisMonth,
    roles,
    cards: cards.map(({ entry, chart }) => {
      const shown = chart === null ? null : drawn(chartOf(chart), []);
      const all = valueOr(members);
      return {
        meaning: meaningOf(entry),
        entry,
        chart: shown?.chart ?? null,
        value: read.now(entry) as Known<number>,
        of:
          entry.name === 'memberCount' && all !== null
            ? `of ${all.toLocaleString('en-US')} members`
            : '',
        compared: shown?.compared ?? null,
        months: shown?.total ?? null,
      };
    }),
    chart: drawn(chosenChart(view, read, roles), view.roles),
    posts: drawn(chartOf('posts'), roles),
    rankings: rankings.map((ranking) => ({
      ...bars(ranking.id, ranking.entry),
      title: ranking.title,
      leadsTo: ranking.leadsTo,
      bars: mapKnown(read.now(ranking.entry), (data) => rankedBars(data, ranking)),
    })),
    attachments: bars('attachments', attachmentsEntry(roles)),
    noSafety: noSafetyReason(setting.type),
    safety: safetyFigures.map(({ entry, unit }) => ({
      meaning: meaningOf(entry),
      entry,
      unit,
      value: read.now(entry) as Known<number | null>,
    })),
    safetyLists: safetyLists.map(({ id, entry }) => bars(id, entry)),
    subscription: hasSeats(term) ? term : (read.seats(subscriptionEntry) as Known<Subscription>),
    members,
    inactive: read.now({ name: 'memberCount', status: 'inactive' }) as Known<number>,
  };
};
