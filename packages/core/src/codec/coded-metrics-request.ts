import * as t from 'io-ts';
import { limits } from '../catalog/limits.js';
import { metricCatalog } from '../catalog/metric-catalog.js';
import { type MetricEntry, metricNames, propertyNames } from '../model/metric.js';
import { isObject } from './read.js';

/*
 * Nearly every request is sound and uses the words of the catalog. Such a body is read in one go, by
 * hand, and each of its entries becomes one number: what must be known about an entry can then be
 * remembered by its number. Every other body is left to the reader that can say what is wrong with it.
 */

/** The body of a metrics request (4.1) all of whose words are those of the catalog. */
export interface CodedMetricsRequest {
  readonly entries: readonly MetricEntry[];
  /**
   * A number for each entry. Equal numbers mean equal names and the same properties sent, each as a
   * word or as a list of the same words; in the order of the catalog if the number is even.
   */
  readonly codes: readonly number[];
  readonly byMonth: boolean;
  /** As sent, `undefined` when absent. */
  readonly from: unknown;
  readonly to: unknown;
}

/** Bits of a code: the order, the name, then for each property the words sent and whether as a list. */
const outOfOrder = 1;
const nameShift = 1;

const nameCodes = new Map<string, number>(
  metricNames.map((name, place) => [name, place << nameShift]),
);

interface PropertyCodes {
  readonly words: ReadonlyMap<string, number>;
  readonly list: number;
}

const propertyCodes = (): ReadonlyMap<string, PropertyCodes> => {
  let bit = nameShift + Math.ceil(Math.log2(metricNames.length));
  const codes = new Map<string, PropertyCodes>();
  for (const property of propertyNames) {
    const values = metricNames.flatMap(
      (name) => metricCatalog[name].properties[property]?.values ?? [],
    );
    const words = new Map([...new Set(values)].map((word) => [word, 1 << bit++]));
    codes.set(property, { words, list: 1 << bit++ });
  }
  if (bit > 31) throw new Error('The words of the catalog do not fit into a number.');
  return codes;
};

const codesOf = propertyCodes();

/** What was not coded. */
const none = -1;

const codeOfList = (sent: readonly unknown[], { words, list }: PropertyCodes): number => {
  if (sent.length === 0) return none;
  let code = list;
  let latest = 0;
  for (const word of sent) {
    const bit = words.get(word as string);
    // Repeated words are left to the reader that collapses them.
    if (bit === undefined || (code & bit) !== 0) return none;
    if (bit < latest) code |= outOfOrder;
    latest = bit;
    code |= bit;
  }
  return code;
};

const codeOfWords = (sent: unknown, codes: PropertyCodes): number => {
  if (typeof sent === 'string') return codes.words.get(sent) ?? none;
  return Array.isArray(sent) ? codeOfList(sent, codes) : none;
};

/** The code of an entry, `none` if it is not one of the catalog through and through. */
const codeOfEntry = (entry: Readonly<Record<string, unknown>>): number => {
  let code = 0;
  let hasName = false;
  for (const field of Object.keys(entry)) {
    const sent = entry[field];
    const codes = codesOf.get(field);
    if (codes !== undefined) {
      if (sent !== undefined) code |= codeOfWords(sent, codes);
    } else if (field === 'name') {
      hasName = true;
      code |= nameCodes.get(sent as string) ?? none;
    } else {
      return none;
    }
  }
  return hasName ? code : none;
};

const isMonths = (dimensions: unknown): dimensions is readonly 'month'[] =>
  Array.isArray(dimensions) && dimensions.every((one) => one === 'month');

const bodyFields = ['metrics', 'dimensions', 'from', 'to'];

const codedRequest = (body: unknown): CodedMetricsRequest | null => {
  if (!isObject(body)) return null;
  for (const field of Object.keys(body)) if (!bodyFields.includes(field)) return null;
  const { metrics, dimensions, from, to } = body;
  // What is inherited does not count.
  for (const field of bodyFields) if (field in body && !Object.hasOwn(body, field)) return null;
  if (!Array.isArray(metrics) || (dimensions !== undefined && !isMonths(dimensions))) return null;
  if (metrics.length < limits.entriesMin || metrics.length > limits.entriesMax) return null;
  const codes: number[] = [];
  for (const entry of metrics as readonly unknown[]) {
    const code = isObject(entry) ? codeOfEntry(entry) : none;
    if (code < 0) return null;
    codes.push(code);
  }
  const byMonth = dimensions !== undefined && dimensions.length > 0;
  return { entries: metrics as readonly MetricEntry[], codes, byMonth, from, to };
};

/** A body of 4.1 that is sound in every part, in the words of the catalog, none of them twice. */
export const CodedMetricsRequest = new t.Type<CodedMetricsRequest, CodedMetricsRequest, unknown>(
  'a metrics request in the words of the catalog',
  (value): value is CodedMetricsRequest => isObject(value) && 'codes' in value,
  (value, context) => {
    const request = codedRequest(value);
    return request === null ? t.failure(value, context) : t.success(request);
  },
  t.identity,
);
