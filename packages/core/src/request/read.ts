import type * as t from 'io-ts';
import { limits } from '../api/limits.js';
import type { OneOrMany, PropertyName } from '../api/metrics.js';
import type { OrganizationType } from '../api/organizations.js';
import { type RosterParameter, rosterParameters } from '../api/roster.js';
import { accepting, isObject } from '../checked.js';
import { type Day, type Month, monthOfDay } from '../time.js';
import { type DraftProperties, type Metric, metricsByName, resolve } from './resolve.js';
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
