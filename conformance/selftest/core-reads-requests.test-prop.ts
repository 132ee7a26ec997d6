import {
  brokenMetricsRequestArbitrary,
  brokenRosterQueryArbitrary,
  metricsFaults,
  type RequestConstraints,
  rosterFaults,
  spelledRequestArbitrary,
  spelledRosterQueryArbitrary,
  todayArbitrary,
} from '@tallyboard/arbitraries';
import { isAccepted, type Organization, planMetrics, planRoster } from '@tallyboard/core';
import {
  dayOf,
  organizationTypes,
  type RosterQuestion,
  type RuleId,
  rangeOfMonths,
} from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/*
 * Valid requests in every spelling mean what their generator says, and a request with one fault is
 * refused by exactly the rule that the fault breaks.
 */

const settings = fc.record({
  today: todayArbitrary,
  organizationType: fc.constantFrom(...organizationTypes),
});

const organizationOf = (type: Organization['type']): Organization => ({
  id: 'wksp_0123456789abcdef',
  type,
  createdOn: dayOf(2024, 5, 6),
  billingTerms: [],
});

// The order in which roles are asked for means nothing.
const inOneOrder = (question: RosterQuestion) => ({
  ...question,
  userTypes: [...question.userTypes].sort(),
});

/** A setting, and what `draw` draws in it. */
const drawnIn = <A>(draw: (setting: RequestConstraints) => fc.Arbitrary<A>) =>
  settings.chain((setting) =>
    fc.record({
      today: fc.constant(setting.today),
      organization: fc.constant(organizationOf(setting.organizationType)),
      drawn: draw(setting),
    }),
  );

describe('a valid request', () => {
  it('has the same plan in every spelling, for metrics', () => {
    fc.assert(
      fc.property(drawnIn(spelledRequestArbitrary), ({ today, organization, drawn: request }) => {
        const plan = planMetrics({ body: request.body, organization, today });
        if (!isAccepted(plan)) throw new Error(plan.left.map(({ detail }) => detail).join(' '));
        expect(plan.right.queries).toEqual(request.queries);
        expect(plan.right.byMonth).toBe(request.byMonth);
        if (request.months !== null) {
          const { from, to } = request.months;
          expect(plan.right.range).toEqual(rangeOfMonths(from, to));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the same plan in every spelling, for the roster', () => {
    fc.assert(
      fc.property(
        drawnIn(({ today }) => spelledRosterQueryArbitrary(today)),
        ({ today, organization, drawn: roster }) => {
          const plan = planRoster({ query: roster.pairs, organization, today });
          if (!isAccepted(plan)) throw new Error(plan.left.map(({ detail }) => detail).join(' '));
          expect(inOneOrder(plan.right.question)).toEqual(inOneOrder(roster.question));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('a request with one fault', () => {
  const rulesOf = (refusals: readonly { readonly rule: RuleId }[]): readonly RuleId[] => [
    ...new Set(refusals.map(({ rule }) => rule)),
  ];

  it('is refused by exactly the rule that it breaks, for metrics', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        drawnIn(brokenMetricsRequestArbitrary),
        ({ today, organization, drawn: { fault, broken } }) => {
          seen.add(fault.name);
          const plan = planMetrics({ body: broken, organization, today });
          expect(isAccepted(plan) ? [] : rulesOf(plan.left), fault.name).toEqual([fault.rule]);
        },
      ),
      { numRuns: 4_000 },
    );
    expect(metricsFaults.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });

  it('is refused by exactly the rule that it breaks, for the roster', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        drawnIn(brokenRosterQueryArbitrary),
        ({ today, organization, drawn: { fault, broken } }) => {
          seen.add(fault.name);
          const plan = planRoster({ query: broken, organization, today });
          expect(isAccepted(plan) ? [] : rulesOf(plan.left), fault.name).toEqual([fault.rule]);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(rosterFaults.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });
});
