import { metricsByName, queryKey, resolve } from '@tallyboard/core/engine';
import { type FigureData, type OneOrMany, propertyNames } from '@tallyboard/core/vocabulary';
import type { Answer } from '../call/exchange.js';
import { readDateRange } from '../wire/analytics.js';
import { fieldOf, isText, listOf, Malformed, textOf } from '../wire/read.js';
import type { DraftEntry, EntryState, MetricsReading, Part } from './draft.js';
import { isFigureOf } from './figure-checks.js';

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

/** Where an answer lists entries, in this order, and what each list says of one. */
const lists: Readonly<
  Record<string, (element: unknown, entry: DraftEntry, byMonth: boolean) => EntryState>
> = {
  'meta.pending': () => ({ status: 'pending' }),
  'meta.errors': (element) => ({
    status: 'failed',
    code: textOf(fieldOf(element, 'code')),
    detail: textOf(fieldOf(element, 'detail')),
  }),
  'data.attributes.metrics': (element, { query }, byMonth) => {
    const data = fieldOf(element, 'data');
    if (isFigureOf(query, byMonth, data)) return { status: 'ready', data: data as FigureData };
    throw new Malformed(`the figure of ${queryKey(query)} has another shape`);
  },
};

/**
 * What an answer to a part of a request says of each entry (2.3, 2.7).
 *
 * @throws Malformed when it is not an answer to these entries
 */
export const readMetricsAnswer = (
  { status, json }: Answer,
  { entries, byMonth }: Part,
): MetricsReading => {
  const dateRange = readDateRange(json);
  const wanted = new Map(entries.map((entry) => [queryKey(entry.query), entry]));
  const states = new Map<DraftEntry, EntryState>();
  for (const [path, stateOf] of Object.entries(lists)) {
    const list = fieldOf(json, ...path.split('.'));
    const elements = list === undefined ? [] : listOf(list);
    if (elements === null) throw new Malformed(`${path} is no list`);
    for (const element of elements) {
      const key = keyOf(element);
      const entry = wanted.get(key);
      if (entry === undefined) throw new Malformed(`it has ${key}, which was not requested`);
      if (states.has(entry)) throw new Malformed(`it has ${key} twice`);
      states.set(entry, stateOf(element, entry, byMonth));
    }
  }
  const isPending = status === 202 || [...states.values()].some((one) => one.status === 'pending');
  for (const entry of entries) {
    if (states.has(entry)) continue;
    if (!isPending) throw new Malformed(`it does not speak of ${queryKey(entry.query)}`);
    states.set(entry, { status: 'pending' });
  }
  return { states, dateRange, isPending };
};
