import { type Scenario, scenarioArbitrary } from '@tallyboard/arbitraries';
import { type Facts, factKinds, metricNames } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { oracleFigure } from './figure.js';
import { oracleRoster } from './roster.js';

const observe = (scenario: Scenario) =>
  [
    ...scenario.plain.map((query) => ({ query, byMonth: false })),
    ...scenario.monthly.map((query) => ({ query, byMonth: true })),
  ].map(({ query, byMonth }) => ({
    name: query.name,
    figure: oracleFigure(scenario, query, scenario.range, byMonth),
  }));

const isTelling = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isTelling)
    : typeof value === 'number' && value !== 0;

test('generated worlds say something: two figures of five are not zero, and every special case occurs', () => {
  const scenarios = fc.sample(scenarioArbitrary({ queries: 12 }), { numRuns: 400, seed: 20260311 });
  const observations = scenarios.flatMap(observe);
  for (const name of metricNames) {
    const own = observations.filter((one) => one.name === name);
    const telling = own.filter(({ figure }) => isTelling(figure));
    expect(telling.length / own.length, name).toBeGreaterThan(0.4);
  }
  const facts = scenarios.map((scenario) => scenario.facts);
  const special = [
    facts.flatMap(({ member }) => member.filter(({ leftAt }) => leftAt !== null)),
    facts.flatMap(({ board }) => board.filter(({ organizationId }) => organizationId === null)),
    facts.flatMap(({ visit }) => visit.filter(({ userId }) => userId === null)),
    facts.flatMap(({ post }) => post.filter(({ authorId }) => authorId === null)),
  ];
  for (const rows of special) expect(rows.length).toBeGreaterThan(100);
  for (const name of ['topBoards', 'topUsers', 'topMedia']) {
    const full = observations.filter(
      (one) => one.name === name && Array.isArray(one.figure) && one.figure.length === 10,
    );
    expect(full.length, name).toBeGreaterThan(0);
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
