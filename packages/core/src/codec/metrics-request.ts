import { limits } from '../catalog/limits.js';
import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { type OneOrMany, type PropertyName, propertyNames } from '../model/metric.js';
import { show } from '../model/show.js';
import {
  accepting,
  isObject,
  pointerTo,
  type Read,
  readWith,
  refuseUnknownFields,
  refuseValue,
} from './read.js';
import { type MetricsRequest, type ReadEntry } from './read-entry.js';

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
const Dimensions = accepting<readonly unknown[]>('a list that holds "month" or nothing', (value) =>
  Array.isArray(value),
);

const bodyFields = ['metrics', 'dimensions', 'from', 'to'] as const;
const entryFields = ['name', ...propertyNames] as const;

const readEntry = (value: unknown, index: number): Read<readonly ReadEntry[]> => {
  const pointer = pointerTo('/metrics', index);
  if (!isObject(value)) return { value: [], refusals: [refuseValue(Entry, value, pointer)] };
  const refusals: Refusal[] = [...refuseUnknownFields(value, entryFields, pointer)];
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
  return name.refusals.length > 0
    ? { value: [], refusals }
    : {
        value: [{ index, entry: { name: name.value, ...words }, sentProperties, complete }],
        refusals,
      };
};

const readEntries = (value: unknown): Read<readonly ReadEntry[]> => {
  const list = readWith(Entries, value, '/metrics', []);
  const entries: ReadEntry[] = [];
  const refusals: Refusal[] = [...list.refusals];
  if (list.value.length > limits.entriesMax) {
    const detail = `/metrics has ${list.value.length} entries; send at most ${limits.entriesMax} and spread the rest over further requests.`;
    refusals.push(refuse('entryCount', { pointer: '/metrics' }, detail));
  }
  for (const [index, sent] of list.value.entries()) {
    const read = readEntry(sent, index);
    entries.push(...read.value);
    refusals.push(...read.refusals);
  }
  return { value: entries, refusals };
};

const readDimensions = (value: unknown): Read<boolean | null> => {
  if (value === undefined) return { value: false, refusals: [] };
  const list = readWith(Dimensions, value, '/dimensions', []);
  const unknown = list.value.flatMap((entry, index) =>
    entry === 'month'
      ? []
      : [
          refuse(
            'unknownDimension',
            { pointer: `/dimensions/${index}` },
            `${show(entry)} is not a dimension; the only one is "month".`,
          ),
        ],
  );
  const refusals = [...list.refusals, ...unknown];
  return { value: refusals.length > 0 ? null : list.value.length > 0, refusals };
};

// Fields are read as own properties, so that `constructor` and its like are never found on a prototype.
const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Reads the structure of a metrics request (4.1) part by part, with every refusal. */
export const readMetricsRequest = (body: unknown): Read<MetricsRequest> => {
  if (!isObject(body)) {
    const refusal = refuse(
      'notAnObject',
      { pointer: '' },
      `The body is ${show(body)}; send ${Body.name}.`,
    );
    return {
      value: { entries: [], byMonth: false, from: undefined, to: undefined },
      refusals: [refusal],
    };
  }
  const entries = readEntries(own(body, 'metrics'));
  const dimensions = readDimensions(own(body, 'dimensions'));
  return {
    value: {
      entries: entries.value,
      byMonth: dimensions.value,
      from: own(body, 'from'),
      to: own(body, 'to'),
    },
    refusals: [
      ...refuseUnknownFields(body, bodyFields, ''),
      ...entries.refusals,
      ...dimensions.refusals,
    ],
  };
};
