import type { OrganizationType } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { buildWorld, type World } from '../../src/world/build-world.js';
import { served } from '../mutants/mutant.test-kit.js';
import { failuresOf, now, otherSchool, run as runOn, school } from '../run.test-kit.js';
import { isSampled } from '../sample.test-kit.js';
import type { Variant } from './switches.test-kit.js';
import { ordersAndSearches, variants } from './variants.test-kit.js';

const worldOf = (organizationType: OrganizationType): World =>
  organizationType === 'school' ? school : buildWorld({ seed: 7, now, organizationType });

const knownOf = ({ live, changing }: Variant, { facts }: World) => {
  if (changing === true) return {};
  return live === true ? { frozen: true } : { facts };
};

const run = (variant: Variant, all = false, world = worldOf(variant.main ?? 'school')) =>
  runOn({
    world,
    serving: { ...(all ? { allowance: 0 } : {}), ...variant.serving },
    handler: (inner) => served(variant, inner),
    ...knownOf(variant, world),
    quotaCheck: variant.quota ?? false,
    waitReset: variant.resets ?? false,
    freshQuota: true,
    ...(all ? { rotation: 'all' as const, allowance: 0 } : {}),
  });

describe('honest variants', () => {
  test('are at least 40', () => {
    expect(variants.length).toBeGreaterThanOrEqual(40);
    expect(new Set(variants.map((one) => one.name)).size).toBe(variants.length);
  });

  test('rows of a page past the end are in the profile', async () => {
    const variant = variants.find(({ name }) => name.startsWith('a page past the end'));
    const { report } = await run(variant ?? { name: '' });
    expect(report.profile['pagePastTheEnd']?.answer).toBe('200, with rows');
  });

  test.each(ordersAndSearches)('no failure in another school: $name', async (variant) => {
    const { report } = await run(variant, false, otherSchool);
    expect(failuresOf(report)).toEqual([]);
  });

  for (const variant of variants) {
    test(`no failure: ${variant.name}`, async () => {
      const { report } = await run(variant);
      expect(failuresOf(report)).toEqual([]);
      expect(report.requests.metrics).toBeGreaterThan(40);
    });

    if (variant.quota !== true && isSampled(variant.name, 6)) {
      test(`no failure with all rotations: ${variant.name}`, async () => {
        const { report } = await run(variant, true);
        expect(failuresOf(report)).toEqual([]);
        expect(report.requests.metrics).toBeGreaterThan(100);
      });
    }
  }
});
