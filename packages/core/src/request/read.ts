import type * as t from 'io-ts';
import { limits } from '../api/limits.js';
import {
  type MetricName,
  type MetricRow,
  metricCatalog,
  metricNames,
  type OneOrMany,
  type PropertyName,
  type PropertyRow,
  propertyNames,
} from '../api/metrics.js';
import type { OrganizationType } from '../api/organizations.js';
import { type RosterParameter, rosterParameters } from '../api/roster.js';
import { accepting, isObject } from '../checked.js';
import { type Day, type Month, monthOfDay } from '../time.js';
import { type RangeRequest, readRange, type SentRange } from './rules/4.1.10-date-range.js';
import { pointerTo } from './rules/rule.js';

/*
 * Reading takes the readable parts of a body and refuses nothing. What it leaves out is refused by the first rule,
 * `rules/4.1-structure.ts`, so that a client learns of every fault from one answer.
 */

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** What each part of a body holds; refusals quote the names. */
export const codecs = {
  body: accepting('an object with the field metrics', isObject),
  metrics: accepting(
    `a list of ${limits.entriesMin} to ${limits.entriesMax} entries`,
    (value): value is readonly unknown[] => isList(value) && value.length > 0,
  ),
  entry: accepting('an object with the name of a metric', isObject),
  name: accepting('the name of a metric', isText),
  words: accepting(
    'a word or a list of one or more words',
    (value): value is OneOrMany<string> =>
      isText(value) || (isList(value) && value.length > 0 && value.every(isText)),
  ),
  dimensions: accepting('a list that holds "month" or nothing', isList),
};

type Words = t.TypeOf<typeof codecs.words>;

/** What the rules look at beside the request; `null` where only the request itself is checked. */
export interface RequestFacts {
  readonly organizationType: OrganizationType | null;
  readonly currentMonth: Month | null;
}

/** An entry that names a metric. */
export interface Entry {
  /** Its position in `metrics`. */
  readonly index: number;
  readonly metric: Metric;
  /** The words of each property that was sent; an empty list where they cannot be read. */
  readonly sent: { readonly [P in PropertyName]: Words | undefined };
  /** The words after resolution (2.3). */
  readonly resolved: DraftProperties;
}

/** A metrics request as the rules of 4.1 see it. */
export interface MetricsRequest extends RequestFacts {
  /** As sent. */
  readonly body: unknown;
  /** As sent; empty when there is no list. */
  readonly metrics: readonly unknown[];
  /** The readable entries among them that name a metric. */
  readonly entries: readonly Entry[];
  /** The names of others, with their positions in `metrics`. */
  readonly unknownNames: readonly { readonly index: number; readonly name: string }[];
  /** As sent; empty when there is no list. */
  readonly dimensions: readonly unknown[];
  /** Whether a series is asked for; `null` when the dimensions do not say. */
  readonly byMonth: boolean | null;
  readonly range: SentRange;
}

const readWords = (sent: unknown): Words | undefined => {
  if (sent === undefined || typeof sent === 'string') return sent;
  return codecs.words.is(sent) ? sent : [];
};

const placeOfEnd = (end: string) => ({ pointer: pointerTo(end) });

/** Reads the body of a metrics request (4.1). */
export const readMetrics = (
  body: unknown,
  { organizationType, currentMonth }: RequestFacts,
): MetricsRequest => {
  const { metrics, dimensions = [], from, to } = isObject(body) ? body : {};
  const list = isList(metrics) ? metrics : [];
  const entries: Entry[] = [];
  const unknownNames: { index: number; name: string }[] = [];
  for (let index = 0; index < list.length; index++) {
    const entry = list[index];
    if (!isObject(entry)) continue;
    const name = entry['name'];
    if (!isText(name)) continue;
    const metric = metricsByName.get(name);
    if (metric === undefined) {
      unknownNames.push({ index, name });
      continue;
    }
    const sent = {
      status: readWords(entry['status']),
      userType: readWords(entry['userType']),
      sortBy: readWords(entry['sortBy']),
      mediaType: readWords(entry['mediaType']),
    };
    entries.push({ index, metric, sent, resolved: resolve(metric, sent) });
  }
  const dimensionList = isList(dimensions) ? dimensions : null;
  return {
    organizationType,
    currentMonth,
    body,
    metrics: list,
    entries,
    unknownNames,
    dimensions: dimensionList ?? [],
    byMonth: dimensionList?.every((one) => one === 'month') ? dimensionList.length > 0 : null,
    range: readRange(from, to, placeOfEnd),
  };
};

/** A property that a metric takes, and how. */
export interface TakenProperty extends PropertyRow {
  readonly property: PropertyName;
}

/** A metric with its row of table 2.4, and its properties as a list in the order of their names. */
export interface Metric {
  readonly name: MetricName;
  /** The position of the row. */
  readonly position: number;
  readonly row: MetricRow;
  readonly taken: readonly TakenProperty[];
  /** The other properties. */
  readonly notTaken: readonly PropertyName[];
}

