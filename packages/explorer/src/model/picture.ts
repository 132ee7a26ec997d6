import type { FigureData, MonthlyRow, RankedItem, Subscription } from '@tallyboard/core/vocabulary';
import type { Call, Setting, ViewCalls } from './calls.js';
import { callsOf, figureKey, rolesOf } from './calls.js';
import { cards } from './cards.js';
import { type Chart, chartEntry, chartOf, type Entry } from './charts.js';
import { countText } from './format.js';
import { allKnown, asking, type Known, known, mapKnown, noFigure, valueOr } from './known.js';
import {
  attachmentsEntry,
  noSafetyReason,
  rankings,
  safetyFigures,
  safetyLists,
  subscriptionEntry,
} from './lists.js';
import { earlierMonth, monthOfDate, monthsOf } from './months.js';
import { type Before, type Dates, datesOf, monthsOfView } from './period.js';
import type { View } from './view.js';

/** Figures by their key. */
export type Figures = ReadonlyMap<string, Known<FigureData>>;

/** One card: a figure, what it was before, and its months. */
export interface CardPicture {
  readonly label: string;
  readonly entry: Entry;
  readonly value: Known<number>;
  /** What the figure is a part of, such as `of 400 seats`; empty for nothing. */
  readonly of: string;
  readonly before: Known<number>;
  /** `null` where the API has no months. */
  readonly months: Known<readonly number[]> | null;
}

/** A role within the main chart. */
export interface Stack {
  readonly role: string;
  readonly values: Known<readonly number[]>;
}

/** The main chart. */
export interface ChartPicture {
  readonly chart: Chart;
  readonly months: readonly string[];
  readonly total: Known<readonly number[]>;
  /** The months of the period before, the first beside the first. */
  readonly before: Known<readonly number[]>;
  /** Empty for everybody together. */
  readonly stacks: readonly Stack[];
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
  readonly entry: Entry;
  readonly bars: Known<readonly Bar[]>;
  readonly linksToBoards: boolean;
}

/** A single figure with a unit. */
export interface FigurePicture {
  readonly label: string;
  readonly entry: Entry;
  readonly unit: '' | 'ms' | '%';
  /** `null` for an average or share of nothing. */
  readonly value: Known<number | null>;
}

/** All that the page shows of an organization but for the roster. */
export interface Picture {
  readonly calls: ViewCalls;
  /** The days shown; `null` before the service has said them. */
  readonly dates: Dates | null;
  readonly before: Before | null;
  /** True while the last month shown is not over. */
  readonly isUnderWay: boolean;
  readonly roles: readonly string[];
  readonly cards: readonly CardPicture[];
  readonly chart: ChartPicture;
  readonly rankings: readonly BarsPicture[];
  readonly attachments: BarsPicture;
  /** Why there is no content safety; `null` when there is. */
  readonly noSafety: string | null;
  readonly safety: readonly FigurePicture[];
  readonly safetyLists: readonly BarsPicture[];
  readonly subscription: Known<Subscription>;
}

const reader =
  (figures: Figures) =>
  (call: Call, entry: Entry): Known<FigureData> =>
    figures.get(figureKey(call, entry)) ?? asking;

type Read = ReturnType<typeof reader>;

const rowsOf = (data: FigureData): readonly MonthlyRow[] => data as readonly MonthlyRow[];

/** The figures of some months; a month that the answer leaves out makes the series unknown. */
const seriesIn = (
  data: Known<FigureData>,
  key: Chart['key'],
  months: readonly string[],
): Known<readonly number[]> => {
  const rows = mapKnown(
    data,
    (value) => new Map(rowsOf(value).map((row) => [row.month, row[key]])),
  );
  if (rows.kind !== 'known') return rows;
  return allKnown(
    months.map((month) => {
      const value = rows.value.get(month);
      return typeof value === 'number' ? known(value) : noFigure(`The answer has no ${month}.`);
    }),
  );
};

const barsOfCounts = (data: FigureData): readonly Bar[] =>
  Object.entries(data as Readonly<Record<string, number>>)
    .map(([label, value]) => ({ id: label, label, value }))
    .sort((a, b) => b.value - a.value);

/** What a member count is a part of: seats where they are known, else members. */
const partOf = (subscription: Known<Subscription>, members: Known<FigureData>): string => {
  const seats = valueOr(subscription)?.seatCount ?? null;
  if (seats !== null) return `of ${countText(seats, 'seat')}`;
  const all = valueOr(members);
  return typeof all === 'number' ? `of ${countText(all, 'member')}` : '';
};

