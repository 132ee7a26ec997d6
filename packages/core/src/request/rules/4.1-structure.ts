import type * as t from 'io-ts';
import { limits } from '../../api/limits.js';
import { propertyNames } from '../../api/metrics.js';
import type { Violation } from '../../api/violations.js';
import { isObject, type Refusal } from '../../checked.js';
import { show } from '../../messages.js';
import { codecs, type MetricsRequest } from '../read.js';
import { pointerTo, type Refusals, refuse } from './rule.js';

type Steps = readonly (string | number)[];

const bodyFields: readonly string[] = ['metrics', 'dimensions', 'from', 'to'];
const entryFields: readonly string[] = ['name', ...propertyNames];

const violationBy = (value: unknown): Violation => {
  if (value === undefined) return 'missingField';
  return Array.isArray(value) && value.length === 0 ? 'emptyArray' : 'wrongType';
};

/** A pointer leads to something that was sent (JSON:API on error objects): for what is missing, to where it is missing. */
const refuseValue = (
  { name: accepted }: t.Mixed,
  value: unknown,
  steps: Steps,
  violation = violationBy(value),
): Refusal => {
  const isMissing = value === undefined;
  const pointer = pointerTo(...(isMissing ? steps.slice(0, -1) : steps));
  const found = isMissing ? 'missing' : show(value);
  return refuse(violation, { pointer }, `${pointerTo(...steps)} is ${found}; send ${accepted}.`);
};

/** A slip in the name of a field must not silently widen a question. */
function* refuseOtherFields(
  object: object,
  fields: readonly string[],
  steps: Steps,
): Iterable<Refusal> {
  for (const name of Object.keys(object)) {
    if (fields.includes(name)) continue;
    const detail = `${show(name)} is not a field here; the fields are ${fields.join(', ')}.`;
    yield refuse('unknownField', { pointer: pointerTo(...steps, name) }, detail);
  }
}

/** Whether an entry has the form of the table: of nearly all entries there is no more to ask. */
const isWellFormed = (entry: unknown): boolean => {
  if (!isObject(entry) || !codecs.name.is(entry['name'])) return false;
  for (const field of Object.keys(entry)) {
    if (field === 'name') continue;
    const words = entry[field];
    if (!entryFields.includes(field)) return false;
    if (typeof words !== 'string' && words !== undefined && !codecs.words.is(words)) return false;
  }
  return true;
};

function* refuseEntry(entry: unknown, steps: Steps): Iterable<Refusal> {
  if (!isObject(entry)) {
    yield refuseValue(codecs.entry, entry, steps);
    return;
  }
  yield* refuseOtherFields(entry, entryFields, steps);
  const { name } = entry;
  if (!codecs.name.is(name)) yield refuseValue(codecs.name, name, [...steps, 'name']);
  for (const property of propertyNames) {
    const words = entry[property];
    if (words === undefined || codecs.words.is(words)) continue;
    yield refuseValue(codecs.words, words, [...steps, property], 'unreadableValue');
  }
}

/** Table of 4.1: the fields of a request, and the form of each. */
export function* forms({ body, metrics }: MetricsRequest): Refusals {
  if (!isObject(body)) {
    const detail = `The body is ${show(body)}; send ${codecs.body.name}.`;
    yield refuse('notAnObject', { pointer: '' }, detail);
    return;
  }
  yield* refuseOtherFields(body, bodyFields, []);
  const { metrics: list, dimensions } = body;
  if (!codecs.metrics.is(list)) yield refuseValue(codecs.metrics, list, ['metrics']);
  for (let index = 0; index < metrics.length; index++) {
    const entry = metrics[index];
    if (!isWellFormed(entry)) yield* refuseEntry(entry, ['metrics', index]);
  }
  if (dimensions !== undefined && !codecs.dimensions.is(dimensions)) {
    yield refuseValue(codecs.dimensions, dimensions, ['dimensions']);
  }
}

/** Table of 4.1: how many entries a request has. An empty list is refused for its form. */
export function* entryCount({ metrics: { length } }: MetricsRequest): Refusals {
  if (length <= limits.entriesMax) return;
  const detail = `/metrics has ${length} entries; send at most ${limits.entriesMax} and spread the rest over further requests.`;
  yield refuse('entryCount', { pointer: '/metrics' }, detail);
}

/** Table of 4.1: the dimensions that exist. */
export function* knownDimensions({ dimensions }: MetricsRequest): Refusals {
  for (const [index, sent] of dimensions.entries()) {
    if (sent === 'month') continue;
    const detail = `${show(sent)} is not a dimension; the only one is "month".`;
    yield refuse('unknownDimension', { pointer: pointerTo('dimensions', index) }, detail);
  }
}
