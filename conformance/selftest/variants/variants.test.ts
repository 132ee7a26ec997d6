import { describe, expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.js';
import { buildWorld } from '../../src/world/build-world.js';
import { withEdges } from '../edges.js';
import { serve } from '../reference.js';
import { type Variant, variants } from './variants.js';

const now = '2026-11-15T12:00:00.000Z';

const run = async (variant: Variant) => {
  const { organizationType = 'school' } = variant;
  const drawn = buildWorld({ seed: 7, now, organizationType });
  const world = organizationType === 'school' ? withEdges(drawn) : drawn;
  const { fetch, clock } = serve(world, variant.serving);
  return runConformance({
    fetch: variant.handler === undefined ? fetch : variant.handler(fetch),
    clock,
    targets: world.targets,
    boards: world.boards,
    ...(variant.live === true ? { frozen: true } : { facts: world.facts }),
    now,
    quotaCheck: variant.quota ?? false,
    freshQuota: true,
  });
};

describe('honest variants', () => {
  test('are at least 40', () => {
    expect(variants.length).toBeGreaterThanOrEqual(40);
    expect(new Set(variants.map((one) => one.name)).size).toBe(variants.length);
  });

  for (const variant of variants) {
    test(`no failure: ${variant.name}`, async () => {
      const { report } = await run(variant);
      expect(
        report.rules
          .filter((rule) => rule.verdict === 'fail' || rule.reason === 'judgeFailed')
          .map((rule) => `${rule.id}: ${rule.message}`),
      ).toEqual([]);
      expect(report.requests.metrics).toBeGreaterThan(40);
    }, 60_000);
  }
});
