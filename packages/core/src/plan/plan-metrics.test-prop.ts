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
import { knownEntries } from './known-entries.js';
import { byRules, plannerOf } from './plan-metrics.js';

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
      // A memory for each run, so that a run can be repeated; small, so that it is emptied now and then.
      fc.property(fc.array(question, { minLength: 1, maxLength: 4 }), (questions) => {
        const known = knownEntries(20);
        const planner = plannerOf(known);
        for (const asked of questions) {
          const expected = byRules.plan(asked);
          expect(planner.plan(asked)).toEqual(expected);
          if (known.recall(asked.body, asked.organization.type) !== null) counts.known++;
          expect(planner.plan(asked)).toEqual(expected);
          const draft = byRules.draft(asked.body);
          expect(planner.draft(asked.body)).toEqual(draft);
          expect(planner.draft(asked.body)).toEqual(draft);
          counts[isAccepted(expected) ? 'accepted' : 'refused']++;
        }
      }),
      { numRuns: 400 },
    );
    // Each outcome was looked at, and most of what is valid takes the quick way.
    const share = (counts.accepted + counts.refused) / 6;
    expect(counts.accepted).toBeGreaterThan(share);
    expect(counts.refused).toBeGreaterThan(share);
    expect(counts.known).toBeGreaterThan(0.8 * counts.accepted);
  });
});
