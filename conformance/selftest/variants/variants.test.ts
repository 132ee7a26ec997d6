import type { OrganizationType } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { runConformance } from '../../src/run-conformance.js';
import { buildWorld, type World } from '../../src/world/build-world.js';
import { withEdges } from '../edges.test-kit.js';
import { serve } from '../reference.test-kit.js';
import { isSampled } from '../sample.test-kit.js';
import { type Variant, variants } from './variants.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';

const worlds = new Map<OrganizationType, World>();

/** A world is drawn once for all variants: a service does not change its facts. */
const worldOf = (organizationType: OrganizationType): World => {
  const drawn = worlds.get(organizationType) ?? buildWorld({ seed: 7, now, organizationType });
  worlds.set(organizationType, drawn);
  return organizationType === 'school' ? withEdges(drawn) : drawn;
};

const knownOf = ({ live, changing }: Variant, { facts }: World) => {
  if (changing === true) return {};
  return live === true ? { frozen: true } : { facts };
};

const run = async (variant: Variant, all = false) => {
  const world = worldOf(variant.organizationType ?? 'school');
  const { fetch, clock } = serve(world, { ...(all ? { allowance: 0 } : {}), ...variant.serving });
  return runConformance({
    fetch: variant.handler === undefined ? fetch : variant.handler(fetch),
    clock,
    targets: world.targets,
    boards: world.boards,
    ...knownOf(variant, world),
    now,
    quotaCheck: variant.quota ?? false,
    waitReset: variant.resets ?? false,
    freshQuota: true,
    reduceMax: 0,
    ...(all ? { rotation: 'all' as const, allowance: 0 } : {}),
  });
};

const failuresOf = (report: Report): readonly string[] =>
  report.rules
    .filter((rule) => rule.verdict === 'fail' || rule.reason === 'judgeFailed')
    .map((rule) => `${rule.id}: ${rule.message}`);

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
