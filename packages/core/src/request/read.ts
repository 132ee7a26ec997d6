import type * as t from 'io-ts';
import { limits } from '../api/limits.js';
import type { OneOrMany, PropertyName } from '../api/metrics.js';
import type { OrganizationType } from '../api/organizations.js';
import { accepting, isObject } from '../codec.js';
import type { Month } from '../time.js';
import { type DraftProperties, type Metric, metricsByName, resolve } from './resolve.js';
import { readRange, type SentRange } from './rules/4.1.10-date-range.js';
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
