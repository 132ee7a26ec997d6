import type { FigureData, MonthlyRow, RankedItem, Subscription } from '@tallyboard/core/vocabulary';
import { callsOf, figureKey, rolesIn, rolesOf, type Setting, type ViewCalls } from './calls.js';
import {
  attachmentsEntry,
  type Chart,
  cards,
  chartEntry,
  chartOf,
  charts,
  type Entry,
  inactiveEntry,
  meaningOf,
  membersEntry,
  noSafetyReason,
  type Ranking,
  rankings,
  safetyFigures,
  safetyLists,
  subscriptionEntry,
} from './catalog.js';
import { type ChartPicture, type ChartSource, chartPicture } from './chart-picture.js';
import { numberText, wordText } from './format.js';
import { asking, type Known, mapKnown, valueOr } from './known.js';
import type { View } from './view.js';

export type Figures = ReadonlyMap<string, Known<unknown>>;

/** One card: a figure, and its months. */
export interface CardPicture {
  readonly entry: Entry;
  readonly value: Known<number>;
  /** `of 400 members`; empty for a figure that is no part of another. */
  readonly of: string;
  /** `null` where the API has no months. */
  readonly chart: ChartPicture | null;
}

export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: number;
}

export interface BarsPicture {
  readonly id: string;
  readonly title: string;
  readonly entry: Entry;
  readonly bars: Known<readonly Bar[]>;
  readonly leadsTo: Ranking['leadsTo'];
}

export interface FigurePicture {
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

const countsOf = (data: FigureData): readonly Bar[] =>
  Array.isArray(data)
    ? (data as readonly { readonly category: string; readonly count: number }[]).map(
        ({ category, count }) => ({ id: category, label: wordText(category), value: count }),
      )
    : Object.entries(data as Readonly<Record<string, number>>)
        .map(([id, value]) => ({ id, label: wordText(id), value }))
        .sort((a, b) => b.value - a.value);

const rankedBars = (data: FigureData, { word, label, figure }: Ranking): readonly Bar[] =>
  ((data as Readonly<Record<string, readonly RankedItem[]>>)[word] ?? []).map((item) => ({
    id: item.hashid,
    label: String(item[label] ?? ''),
    value: Number(item[figure]),
  }));

/** The chart of a view: the one that was chosen, else the first that has something to show. */
const chosenChart = (view: View, { read, roles }: ChartSource): Chart => {
  if (view.chart !== null) return chartOf(view.chart);
  const hasSome = (chart: Chart): boolean => {
    const data = read(chartEntry(chart, roles));
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
  const reader =
    (call: keyof Pick<ViewCalls, 'now' | 'months' | 'seats'>) =>
    (entry: Entry): Known<FigureData> =>
      ((calls[call] === null ? undefined : figures.get(figureKey(calls[call], entry))) ??
        asking) as Known<FigureData>;
  const read = reader('now');
  const { thisMonth, type } = setting;
  const roles = rolesOf(type);
  const source: ChartSource = { read: reader('months'), calls, roles, thisMonth };
  const drawn = (chart: Chart, stacked: readonly string[]) =>
    chartPicture(source, chart, chart.roles === 'no' ? [] : stacked);
  const members = read(membersEntry) as Known<number>;
  const term = read(subscriptionEntry) as Known<Subscription>;
  const bars = (id: string, entry: Entry): BarsPicture => ({
    id,
    title: meaningOf(entry).label,
    entry,
    leadsTo: null,
    bars: mapKnown(read(entry), countsOf),
  });
  const card = ({ entry, chart }: (typeof cards)[number]): CardPicture => {
    const all = entry.name === 'memberCount' ? valueOr(members) : null;
    return {
      entry,
      value: read(entry) as Known<number>,
      of: all === null ? '' : `of ${numberText(all)} members`,
      chart: chart === null ? null : drawn(chartOf(chart), []),
    };
  };
  return {
    calls,
    thisMonth,
    roles,
    cards: cards.map(card),
    chart: drawn(chosenChart(view, source), rolesIn(view, type)),
    posts: drawn(chartOf('posts'), roles),
    rankings: rankings.map((ranking) => ({
      ...bars(ranking.id, ranking.entry),
      title: ranking.title,
      leadsTo: ranking.leadsTo,
      bars: mapKnown(read(ranking.entry), (data) => rankedBars(data, ranking)),
    })),
    attachments: bars('attachments', attachmentsEntry(roles)),
    noSafety: noSafetyReason(type),
    safety: safetyFigures.map(({ entry, unit }) => ({
      entry,
      unit,
      value: read(entry) as Known<number | null>,
    })),
    safetyLists: safetyLists.map(({ id, entry }) => bars(id, entry)),
    subscription: hasSeats(term)
      ? term
      : (reader('seats')(subscriptionEntry) as Known<Subscription>),
    members,
    inactive: read(inactiveEntry) as Known<number>,
  };
};
