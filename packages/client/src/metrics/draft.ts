import { countQueries, metricsByName, resolve } from '@tallyboard/core/engine';
import type { MetricName, ResolvedProperties, ResolvedQuery } from '@tallyboard/core/vocabulary';
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

/** One of the requests into which a request is split. */
export interface DraftPart {
  /** The same text each time this part is asked for. */
  readonly body: string;
  /** In the order of the request. */
  readonly entries: readonly DraftEntry[];
}

/** A request in parts that are not too wide. */
export interface Draft {
  readonly entries: readonly DraftEntry[];
  readonly byMonth: boolean;
  readonly parts: readonly DraftPart[];
}

/** The words are as sent, and so may be some that the service refuses. */
const draftEntry = (sent: object, index: number): DraftEntry => {
  const { name = '', ...words } = sent as { readonly name?: MetricName };
  const metric = metricsByName.get(name);
  const properties = metric === undefined ? {} : resolve(metric, words);
  const query = { name, properties: properties as ResolvedProperties } as ResolvedQuery;
  return { index, sent, query, queries: countQueries(properties) };
};

const inOrder = (a: DraftEntry, b: DraftEntry): number => a.index - b.index;

/** Splits a request of any width. One without entries stays one: the service says what is wrong with it. */
export const draftMetrics = ({ metrics, ...form }: LooseRequest): Draft => {
  const entries = metrics.map(draftEntry);
  const groups = entries.length === 0 ? [[]] : splitEntries(entries);
  const parts = groups.map((members): DraftPart => {
    const ordered = members.toSorted(inOrder);
    const body = JSON.stringify({ ...form, metrics: ordered.map(({ sent }) => sent) });
    return { body, entries: ordered };
  });
  return { entries, byMonth: (form.dimensions?.length ?? 0) > 0, parts };
};