/** The metrics of table 2.4 by name. */
export const metricsByName: ReadonlyMap<string, Metric> = new Map(
  metricNames.map((name, position) => {
    const row = metricCatalog[name];
    const taken = propertyNames.flatMap((property) => {
      const how = row.properties[property];
      return how === undefined ? [] : [{ property, ...how }];
    });
    const notTaken = propertyNames.filter((property) => row.properties[property] === undefined);
    return [name, { name, position, row, taken, notTaken }];
  }),
);

/** Words for some of the properties, whether or not the metric takes them. */
export type SentWords = { readonly [P in PropertyName]?: OneOrMany<string> | undefined };

/**
 * Properties after resolution but before the rules have passed: the structure of `ResolvedProperties`,
 * any words. A required property that was not sent is absent.
 */
export type DraftProperties = { readonly [P in PropertyName]?: OneOrMany<string> };

/** More words than any property has, and few enough to look for each among those before it. */
const fewWords = 16;

/** The words without repetitions: the same list when it is short and repeats none. */
const distinct = (words: readonly string[]): readonly string[] =>
  words.length <= fewWords && words.every((word, at) => words.indexOf(word) === at)
    ? words
    : [...new Set(words)];

const all = ['all'] as const;

/**
 * The properties that an entry asks for, spelled out (2.3): omitted ones are `all`, `userType` is a
 * list even of one, duplicates collapse to their first occurrence. Properties that the metric does not
 * take do not appear.
 */
export const resolve = ({ taken }: Metric, sent: SentWords): DraftProperties => {
  const resolved: { [P in PropertyName]?: OneOrMany<string> } = {};
  for (const { property, requirement } of taken) {
    const words = sent[property];
    const isSlice = property === 'userType';
    if (words === undefined) {
      if (requirement !== 'required') resolved[property] = isSlice ? all : 'all';
    } else if (typeof words === 'string') resolved[property] = isSlice ? [words] : words;
    else resolved[property] = distinct(words);
  }
  return resolved;
};

/** Whether an entry asks for all members together. */
export const isAllMembers = ({ userType }: DraftProperties): boolean =>
  userType?.length === 1 && userType[0] === 'all';

/** One word or several as a list. */
export const listOf = (words: OneOrMany<string> = []): readonly string[] =>
  typeof words === 'string' ? [words] : words;

const lengthOf = (words: OneOrMany<string> | undefined): number =>
  typeof words === 'object' ? words.length : 0;

/**
 * The number of queries that one entry resolves to (4.1.2): one for the metric and one more per
 * distinct value of each property given as a list. `userType` is one combined slice and adds none.
 */
export const countQueries = ({ status, sortBy, mediaType }: DraftProperties): number =>
  1 + lengthOf(status) + lengthOf(sortBy) + lengthOf(mediaType);

/**
 * A text that two queries share exactly when they ask for the same: equal names, and properties equal
 * as sets of words (4.1.1). A list of one word is not that word alone: it is answered by value.
 */
export const queryKey = (query: {
  readonly name: MetricName;
  readonly properties: DraftProperties;
}): string => {
  let key: string = query.name;
  for (const property of propertyNames) {
    const words = query.properties[property];
    if (typeof words === 'string') key += `;${property}=${words}`;
    else if (words?.length === 1) key += `;${property}=[${words[0]!}]`;
    else if (words !== undefined) key += `;${property}=[${words.toSorted().join(',')}]`;
  }
  return key;
};

/** Names and values of a query string, decoded, in the order sent. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A roster request as the rules of 4.2 see it. */
export interface RosterRequest extends RangeRequest {
  /** The texts sent for each parameter, by either form of its name. */
  readonly query: ReadonlyMap<RosterParameter, readonly string[]>;
  /** The parameters whose name was sent without brackets. */
  readonly bare: ReadonlySet<RosterParameter>;
  /** Names that are no parameter. */
  readonly unknown: ReadonlySet<string>;
}

const parameterOf = (name: string): RosterParameter | null => {
  const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
  if (!Object.hasOwn(rosterParameters, bare)) return null;
  const parameter = bare as RosterParameter;
  return bare === name || rosterParameters[parameter].kind === 'words' ? parameter : null;
};

/** Reads which parameters were sent, and how; it refuses nothing. */
export const readRoster = (pairs: QueryPairs, today: Day): RosterRequest => {
  const query = new Map<RosterParameter, string[]>();
  const bare = new Set<RosterParameter>();
  const unknown = new Set<string>();
  for (const [name, value] of pairs) {
    const parameter = parameterOf(name);
    if (parameter === null) {
      unknown.add(name);
      continue;
    }
    const values = query.get(parameter);
    if (values === undefined) query.set(parameter, [value]);
    else values.push(value);
    if (name === parameter) bare.add(parameter);
  }
  const range = readRange(query.get('from')?.[0], query.get('to')?.[0], (end) => ({
    parameter: end,
  }));
  return { query, bare, unknown, range, currentMonth: monthOfDay(today) };
};
