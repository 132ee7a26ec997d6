import { type Scenario, scenarioArbitrary } from '@tallyboard/arbitraries';
import { type Facts, factKinds, type Instant } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oracleFigure } from '../oracle/index.js';

/*
 * A failure is worth reading when its world is small. Each row breaks figures in one way; the world that is left
 * after shrinking has what the fault needs, and little else.
 */

const factsMax = 10;

const later = <Row extends { readonly createdAt: Instant }>(row: Row): Row => ({
  ...row,
  createdAt: (row.createdAt + 1) as Instant,
});

/** Facts as a faulty reader takes them. */
const faults: Readonly<Record<string, (facts: Facts) => Facts>> = {
  'members who left are counted': ({ member, ...facts }) => ({
    ...facts,
    member: member.map((row) => ({ ...row, leftAt: null })),
  }),
  'posts count one millisecond late': ({ post, ...facts }) => ({ ...facts, post: post.map(later) }),
  'comments are lost': (facts) => ({ ...facts, comment: [] }),
  'reactions count twice': ({ reaction, ...facts }) => ({
    ...facts,
    reaction: [...reaction, ...reaction.map((row) => ({ ...row, id: `${row.id}again` }))],
  }),
  'visitors are one person': ({ visit, ...facts }) => ({
    ...facts,
    visit: visit.map((row) => (row.visitorId === null ? row : { ...row, visitorId: 'one' })),
  }),
  'removed items are not counted': ({ scan, ...facts }) => ({
    ...facts,
    scan: scan.map((row) => ({ ...row, removedAt: null })),
  }),
  'plays are lost': (facts) => ({ ...facts, play: [] }),
};

const figuresOf = (scenario: Scenario, facts: Facts): readonly unknown[] =>
  scenario.plain.map((query) => oracleFigure({ ...scenario, facts }, query, scenario.range, false));

test.each(Object.entries(faults))('a world that shows a fault is small: %s', (_says, broken) => {
  const { counterexample } = fc.check(
    fc.property(scenarioArbitrary({ queries: 8 }), (scenario) => {
      expect(figuresOf(scenario, broken(scenario.facts))).toEqual(
        figuresOf(scenario, scenario.facts),
      );
    }),
    { numRuns: 2_000 },
  );
  const facts = counterexample?.[0].facts;
  if (facts === undefined) throw new Error('No world shows the fault.');
  const counts = factKinds.map((kind) => [kind, facts[kind].length] as const);
  const count = counts.reduce((sum, [, some]) => sum + some, 0);
  expect(count, JSON.stringify(Object.fromEntries(counts))).toBeLessThanOrEqual(factsMax);
});
