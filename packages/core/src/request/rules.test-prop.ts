import {
  type BrokenRequest,
  brokenMetricsRequestArbitrary,
  brokenRosterQueryArbitrary,
  type Fault,
  metricsFaults,
  metricsRequestArbitrary,
  rosterFaults,
  rosterQueryArbitrary,
  todayArbitrary,
} from '@tallyboard/arbitraries';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { organizationTypes } from '../api/organizations.js';
import { violations } from '../api/violations.js';
import { type Checked, isAccepted, type Refusal } from '../checked.js';
import type { Day } from '../time.js';
import { planMetrics, planRoster } from './plan.js';
import type { QueryPairs } from './read.js';
import { organization, today } from './requests.test-kit.js';

/*
 * The generators know every rule by its number: a valid request passes, and one with a fault is refused by the rule of
 * the fault and by no other.
 */

interface Setting {
  readonly organizationType: (typeof organizationTypes)[number];
  readonly today: Day;
}

const settings: fc.Arbitrary<Setting> = fc.record({
  organizationType: fc.constantFrom(...organizationTypes),
  today: todayArbitrary,
});

const plan = {
  metrics: (body: unknown, { organizationType, today: day }: Setting) =>
    planMetrics({ body, organization: organization(organizationType), today: day }),
  roster: (query: unknown, { organizationType, today: day }: Setting) =>
    planRoster({
      query: query as QueryPairs,
      organization: organization(organizationType),
      today: day,
    }),
};

const refusalsIn = (checked: Checked<unknown>): readonly Refusal[] =>
  isAccepted(checked) ? [] : checked.left;

/** What a JSON Pointer leads to; `undefined` where it leads nowhere. */
const pointedTo = (pointer: string, body: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], body);

/** The rules that refuse a request. Each place must be a part of it. */
const rulesThatRefuse = (sent: unknown, refusals: readonly Refusal[]): readonly string[] => {
  for (const { place, violation } of refusals) {
    const part =
      'pointer' in place
        ? pointedTo(place.pointer, sent)
        : (sent as QueryPairs).find(
            ([name]) => name.replace('[]', '') === place.parameter.replace('[]', ''),
          );
    expect([violation, part]).not.toEqual([violation, undefined]);
  }
  return [...new Set(refusals.map(({ rule }) => rule))];
};

const refusedByItsRule = (
  kind: keyof typeof plan,
  broken: (setting: Setting) => fc.Arbitrary<BrokenRequest<never, unknown>>,
): void =>
  fc.assert(
    fc.property(
      settings.chain((setting) => broken(setting).map((request) => ({ ...request, setting }))),
      ({ fault, broken: sent, setting }) => {
        const refusals = refusalsIn(plan[kind](sent, setting));
        expect([fault.name, ...rulesThatRefuse(sent, refusals)]).toEqual([fault.name, fault.rule]);
      },
    ),
    { numRuns: 1000 },
  );

describe('a request', () => {
  it('of metrics with a fault is refused by the rule of the fault alone', () => {
    refusedByItsRule('metrics', brokenMetricsRequestArbitrary as never);
  });

  it('of a roster with a fault is refused by the rule of the fault alone', () => {
    refusedByItsRule('roster', brokenRosterQueryArbitrary as never);
  });

  it('without a fault is planned', () => {
    const valid = settings.chain((setting) =>
      fc.record({
        setting: fc.constant(setting),
        body: metricsRequestArbitrary(setting),
        query: rosterQueryArbitrary(setting.today),
      }),
    );
    fc.assert(
      fc.property(valid, ({ setting, body, query }) => {
        expect(refusalsIn(plan.metrics(body, setting))).toEqual([]);
        expect(refusalsIn(plan.roster(query, setting))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('with any variant of any fault is refused by its rule alone, and every violation is met', () => {
    const met = new Set<string>();
    const meet = (
      fault: Pick<Fault<never, unknown>, 'name' | 'rule'>,
      refusals: readonly Refusal[],
    ) => {
      for (const { violation } of refusals) met.add(violation);
      const rules = [...new Set(refusals.map(({ rule }) => rule))];
      expect([fault.name, ...rules]).toEqual([fault.name, fault.rule]);
    };
    const plain = { metrics: [{ name: 'newMemberCount' }] };
    const monthly = {
      metrics: [{ name: 'postCount', userType: 'owner' }, ...plain.metrics],
      dimensions: ['month'],
    };
    const farPage = Object.entries({ page: '10001', perPage: '100', status: 'active' });
    for (const fault of metricsFaults)
      for (const organizationType of fault.organizationTypes)
        for (let variant = 0; variant < fault.variants; variant++)
          for (const base of [plain, monthly]) {
            const setting = { organizationType, today };
            meet(fault, refusalsIn(plan.metrics(fault.apply(base, setting, variant), setting)));
          }
    const setting = { organizationType: 'school', today } as const;
    for (const fault of rosterFaults)
      for (let variant = 0; variant < fault.variants; variant++)
        meet(fault, refusalsIn(plan.roster(fault.apply(farPage, setting, variant), setting)));
    // Of texts and of `include`, which other tests break.
    const others = ['malformedJson', 'unknownBoardInclude', 'unknownUserInclude'];
    expect([...met, ...others].sort()).toEqual(Object.keys(violations).sort());
    const names = [metricsFaults, rosterFaults].map((faults) => faults.map(({ name }) => name));
    expect(names.map((list) => new Set(list).size)).toEqual(names.map(({ length }) => length));
  });
});
