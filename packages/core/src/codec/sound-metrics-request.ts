import * as t from 'io-ts';
import { limits } from '../catalog/limits.js';
import { type MetricEntry, type PropertyName, propertyNames } from '../model/metric.js';
import { isObject } from './read.js';
import type { MetricsRequest, ReadEntry } from './read-entry.js';

/*
 * Nearly every request is sound, and reading it should not cost more than parsing its JSON did. So a
 * sound body is read in one go, by hand; any other is left to the reader that can say what is wrong.
 * Both accept the same bodies and read the same from them: the tests hold one against the other.
 */

const nothingSent: readonly PropertyName[] = [];

const isWordOrWords = (value: unknown): boolean => {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value) || value.length === 0) return false;
  for (const word of value) if (typeof word !== 'string') return false;
  return true;
};

/** An entry that is sound as a whole, else `null`. */
const soundEntry = (value: unknown, index: number): ReadEntry | null => {
  if (!isObject(value)) return null;
  let sent = 0;
  let hasName = false;
  for (const field of Object.keys(value)) {
    const of = value[field];
    if (field === 'name') {
      if (typeof of !== 'string') return null;
      hasName = true;
      continue;
    }
    const place = propertyNames.indexOf(field as PropertyName);
    if (place < 0) return null;
    if (of === undefined) continue;
    if (!isWordOrWords(of)) return null;
    sent |= 1 << place;
  }
  if (!hasName) return null;
  const entry = value as unknown as MetricEntry;
  return { index, entry, sentProperties: sentLists[sent] ?? nothingSent, complete: true };
};

/** The properties of every bit set of places. */
const sentLists: readonly (readonly PropertyName[])[] = Array.from(
  { length: 1 << propertyNames.length },
  (_, bits) => propertyNames.filter((_name, place) => ((bits >> place) & 1) === 1),
);

/** `undefined` when the dimensions are not sound. */
const soundByMonth = (dimensions: unknown): boolean | undefined => {
  if (dimensions === undefined) return false;
  if (!Array.isArray(dimensions)) return undefined;
  return dimensions.every((one) => one === 'month') ? dimensions.length > 0 : undefined;
};

const isBodyField = (field: string): boolean =>
  field === 'metrics' || field === 'dimensions' || field === 'from' || field === 'to';

const soundRequest = (body: unknown): MetricsRequest | null => {
  if (!isObject(body)) return null;
  for (const field of Object.keys(body)) if (!isBodyField(field)) return null;
  // Only own fields count, and a body that is sound has these four at most.
  const { metrics, dimensions, from, to } = body;
  const byMonth = soundByMonth(dimensions);
  if (byMonth === undefined || !Array.isArray(metrics)) return null;
  if (metrics.length < limits.entriesMin || metrics.length > limits.entriesMax) return null;
  const entries: ReadEntry[] = [];
  for (let index = 0; index < metrics.length; index++) {
    const entry = soundEntry(metrics[index], index);
    if (entry === null) return null;
    entries.push(entry);
  }
  return { entries, byMonth, from, to };
};

/** A body of 4.1 whose structure is sound in every part. */
export const SoundMetricsRequest = new t.Type<MetricsRequest, MetricsRequest, unknown>(
  'a metrics request',
  (value): value is MetricsRequest => isObject(value) && 'byMonth' in value,
  (value, context) => {
    const request = soundRequest(value);
    return request === null ? t.failure(value, context) : t.success(request);
  },
  (request) => request,
);
