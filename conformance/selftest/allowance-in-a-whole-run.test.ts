import { expect, test } from 'vitest';
import { runConformance } from '../src/run-conformance.js';
import { buildWorld } from '../src/world/build-world.js';
import { serve } from './reference.js';

const now = '2026-11-15T12:00:00.000Z';
const world = buildWorld({ seed: 7, now });

/** A whole run with its refusals, then the allowance used up. */
const verdicts = async (allowance: number) => {
  const { fetch, clock } = serve(world, { allowance });
  const { report } = await runConformance({
    fetch,
    clock,
    targets: world.targets,
    boards: world.boards,
    frozen: true,
    now,
    quotaCheck: true,
    freshQuota: true,
  });
  return report.rules
    .filter(({ id }) => id === '8-T1' || id === '8-T1b')
    .map(({ verdict, reason }) => `${verdict} ${String(reason)}`);
};

test('60 requests, refusals counted, pass', async () => {
  expect(await verdicts(60)).toEqual(['pass null', 'pass null']);
});

test('61 requests of which many were refused do not pass: refusals may count', async () => {
  expect(await verdicts(61)).toEqual(['undecided quota', 'undecided quota']);
});