/** A series of the main chart over the months of the range, and over those before. */
const seriesOf = (
  read: Read,
  calls: ViewCalls,
  chart: Chart,
  months: readonly string[],
  roles: readonly string[],
) => {
  const entry = chartEntry(chart, roles as never);
  const total = seriesIn(read(calls.months, entry), chart.key, months);
  const { period } = calls;
  if (period === null) return { total, before: asking };
  if (period.kind === 'none') return { total, before: noFigure(period.reason) };
  const source = calls.monthsBefore ?? calls.months;
  return { total, before: seriesIn(read(source, entry), chart.key, monthsOf(period.months)) };
};

const cardsOf = (
  read: Read,
  calls: ViewCalls,
  months: readonly string[],
  roles: readonly string[],
): readonly CardPicture[] => {
  const { period, now, before } = calls;
  const subscription = read(now, subscriptionEntry) as Known<Subscription>;
  const membersOf = partOf(subscription, read(now, { name: 'memberCount' }));
  return cards.map(({ label, entry, chart }) => ({
    label,
    entry,
    value: read(now, entry) as Known<number>,
    of: entry.name === 'memberCount' ? membersOf : '',
    before:
      before !== null
        ? (read(before, entry) as Known<number>)
        : period?.kind === 'none'
          ? noFigure(period.reason)
          : asking,
    months: chart === null ? null : seriesOf(read, calls, chartOf(chart), months, roles).total,
  }));
};

/** The months that a chart shows: those of the range that have begun. */
const shownMonths = (dates: Dates | null, thisMonth: string): readonly string[] =>
  dates === null
    ? []
    : monthsOf({
        from: monthOfDate(dates.from),
        to: earlierMonth(monthOfDate(dates.to), thisMonth),
      });

const rankingsOf = (read: Read, now: Call): readonly BarsPicture[] =>
  rankings.map(({ id, title, entry, word, label, figure, linksToBoards }) => ({
    id,
    title,
    entry,
    linksToBoards,
    bars: mapKnown(read(now, entry), (data) => {
      const items = (data as Readonly<Record<string, readonly RankedItem[]>>)[word] ?? [];
      return items.map((item) => ({
        id: item.hashid,
        label: String(item[label] ?? ''),
        value: Number(item[figure]),
      }));
    }),
  }));

/** What the page shows, of all that is known so far. */
export const pictureOf = (view: View, setting: Setting, figures: Figures): Picture => {
  const calls = callsOf(view, setting);
  const read = reader(figures);
  const explicit = monthsOfView(view, setting.thisMonth);
  const dates = explicit === null ? setting.dates : datesOf(explicit);
  const months = shownMonths(dates, setting.thisMonth);
  const roles = rolesOf(setting.type);
  const chart = chartOf(view.chart);
  const bars = (id: string, title: string, entry: Entry): Omit<BarsPicture, 'bars'> => ({
    id,
    title,
    entry,
    linksToBoards: false,
  });
  const attached = attachmentsEntry(roles);
  return {
    calls,
    dates,
    before: calls.period,
    isUnderWay: dates !== null && monthOfDate(dates.to) >= setting.thisMonth,
    roles,
    cards: cardsOf(read, calls, months, roles),
    chart: {
      chart,
      months,
      ...seriesOf(read, calls, chart, months, roles),
      stacks: (chart.roles === 'no' ? [] : view.roles).map((role) => ({
        role,
        values: seriesIn(read(calls.months, chartEntry(chart, roles, role)), chart.key, months),
      })),
    },
    rankings: rankingsOf(read, calls.now),
    attachments: {
      ...bars('attachments', 'Attachments by category', attached),
      bars: mapKnown(read(calls.now, attached), (data) =>
        (data as readonly { readonly category: string; readonly count: number }[]).map(
          ({ category, count }) => ({ id: category, label: category, value: count }),
        ),
      ),
    },
    noSafety: noSafetyReason(setting.type),
    safety: safetyFigures.map((figure) => ({
      ...figure,
      value: read(calls.now, figure.entry) as Known<number | null>,
    })),
    safetyLists: safetyLists.map(({ id, title, entry }) => ({
      ...bars(id, title, entry),
      bars: mapKnown(read(calls.now, entry), barsOfCounts),
    })),
    subscription: read(calls.now, subscriptionEntry) as Known<Subscription>,
  };
};
