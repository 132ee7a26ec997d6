import { limits } from '../catalog/limits.js';
import { isEnough, refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import {
  type MetricEntry,
  type OneOrMany,
  type PropertyName,
  propertyNames,
} from '../model/metric.js';
import { show } from '../model/show.js';
import { plainCopy } from './plain-copy.js';
import {
  accepting,
  isObject,
  pointerTo,
  type Read,
  readWith,
  refuseUnknownFields,
  refuseValue,
} from './read.js';

/** An entry whose name could be read, with its position in `metrics`. */
export interface ReadEntry {
  readonly index: number;
  /** A copy of what was sent, its fields in the order sent; a property that could not be read is an empty list. */
  readonly entry: MetricEntry;
  /** The properties that were sent, in the order of their table. */
  readonly sentProperties: readonly PropertyName[];
  /** False when a property could not be read. */
  readonly complete: boolean;
}

/** What could be read of the body of a metrics request (4.1): its structure, not yet its meaning. */
export interface MetricsRequest {
  readonly entries: readonly ReadEntry[];
  /** The length of `metrics`, entries that could not be read included. */
  readonly entryCount: number;
  /** As sent; empty when absent, `null` when it is no list. */
  readonly dimensions: readonly unknown[] | null;
  /** As sent, `undefined` when absent. */
  readonly from: unknown;
  readonly to: unknown;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isString);

const MetricNameText = accepting<string>('the name of a metric', isString);
const Words = accepting<OneOrMany<string>>(
  'a word or a list of one or more words',
  (value): value is OneOrMany<string> => isString(value) || isWords(value),
);
const Entries = accepting<readonly unknown[]>(
  `a list of ${limits.entriesMin} to ${limits.entriesMax} entries`,
  (value): value is readonly unknown[] => Array.isArray(value) && value.length > 0,
);
const Entry = accepting('an object with the name of a metric', isObject);
const Body = accepting('an object with the field metrics', isObject);
const Dimensions = accepting<readonly unknown[] | null>(
  'a list that holds "month" or nothing',
  (value): value is readonly unknown[] => Array.isArray(value),
);

/** The fields of a body. */
export const bodyFields = ['metrics', 'dimensions', 'from', 'to'] as const;
const entryFields = ['name', ...propertyNames] as const;

/** Body, list of entries, entry, list of words. */
const bodyDepth = 4;

const readEntry = (value: unknown, index: number): Read<readonly ReadEntry[]> => {
  const pointer = pointerTo('/metrics', index);
  if (!isObject(value)) return { value: [], refusals: [refuseValue(Entry, value, pointer)] };
  const refusals = [...refuseUnknownFields(value, entryFields, pointer)];
  const name = readWith(MetricNameText, own(value, 'name'), `${pointer}/name`, '');
  refusals.push(...name.refusals);
  const words: { [P in PropertyName]?: OneOrMany<string> } = {};
  const sentProperties: PropertyName[] = [];
  let complete = true;
  for (const property of propertyNames) {
    const sent = own(value, property);
    if (sent === undefined) continue;
    const read = readWith(Words, sent, `${pointer}/${property}`, [], 'unreadableValue');
    refusals.push(...read.refusals);
    complete &&= read.refusals.length === 0;
    words[property] = read.value;
    sentProperties.push(property);
  }
  // The fields of the value come first: they give the order.
  const entry = { ...value, ...words, name: name.value };
  return name.refusals.length > 0
    ? { value: [], refusals }
    : { value: [{ index, entry, sentProperties, complete }], refusals };
};

const readEntries = (sent: readonly unknown[]): Read<readonly ReadEntry[]> => {
  const entries: ReadEntry[] = [];
  const refusals: Refusal[] = [];
  for (const [index, value] of sent.entries()) {
    if (isEnough(refusals)) break;
    const read = readEntry(value, index);
    entries.push(...read.value);
    refusals.push(...read.refusals);
  }
  return { value: entries, refusals };
};

// Fields are read as own properties, so that `constructor` and its like are never found on a prototype.
const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const unreadable = (detail: string): Read<MetricsRequest> => ({
  value: { entries: [], entryCount: 0, dimensions: [], from: undefined, to: undefined },
  refusals: [refuse('notAnObject', { pointer: '' }, detail)],
});

/** A copy of the body, `null` if its objects throw when they are read. */
const copyOf = (body: unknown): { readonly body: unknown } | null => {
  try {
    return { body: plainCopy(body, bodyDepth) };
  } catch {
    return null;
  }
};

/** Reads the structure of a metrics request (4.1) part by part, with every refusal. */
export const readMetricsRequest = (value: unknown): Read<MetricsRequest> => {
  const copy = copyOf(value);
  if (copy === null) {
    return unreadable(
      `The body throws when it is read, or has more than ${limits.bodyBytesMax} values; send plain data, as JSON.parse gives it.`,
    );
  }
  const { body } = copy;
  if (!isObject(body)) return unreadable(`The body is ${show(body)}; send ${Body.name}.`);
  const list = readWith(Entries, own(body, 'metrics'), '/metrics', []);
  const entries = readEntries(list.value);
  const sent = own(body, 'dimensions');
  const dimensions = readWith(Dimensions, sent === undefined ? [] : sent, '/dimensions', null);
  return {
    value: {
      entries: entries.value,
      entryCount: list.value.length,
      dimensions: dimensions.value,
      from: own(body, 'from'),
      to: own(body, 'to'),
    },
    refusals: [
      ...refuseUnknownFields(body, bodyFields, ''),
      ...list.refusals,
      ...entries.refusals,
      ...dimensions.refusals,
    ],
  };
};
