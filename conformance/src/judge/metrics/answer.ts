import {
  type MetricName,
  metricCatalog,
  metricNames,
  metricRow,
} from '@tallyboard/core/vocabulary';
import type { History } from '../../model/history.js';
import { at, canonical, isObject, listOf, parseJson, textOf } from '../../model/json.js';
import { readOnce } from '../../model/read-once.js';
import type { PlannedRequest } from '../../model/request.js';
import type { Entry, WireRange } from '../../probes/entries.js';
import { type Answer, servedAt } from '../evidence.js';
import { parametersOf } from '../roster/answer.js';

/** An entry with its properties as 2.3 resolves them. */
export interface Resolved {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Equal for equal queries: sets without order, `all` for what was omitted. */
  readonly key: string;
}

const rowOf = (name: string) =>
  (metricNames as readonly string[]).includes(name) ? metricCatalog[name as MetricName] : undefined;

/** Resolves an entry by 2.3 rules 1 to 3; also recognizes a resolved entry that came back by its key. */
export const resolve = (entry: unknown): Resolved => {
  const name = textOf(at(entry, 'name')) ?? '';
  const row = rowOf(name)?.properties ?? {};
  const properties: Record<string, unknown> = {};
  if ('userType' in row) properties['userType'] = [at(entry, 'userType') ?? 'all'].flat();
  if ('status' in row) properties['status'] = at(entry, 'status') ?? 'all';
  for (const property of ['sortBy', 'mediaType'] as const) {
    if (property in row) properties[property] = at(entry, property);
  }
  for (const [property, value] of Object.entries(properties)) {
    if (Array.isArray(value)) properties[property] = [...new Set(value)];
  }
  return { name, properties, key: keyOf(name, properties) };
};

/** One text for equal queries: the values of a list have no order. Stored histories have it: it never changes. */
const keyOf = (name: string, properties: Readonly<Record<string, unknown>>): string => {
  const sorted = Object.entries(properties).map(([property, value]) => [
    property,
    Array.isArray(value) ? value.map(canonical).toSorted() : value,
  ]);
  return `${name} ${canonical(Object.fromEntries(sorted))}`;
};

/** A key as people read it in a message: `memberCount (status active+all, userType all)`. */
export const readable = (key = ''): string => {
  const [name = '', ...properties] = key.split(' ');
  const words = Object.entries(parseJson(properties.join(' ')) ?? {}).map(
    ([property, value]) => `${property} ${[value].flat().join('+').replaceAll('"', '')}`,
  );
  return words.length === 0 ? name : `${name} (${words.join(', ')})`;
};

/**
 * The key of an item just as it came, with nothing filled in or collapsed: it equals the key of a
 * query only if its properties are resolved. `all` may stand for `["all"]` (2.3.1 leaves it open), and be
 * left out of a metric that takes roles only by month.
 */
export const keyAsGiven = (item: unknown, monthly: boolean): string => {
  const name = textOf(at(item, 'name')) ?? '';
  const resolved = Object.entries(rowOf(name)?.properties ?? {}).flatMap(([property, row]) => {
    const given = at(item, 'properties', property);
    const isOpen = row.requirement === 'monthlyOnly' && !monthly;
    const value = given === undefined && isOpen ? 'all' : given;
    if (value === undefined) return [];
    return [[property, property === 'userType' && value === 'all' ? ['all'] : value] as const];
  });
  return keyOf(name, Object.fromEntries(resolved));
};

/** An entry of `data.attributes.metrics` as it came. */
export interface ReturnedEntry extends Resolved {
  readonly rawProperties: unknown;
  readonly data: unknown;
  readonly pointer: string;
}

/** The body that was sent. */
export const sentBody = readOnce((request: PlannedRequest): unknown =>
  parseJson(request.body ?? ''),
);

/** The entries of a request. */
export const sentEntries = readOnce((request: PlannedRequest): readonly Entry[] =>
  listOf(at(sentBody(request), 'metrics')).filter(isObject),
);

/** The entries of a request, resolved. */
export const askedFor = readOnce((request: PlannedRequest): readonly Resolved[] =>
  sentEntries(request).map(resolve),
);

/** Properties that the metric takes, and no others, whose meaning is open. */
const takesAll = (entry: Entry): boolean => {
  const row = metricRow(String(entry['name']));
  return row !== null && Object.keys(entry).every((key) => key === 'name' || key in row.properties);
};

/** A query that has a definition: each property has values of the catalog (2.4). */
const isDefined = ({ name, properties }: Resolved): boolean =>
  Object.entries(metricRow(name)?.properties ?? {}).every(([property, { values, requirement }]) => {
    const given = [properties[property]].flat();
    const [first] = given;
    if (requirement !== 'required' && given.length === 1 && first === 'all') return true;
    const isMixed = property === 'userType' && given.includes('all');
    return (
      given.length > 0 && !isMixed && given.every((value) => values.some((one) => one === value))
    );
  });

/** The queries of a request whose meaning the specification states. */
export const definedQueries = (request: PlannedRequest): readonly Resolved[] =>
  sentEntries(request).filter(takesAll).map(resolve).filter(isDefined);

/** True when a request asks for series. */
export const byMonth = (request: PlannedRequest): boolean =>
  listOf(at(sentBody(request), 'dimensions')).includes('month');

/** The explicit range of a request to either endpoint, or `null`. */
export const sentRange = (request: PlannedRequest): WireRange | null => {
  const sent = sentBody(request) ?? Object.fromEntries(parametersOf(request));
  const [from, to] = [textOf(at(sent, 'from')), textOf(at(sent, 'to'))];
  return from === null || to === null ? null : { from, to };
};

/** Reads an item that names a metric: an entry of `metrics`, `pending` or `errors`. */
export const resolvedItem = (item: unknown): Resolved => {
  const properties = at(item, 'properties');
  return resolve({ ...(isObject(properties) ? properties : {}), name: at(item, 'name') });
};

/** The entries that an answer returned. */
export const returned = readOnce((answer: Answer): readonly ReturnedEntry[] =>
  listOf(at(answer.document, 'data', 'attributes', 'metrics')).map((item, index) => ({
    ...resolvedItem(item),
    rawProperties: at(item, 'properties'),
    data: at(item, 'data'),
    pointer: `/data/attributes/metrics/${index}`,
  })),
);

/** The metrics that `meta.pending` or `meta.errors` lists; absent is none. */
export const listed = (answer: Answer, where: 'pending' | 'errors'): readonly Resolved[] =>
  listOf(at(answer.document, 'meta', where)).map(resolvedItem);

/** The returned entry of a query, if there is one. */
export const figureOf = (answer: Answer, entry: Entry): ReturnedEntry | undefined => {
  const { key } = resolve(entry);
  return returned(answer).find((one) => one.key === key);
};

const served = servedAt('metrics');

/** The answers that show figures. */
export const metricsAnswers = readOnce((history: History): readonly Answer[] =>
  served(history).filter(({ request, probe }) => askedFor(request).length > 0 && probe !== 'MF'),
);
