import {
  dayOf,
  limits,
  metricNames,
  monthOfDay,
  organizationTypes,
  type ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { askableMetrics, spelledEntryArbitrary } from './query.js';
import { earliestMonth, monthsArbitrary, todayArbitrary } from './range.js';
import { queryCost, queryKey, spelledRequestArbitrary } from './request.js';

test('every metric is asked for wherever it may be, alone and by value', () => {
  const asked = fc.sample(spelledEntryArbitrary({ organizationType: 'school', byMonth: false }), {
    numRuns: 2000,
    seed: 24,
  });
  const formOf = ({ name, properties }: ResolvedQuery): string =>
    `${name} ${Object.values(properties)
      .map((value) => Array.isArray(value))
      .join(' ')}`;
  expect(new Set(asked.map(({ query }) => query.name))).toEqual(new Set(metricNames));
  const forms = new Set(asked.map(({ query }) => formOf(query)));
  expect([...forms]).toEqual(
    expect.arrayContaining(['memberCount false true', 'memberCount true true', 'topMedia true']),
  );
  expect(askableMetrics({ organizationType: 'team', byMonth: true })).toHaveLength(8);
});

test('a request stays within its limits and never asks twice', () => {
  const today = dayOf(2026, 3, 15);
  const request = fc
    .constantFrom(...organizationTypes)
    .chain((organizationType) => spelledRequestArbitrary({ organizationType, today }));
  fc.assert(
    fc.property(request, ({ body, queries }) => {
      expect(body.metrics.length).toBe(queries.length);
      expect(queries.length).toBeGreaterThanOrEqual(limits.entriesMin);
      expect(queries.length).toBeLessThanOrEqual(limits.entriesMax);
      expect(new Set(queries.map(queryKey)).size).toBe(queries.length);
      expect(queries.map(queryCost).reduce((sum, cost) => sum + cost)).toBeLessThanOrEqual(
        limits.queriesMax,
      );
    }),
    { numRuns: 300 },
  );
  const sizes = fc.sample(request, { numRuns: 300, seed: 4 }).map(({ queries }) => queries);
  expect(sizes.some((queries) => queries.length === limits.entriesMax)).toBe(true);
  expect(
    sizes.some(
      (queries) => queries.reduce((sum, query) => sum + queryCost(query), 0) === limits.queriesMax,
    ),
  ).toBe(true);
});

test('months lie in the window and are at most 24', () => {
  fc.assert(
    fc.property(
      todayArbitrary.chain((today) => fc.tuple(fc.constant(today), monthsArbitrary(today))),
      ([today, { from, to }]) => {
        expect(from).toBeGreaterThanOrEqual(earliestMonth(today));
        expect(to).toBeLessThanOrEqual(monthOfDay(today));
        expect(to - from).toBeGreaterThanOrEqual(0);
        expect(to - from).toBeLessThan(limits.rangeMonthsMax);
      },
    ),
  );
});
