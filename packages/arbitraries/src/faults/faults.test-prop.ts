import { dayOf, organizationTypes } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { todayArbitrary } from '../range.js';
import { type MetricsBody, metricsRequestArbitrary } from '../request.js';
import { type QueryPair, rosterQueryArbitrary } from '../roster.js';
import { type FaultSetting, variantOf } from './fault.js';
import { brokenMetricsRequestArbitrary } from './faults.js';
import { metricsFaults } from './metrics-faults.js';
import { rosterFaults } from './roster-faults.js';
import { rulesBroken } from './second-opinion.test-kit.js';
import { rosterRulesBroken } from './second-opinion-roster.test-kit.js';

const settingArbitrary: fc.Arbitrary<FaultSetting> = fc.record({
  organizationType: fc.constantFrom(...organizationTypes),
  today: todayArbitrary,
});

const plainBase: MetricsBody = { metrics: [{ name: 'newMemberCount' }] };
const monthlyBase: MetricsBody = {
  metrics: [{ name: 'postCount', userType: 'owner' }, { name: 'newMemberCount' }],
  dimensions: ['month'],
};
const rosterBase: readonly QueryPair[] = [
  ['page', '10001'],
  ['perPage', '100'],
  ['status', 'active'],
];

/** A fault to be applied, and the rules that the result breaks. */
interface Case {
  readonly name: string;
  readonly expected: readonly string[];
  readonly broken: readonly string[];
}

/** Every fault, every organization type that it is for, every variant: the space is small. */
const allCases = organizationTypes.flatMap((organizationType) => {
  const setting = { organizationType, today: dayOf(2026, 3, 15) };
  const metrics = metricsFaults
    .filter((fault) => fault.organizationTypes.includes(organizationType))
    .flatMap((fault) =>
      Array.from({ length: fault.variants }, (_, variant) =>
        [plainBase, monthlyBase].map(
          (base): Case => ({
            name: `${fault.name} ${variant}`,
            expected: [fault.rule],
            broken: rulesBroken(fault.apply(base, setting, variant), setting),
          }),
        ),
      ).flat(),
    );
  const roster = rosterFaults.flatMap((fault) =>
    Array.from(
      { length: fault.variants },
      (_, variant): Case => ({
        name: `${fault.name} ${variant}`,
        expected: [fault.rule],
        broken: rosterRulesBroken(fault.apply(rosterBase, setting, variant), setting),
      }),
    ),
  );
  return [...metrics, ...roster];
});

describe('faults', () => {
  test('each variant breaks exactly its rule', () => {
    expect(allCases.filter(({ expected, broken }) => String(expected) !== String(broken))).toEqual(
      [],
    );
  });

  test('break any valid metrics request in exactly one way', () => {
    fc.assert(
      fc.property(
        settingArbitrary.chain((setting) =>
          brokenMetricsRequestArbitrary(setting).map((request) => ({ ...request, setting })),
        ),
        ({ fault, broken, setting }) => {
          expect([fault.name, ...rulesBroken(broken, setting)]).toEqual([fault.name, fault.rule]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('break any valid roster query in exactly one way', () => {
    const drawn = settingArbitrary.chain((setting) =>
      fc.record({
        setting: fc.constant(setting),
        pairs: rosterQueryArbitrary(setting.today),
        place: fc.nat(),
        variant: fc.nat(),
      }),
    );
    fc.assert(
      fc.property(drawn, ({ setting, pairs, place, variant }) => {
        const fault = variantOf(rosterFaults, place);
        const broken = rosterRulesBroken(fault.apply(pairs, setting, variant), setting);
        expect([fault.name, ...broken]).toEqual([fault.name, fault.rule]);
      }),
      { numRuns: 1000 },
    );
  });

  test('have names of their own, and cover every rule that refuses', () => {
    const names = metricsFaults.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(rosterFaults.map(({ name }) => name)).size).toBe(rosterFaults.length);
    const rules = new Set([...metricsFaults, ...rosterFaults].map(({ rule }) => rule));
    const clauses = Array.from({ length: 10 }, (_, place) => `4.1.${place + 1}`);
    expect([...rules].sort()).toEqual(['4.1', ...clauses, '4.2.1', '4.2.2'].sort());
  });
});

test('valid requests break nothing', () => {
  fc.assert(
    fc.property(
      settingArbitrary.chain((setting) =>
        fc.record({
          setting: fc.constant(setting),
          body: metricsRequestArbitrary(setting),
          pairs: rosterQueryArbitrary(setting.today),
        }),
      ),
      ({ setting, body, pairs }) => {
        expect(rulesBroken(body, setting)).toEqual([]);
        expect(rosterRulesBroken(pairs, setting)).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});
