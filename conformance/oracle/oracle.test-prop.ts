import { type Scenario, scenarioArbitrary } from '@tallyboard/arbitraries';
import { type Facts, factKinds } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { censusLines, type Observation, thinMetrics, worldCensus } from './census.test-kit.js';
import { factsCensus } from './facts-census.test-kit.js';
import { oracleFigure } from './figure.js';
import { oracleRoster } from './roster.js';

const observe = (scenario: Scenario): readonly Observation[] =>
  [
    ...scenario.plain.map((query) => ({ query, byMonth: false })),
    ...scenario.monthly.map((query) => ({ query, byMonth: true })),
  ].map(({ query, byMonth }) => ({
    world: scenario,
    query,
    byMonth,
    range: scenario.range,
    figure: oracleFigure(scenario, query, scenario.range, byMonth),
  }));

test('generated worlds say something: few figures are zero, and every special case occurs', () => {
  const scenarios = fc.sample(scenarioArbitrary({ queries: 12 }), { numRuns: 400, seed: 20260316 });
  const observations = scenarios.flatMap(observe);
  const census = worldCensus(observations);
  const report = censusLines(census).join('\n');
  expect(thinMetrics(census, 0.4), report).toEqual([]);
  const counts = Object.entries(factsCensus(scenarios));
  expect(counts.filter(([, count]) => count < 100)).toEqual([]);
  const ranked = observations.flatMap(({ query: { name }, figure }) =>
    name.startsWith('top') && Array.isArray(figure) ? [{ name, length: figure.length }] : [],
  );
  for (const name of ['topBoards', 'topUsers', 'topMedia']) {
    expect(ranked, name).toContainEqual({ name, length: 10 });
  }
});

const reversed = (facts: Facts): Facts =>
  Object.fromEntries(
    factKinds.map((kind) => [kind, [...facts[kind]].reverse()]),
  ) as unknown as Facts;

test('the order of facts does not matter', () => {
  fc.assert(
    fc.property(scenarioArbitrary({ queries: 3 }), (scenario) => {
      const other = { ...scenario, facts: reversed(scenario.facts) };
      expect(observe(other).map(({ figure }) => figure)).toEqual(
        observe(scenario).map(({ figure }) => figure),
      );
      const { rosterQuestion, range } = scenario;
      expect(oracleRoster(other, rosterQuestion, range)).toEqual(
        oracleRoster(scenario, rosterQuestion, range),
      );
    }),
    { numRuns: 100 },
  );
});

test('the roster and memberCount agree where they describe the same people', () => {
  fc.assert(
    fc.property(scenarioArbitrary({ queries: 0 }), (scenario) => {
      const { range, rosterQuestion } = scenario;
      const everybody = { ...rosterQuestion, userTypes: [], q: '' };
      for (const status of ['active', 'inactive'] as const) {
        const query = { name: 'memberCount', properties: { status, userType: ['all'] } } as const;
        expect(oracleRoster(scenario, { ...everybody, status }, range).totalCount).toBe(
          oracleFigure(scenario, query, range, false),
        );
      }
    }),
    { numRuns: 100 },
  );
});
