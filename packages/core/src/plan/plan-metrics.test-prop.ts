import {
  brokenMetricsRequestArbitrary,
  metricsRequestArbitrary,
  todayArbitrary,
} from '@tallyboard/arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyArbitrary } from '../codec/bodies.test-kit.js';
import { isAccepted } from '../model/checked.js';
import { dayOf } from '../model/day.js';
import { organizationTypes } from '../model/organization.js';
import { knownGood } from './known-good.js';
import { draftByRules, planByRules } from './plan-by-rules.js';
import { planMetrics, planWithoutFacts } from './plan-metrics.js';

/** Questions whose body is valid for them, has a fault, or is anything. */
const question = fc
  .record({ today: todayArbitrary, organizationType: fc.constantFrom(...organizationTypes) })
  .chain((setting) =>
    fc.record({
      body: fc.oneof(
        metricsRequestArbitrary(setting),
        brokenMetricsRequestArbitrary(setting).map(({ broken }) => broken),
        bodyArbitrary,
      ),
      today: fc.constant(setting.today),
      organization: fc.constantFrom(...organizationTypes).map((type) => ({
        id: 'wksp_0123456789abcdef',
        type,
        createdOn: dayOf(2024, 5, 6),
        billingTerms: [],
      })),
    }),
  );

describe('a request whose entries are known', () => {
  it('gets the plan, or the refusals, that the rules give', () => {
    const counts = { accepted: 0, refused: 0, known: 0 };
    fc.assert(
      fc.property(question, (asked) => {
        const byRules = planByRules(asked);
        // Twice: when its entries are new, and when they are remembered.
        expect(planMetrics(asked)).toEqual(byRules);
        expect(planMetrics(asked)).toEqual(byRules);
        expect(planWithoutFacts(asked.body)).toEqual(draftByRules(asked.body));
        counts[isAccepted(byRules) ? 'accepted' : 'refused']++;
        if (knownGood(asked.body, asked.organization.type) !== null) counts.known++;
      }),
      { numRuns: 800 },
    );
    // Each outcome was looked at, and most of what is valid takes the short way.
    const share = (counts.accepted + counts.refused) / 6;
    expect(counts.accepted).toBeGreaterThan(share);
    expect(counts.refused).toBeGreaterThan(share);
    expect(counts.known).toBeGreaterThan(counts.accepted / 3);
  });

  it.each([
    ['an entry that recurs with its words in another order', [0, 1], false],
    ['an entry that recurs', [0, 0], false],
    ['entries of one metric that differ', [0, 2], true],
  ])('%s', (_case, places, isKnown) => {
    const entries = [
      { name: 'memberCount', userType: ['student', 'teacher'] },
      { name: 'memberCount', userType: ['teacher', 'student'], status: 'all' },
      { name: 'memberCount', userType: ['teacher'] },
    ];
    const body = { metrics: places.map((place) => entries[place]) };
    expect(knownGood(body, 'school') !== null).toBe(isKnown);
  });

  it('answers words in the order in which they were sent, whatever was asked before', () => {
    for (const userType of [
      ['teacher', 'student'],
      ['student', 'teacher'],
      ['student', 'owner', 'teacher'],
      ['teacher', 'student'],
    ]) {
      const good = knownGood({ metrics: [{ name: 'memberCount', userType }] }, null);
      expect(good?.queries[0]?.properties).toEqual({ status: 'all', userType });
    }
  });

  it('counts the budget of all entries together', () => {
    const lists = ['active', 'inactive', 'all'];
    const many = (count: number) =>
      ['owner', 'admin', 'maker', 'teacher', 'student', 'contributor', 'guest']
        .flatMap((one) => [[one], [one, 'guest'].slice(0, one === 'guest' ? 1 : 2)])
        .slice(0, count)
        .map((userType) => ({ name: 'memberCount', status: lists, userType }));
    expect(knownGood({ metrics: many(12) }, null)).not.toBeNull();
    expect(knownGood({ metrics: many(13) }, null)).toBeNull();
  });
});
