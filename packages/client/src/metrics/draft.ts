import { countQueries, metricsByName, resolve } from '@tallyboard/core/engine';
import type {
  FigureData,
  MetricName,
  ResolvedProperties,
  ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import type { DateRange } from '../wire/analytics.js';
import { splitEntries } from './split.js';

/** A metrics request as it is checked and split; the typed one of callers is one of these. */
export interface LooseRequest {
  readonly metrics: readonly object[];
  readonly dimensions?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

/** An entry with what it means, and its place in the request. */
export interface DraftEntry {
  readonly index: number;
  readonly sent: object;
  readonly query: ResolvedQuery;
  /** What it takes of the fifty (4.1.2). */
  readonly queries: number;
}

/** The state of one entry after an answer. */
export type EntryState =
  | { readonly status: 'ready'; readonly data: FigureData }
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly code: string; readonly detail: string };

/** What an answer says. */
export interface MetricsReading {
  /** One for each entry that it was asked for. */
  readonly states: ReadonlyMap<DraftEntry, EntryState>;
  readonly dateRange: DateRange;
  readonly isPending: boolean;
}

/** One of the requests into which a request is split. */
export interface Part {
  /** The same text each time this part is sent. */
  readonly body: string;
  readonly byMonth: boolean;
  /** In the order of the request. */
  readonly entries: readonly DraftEntry[];
  /** The last answer; `null` before the first. */
  reading: MetricsReading | null;
  /** When to send it next. */
  dueAt: number;
}

/** The words are as sent, and so may be some that the service refuses. */
const draftEntry = (sent: object, index: number): DraftEntry => {
  const { name = '', ...words } = sent as { readonly name?: MetricName };
  const metric = metricsByName.get(name);
  const properties = metric === undefined ? {} : resolve(metric, words);
  const query = { name, properties: properties as ResolvedProperties } as ResolvedQuery;
  return { index, sent, query, queries: countQueries(properties) };
};

/** Splits a request of any width. One without entries stays one: the service says what is wrong with it. */
export const partsOf = ({ metrics, ...form }: LooseRequest): readonly Part[] => {
  const entries = metrics.map(draftEntry);
  const groups = entries.length === 0 ? [[]] : splitEntries(entries);
  const byMonth = (form.dimensions?.length ?? 0) > 0;
  return groups.map((members) => {
    const ordered = members.toSorted((a, b) => a.index - b.index);
    const body = JSON.stringify({ ...form, metrics: ordered.map(({ sent }) => sent) });
    return { body, byMonth, entries: ordered, reading: null, dueAt: 0 };
  });
};
