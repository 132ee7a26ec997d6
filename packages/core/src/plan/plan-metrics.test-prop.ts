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
});
