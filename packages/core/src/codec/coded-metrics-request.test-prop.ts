import { metricsRequestArbitrary } from '@tallyboard/arbitraries';
import fc from 'fast-check';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { metricCatalog } from '../catalog/metric-catalog.js';
import { dayOf } from '../model/day.js';
import {
  type MetricEntry,
  metricNames,
  type OneOrMany,
  type PropertyName,
  propertyNames,
} from '../model/metric.js';
import { E } from '../prelude.js';
import { bodyArbitrary } from './bodies.test-kit.js';
import { CodedMetricsRequest } from './coded-metrics-request.js';
import { readMetricsRequest } from './metrics-request.js';

const keysOf = (names: readonly string[]) =>
  t.keyof(Object.fromEntries(names.map((name) => [name, null])));

/** The words of a property, whichever metric takes them. */
const wordsOf = (property: PropertyName) =>
  keysOf(metricNames.flatMap((name) => metricCatalog[name].properties[property]?.values ?? []));
const oneOrMany = (property: PropertyName) =>
  t.union([
    wordsOf(property),
    t.refinement(
      t.array(wordsOf(property)),
      (words) => words.length > 0 && new Set(words).size === words.length,
    ),
  ]);
const Entry = t.intersection([
  t.type({ name: keysOf(metricNames) }),
  t.partial(Object.fromEntries(propertyNames.map((name) => [name, oneOrMany(name)]))),
]);

/** What is coded, as plain combinators say it. */
const Plain = t.intersection([
  t.type({
    metrics: t.refinement(t.array(Entry), ({ length }) => length >= 1 && length <= 25),
  }),
  t.partial({ dimensions: t.array(t.literal('month')), from: t.unknown, to: t.unknown }),
]);
const hasOnly = (value: unknown, fields: readonly string[]): boolean =>
  !Array.isArray(value) && Object.keys(value as object).every((field) => fields.includes(field));
const isPlain = (body: unknown): boolean =>
  Plain.is(body) &&
  hasOnly(body, ['metrics', 'dimensions', 'from', 'to']) &&
  body.metrics.every((entry) => hasOnly(entry, ['name', ...propertyNames]));

const valid = metricsRequestArbitrary({ organizationType: 'school', today: dayOf(2026, 11, 20) });
const anyBody = fc.oneof(bodyArbitrary, valid);

/** What the code of an entry stands for, as a text. */
const meaningOf = (entry: MetricEntry): string => {
  const sorted = (words: OneOrMany<string> | undefined) =>
    typeof words === 'object' ? [...words].sort() : words;
  return JSON.stringify([entry.name, ...propertyNames.map((name) => sorted(entry[name]))]);
};

describe('a body of 4.1 in the words of the catalog', () => {
  it('is coded exactly when plain combinators accept it, and then it is sound', () => {
    let coded = 0;
    fc.assert(
      fc.property(anyBody, (body) => {
        const decoded = CodedMetricsRequest.decode(body);
        expect(E.isRight(decoded)).toBe(isPlain(body));
        if (E.isLeft(decoded)) return;
        coded++;
        const { value, refusals } = readMetricsRequest(body);
        const { entries, byMonth, from, to } = decoded.right;
        expect(refusals).toEqual([]);
        expect([entries, byMonth, from, to]).toEqual([
          value.entries.map(({ entry }) => entry),
          value.byMonth,
          value.from,
          value.to,
        ]);
      }),
      { numRuns: 2000 },
    );
    // Both outcomes were looked at.
    expect(coded).toBeGreaterThan(200);
    expect(coded).toBeLessThan(1800);
  });

  it('has equal codes for entries that mean the same, and only for them', () => {
    const meanings = new Map<number, string>();
    const codes = new Map<string, number>();
    fc.assert(
      fc.property(anyBody, (body) => {
        const decoded = CodedMetricsRequest.decode(body);
        if (E.isLeft(decoded)) return;
        for (const [at, entry] of decoded.right.entries.entries()) {
          const code = decoded.right.codes[at]! & ~1;
          const meaning = meaningOf(entry);
          expect(meanings.get(code) ?? meaning).toBe(meaning);
          expect(codes.get(meaning) ?? code).toBe(code);
          meanings.set(code, meaning);
          codes.set(meaning, code);
        }
      }),
      { numRuns: 2000 },
    );
    expect(meanings.size).toBeGreaterThan(100);
  });

  it('tells by its code whether words stand in the order of the catalog', () => {
    const lastBitOf = (entry: MetricEntry): number => {
      const decoded = CodedMetricsRequest.decode({ metrics: [entry] });
      return E.isRight(decoded) ? decoded.right.codes[0]! & 1 : Number.NaN;
    };
    expect(lastBitOf({ name: 'memberCount', userType: ['admin', 'student'] })).toBe(0);
    expect(lastBitOf({ name: 'memberCount', userType: ['student', 'admin'] })).toBe(1);
    expect(lastBitOf({ name: 'memberCount', status: ['all', 'active'], userType: 'all' })).toBe(1);
  });

  const isCoded = (...metrics: readonly object[]): boolean =>
    E.isRight(CodedMetricsRequest.decode({ metrics }));

  it('may ask for the first metric without a property, or with one that is undefined', () => {
    expect(isCoded({ name: 'memberCount' })).toBe(true);
    expect(isCoded({ name: 'memberCount', status: undefined })).toBe(true);
  });

  it('has no other field, though its value be a metric', () => {
    expect(isCoded({ name: 'postCount', metric: 'postCount' })).toBe(false);
  });

  it('has at least one entry, and at most 25', () => {
    const entries = Array.from({ length: 26 }, () => ({ name: 'postCount' }));
    const coded = [0, 1, 25, 26].map((length) => isCoded(...entries.slice(0, length)));
    expect(coded).toEqual([false, true, true, false]);
  });

  it('is told from its code', () => {
    const body = { metrics: [{ name: 'postCount' }] };
    const decoded = CodedMetricsRequest.decode(body);
    expect(E.isRight(decoded) && CodedMetricsRequest.is(decoded.right)).toBe(true);
    expect([body, null, 'codes'].map(CodedMetricsRequest.is)).toEqual([false, false, false]);
  });

  it('leaves words that are repeated to the reader that collapses them', () => {
    const body = { metrics: [{ name: 'memberCount', userType: ['all', 'all'] }] };
    expect(E.isLeft(CodedMetricsRequest.decode(body))).toBe(true);
  });

  it('does not take inherited fields for its own', () => {
    for (const body of [
      { metrics: [Object.create({ name: 'postCount' })] },
      Object.create({ metrics: [{ name: 'postCount' }] }),
      Object.assign(Object.create({ metrics: [{ name: 'postCount' }] }) as object, { from: 'x' }),
    ]) {
      expect(E.isLeft(CodedMetricsRequest.decode(body))).toBe(true);
    }
  });
});
