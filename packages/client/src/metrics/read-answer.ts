import { metricsByName, queryKey, resolve } from '@tallyboard/core/engine';
import { type FigureData, type OneOrMany, propertyNames } from '@tallyboard/core/vocabulary';
import { type DateRange, readDateRange } from '../wire/analytics.js';
import { Malformed } from '../wire/malformed.js';
import { fieldOf, isText, listOf, textOf } from '../wire/read.js';
import type { DraftEntry } from './draft.js';
import { isFigureOf } from './figure-checks.js';

/** The state of one entry after an answer. */
export type EntryState =
  | { readonly status: 'ready'; readonly data: FigureData }
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly code: string; readonly detail: string };

/** What an answer says of the entries that it was asked for. */
export interface MetricsReading {
  /** One for each entry, in the order of the request. */
  readonly states: readonly EntryState[];
  readonly dateRange: DateRange;
  readonly isPending: boolean;
}

const words = (value: unknown): OneOrMany<string> | undefined => {
  if (isText(value)) return value;
  const list = listOf(value);
  return list?.every(isText) === true ? list : undefined;
};

/**
 * The key by which an element of the answer is matched to its entry (2.3.4): its name and properties
 * as sets. Services spell some properties differently, so what may be left out is filled in.
 */
const keyOf = (element: unknown): string => {
  const text = textOf(fieldOf(element, 'name'));
  const metric = metricsByName.get(text);
  if (metric === undefined) throw new Malformed(`it names the metric ${JSON.stringify(text)}`);
  const properties = fieldOf(element, 'properties');
  const sent = propertyNames.map((name) => [name, words(fieldOf(properties, name))] as const);
  return queryKey({ name: metric.name, properties: resolve(metric, Object.fromEntries(sent)) });
};

const elementsOf = (list: unknown, place: string): readonly unknown[] => {
  const elements = list === undefined ? [] : listOf(list);
  if (elements === null) throw new Malformed(`${place} is no list`);
  return elements;
};

/** Reads the answer to a part of a request (2.3, 2.7). */
class AnswerReader {
  readonly #entries: readonly DraftEntry[];
  readonly #byMonth: boolean;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #states: (EntryState | undefined)[];

  constructor(entries: readonly DraftEntry[], byMonth: boolean) {
    this.#entries = entries;
    this.#byMonth = byMonth;
    this.#indexes = new Map(entries.map(({ query }, index) => [queryKey(query), index]));
    this.#states = entries.map(() => undefined);
  }

  #place(element: unknown, stateOf: (entry: DraftEntry) => EntryState): void {
    const key = keyOf(element);
    const index = this.#indexes.get(key);
    const entry = index === undefined ? undefined : this.#entries[index];
    if (index === undefined || entry === undefined) {
      throw new Malformed(`it has ${key}, which was not requested`);
    }
    if (this.#states[index] !== undefined) throw new Malformed(`it has ${key} twice`);
    this.#states[index] = stateOf(entry);
  }

  #ready(element: unknown): void {
    const data = fieldOf(element, 'data');
    this.#place(element, ({ query }) => {
      if (!isFigureOf(query, this.#byMonth, data)) {
        throw new Malformed(`the figure of ${queryKey(query)} has another shape`);
      }
      return { status: 'ready', data: data as FigureData };
    });
  }

  read(status: 200 | 202, json: unknown): MetricsReading {
    const meta = fieldOf(json, 'meta');
    const dateRange = readDateRange(meta);
    if (dateRange === null) throw new Malformed('it does not say which range it is about');
    const metrics = fieldOf(fieldOf(fieldOf(json, 'data'), 'attributes'), 'metrics');
    const failures = elementsOf(fieldOf(meta, 'errors'), 'meta.errors');
    const pending = elementsOf(fieldOf(meta, 'pending'), 'meta.pending');
    for (const element of pending) this.#place(element, () => ({ status: 'pending' }));
    for (const element of failures) this.#place(element, () => failed(element));
    for (const element of elementsOf(metrics, 'data.attributes.metrics')) this.#ready(element);
    const isPending = status === 202 || pending.length > 0;
    const states = this.#states.map((state, index): EntryState => {
      if (state !== undefined) return state;
      if (isPending) return { status: 'pending' };
      throw new Malformed(`it does not speak of ${[...this.#indexes.keys()][index] ?? ''}`);
    });
    return { states, dateRange, isPending };
  }
}

const failed = (element: unknown): EntryState => ({
  status: 'failed',
  code: textOf(fieldOf(element, 'code')),
  detail: textOf(fieldOf(element, 'detail')),
});

/**
 * What an answer says of each entry.
 *
 * @throws Malformed when it is not an answer to these entries
 */
export const readMetricsAnswer = (
  status: 200 | 202,
  json: unknown,
  entries: readonly DraftEntry[],
  byMonth: boolean,
): MetricsReading => new AnswerReader(entries, byMonth).read(status, json);
