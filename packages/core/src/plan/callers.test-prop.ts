import { metricsRequestArbitrary } from '@tallyboard/arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyArbitrary } from '../codec/bodies.test-kit.js';
import { isAccepted } from '../model/checked.js';
import { dayOf } from '../model/day.js';
import { propertyNames } from '../model/metric.js';
import { choices, steadily, unsteadily } from './objects.test-kit.js';
import { planMetrics, planWithoutFacts, byRules as rules } from './plan-metrics.js';

const today = dayOf(2026, 11, 20);
const organization = {
  id: 'wksp_0123456789abcdef',
  type: 'school',
  createdOn: dayOf(2024, 5, 6),
  billingTerms: [],
} as const;
const plan = (body: unknown) => planMetrics({ body, organization, today });
const byRules = (body: unknown) => rules.plan({ body, organization, today });

const body = fc.oneof(
  { weight: 4, arbitrary: metricsRequestArbitrary({ organizationType: 'school', today }) },
  { weight: 1, arbitrary: bodyArbitrary },
);
/** A fixed sample: each of these must mean the same after any request as before. */
const others = [
  { metrics: [{ name: 'memberCount' }] },
  { metrics: [{ name: 'memberCount', userType: ['teacher'] }] },
  { metrics: [{ name: 'memberCount', userType: ['teacher', 'student'], status: ['active'] }] },
  { metrics: [{ name: 'topBoards', sortBy: 'posts' }, { name: 'postCount' }] },
];

/** Replaces every text and empties every list, where that is allowed. */
const spoil = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const name of Object.keys(object)) {
    spoil(object[name]);
    try {
      object[name] = 'student';
    } catch {
      // A frozen object cannot be changed afterwards.
    }
  }
};

const wordsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [value];

describe('a body made by a program', () => {
  it('means what a deep plain copy of it means, whatever carries its data', () => {
    let accepted = 0;
    fc.assert(
      fc.property(body, body, choices, (value, other, chosen) => {
        const expected = byRules(structuredClone(value));
        const carried = steadily(value, other, chosen);
        expect(plan(carried)).toEqual(expected);
        expect(plan(carried)).toEqual(expected);
        if (isAccepted(expected)) accepted++;
      }),
      { numRuns: 600 },
    );
    expect(accepted).toBeGreaterThan(300);
  });

  it('does not change what other bodies mean when it is changed afterwards', () => {
    fc.assert(
      fc.property(body, body, choices, (value, other, chosen) => {
        const carried = steadily(value, other, chosen);
        const first = plan(carried);
        const kept = structuredClone(first);
        spoil(carried);
        // Neither the plan that its caller has, nor that of anybody who asks the same or something else.
        expect(first).toEqual(kept);
        expect(plan(structuredClone(value))).toEqual(byRules(structuredClone(value)));
        for (const one of others) expect(plan(one)).toEqual(byRules(structuredClone(one)));
      }),
      { numRuns: 300 },
    );
  });

  it('is planned or refused when its objects change their answers or throw', () => {
    const outcomes = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(body, body, choices, (value, other, chosen) => {
        const planned = plan(unsteadily(value, other, chosen));
        planWithoutFacts(unsteadily(value, other, chosen));
        outcomes[isAccepted(planned) ? 'accepted' : 'refused']++;
        if (isAccepted(planned)) {
          const given = [...wordsOf(value), ...wordsOf(other), 'all'];
          for (const { name, properties } of planned.right.queries) {
            expect(given).toContain(name);
            for (const property of propertyNames) {
              const words = properties[property];
              if (words !== undefined)
                expect(given).toEqual(expect.arrayContaining(wordsOf(words) as unknown[]));
            }
          }
        } else {
          for (const { detail } of planned.left) expect(detail).toMatch(/\S.*\.$/);
        }
        // What was learned from it is true of plain bodies.
        expect(plan(structuredClone(value))).toEqual(byRules(structuredClone(value)));
        for (const one of others) expect(plan(one)).toEqual(byRules(structuredClone(one)));
      }),
      { numRuns: 600 },
    );
    expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(60);
  });
});

describe('a caller', () => {
  const queriesOf = (sent: unknown) => {
    const planned = plan(sent);
    return isAccepted(planned) ? planned.right.queries : expect.fail('refused');
  };

  it('may change its list of roles after a call', () => {
    const userType = ['teacher', 'guest'];
    queriesOf({ metrics: [{ name: 'memberCount', userType }] });
    userType[0] = 'student';
    const [query] = queriesOf({
      metrics: [{ name: 'memberCount', userType: ['teacher', 'guest'] }],
    });
    expect(query?.properties.userType).toEqual(['teacher', 'guest']);
  });

  it('cannot make an inherited property part of what others ask', () => {
    const entry = Object.assign(Object.create({ status: 'active' }) as object, {
      name: 'memberCount',
      userType: 'maker',
    });
    queriesOf({ metrics: [entry] });
    const [query] = queriesOf({ metrics: [{ name: 'memberCount', userType: 'maker' }] });
    expect(query?.properties.status).toBe('all');
  });

  it('cannot change a query that others get', () => {
    const [query] = queriesOf({ metrics: [{ name: 'memberCount', userType: ['guest', 'maker'] }] });
    expect(() => (query!.properties.userType as string[]).push('student')).toThrow(TypeError);
  });
});
