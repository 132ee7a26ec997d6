import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serveAttempts } from './attempts.test-kit.js';
import { metricsTarget, rosterTarget, runAttempt, surroundingsTarget } from './targets.test-kit.js';

/*
 * Inputs from strangers, by the thousand with every change and by the million in `npm run test:deep`.
 * TALLYBOARD_FUZZ says how many; TALLYBOARD_SEED repeats a run.
 */

const inputs = Number(process.env['TALLYBOARD_FUZZ'] ?? 5_000);
const isDeep = inputs > 100_000;
const { seed = 0 } = fc.readConfigureGlobal();
const poolSize = isDeep ? 1_500 : 80;
/** An input may take this long on a busy machine, in milliseconds; what hangs takes longer. */
const msMax = 5_000;

const reported: unknown[] = [];
const run = runAttempt(
  serveAttempts((error) => reported.push(error)),
  reported,
);
const targets = [
  ['metrics requests', () => metricsTarget(poolSize, seed)],
  ['roster requests', () => rosterTarget(poolSize, seed)],
  ['methods, paths, headers, includes', surroundingsTarget],
] as const;

describe(`inputs from strangers, seed ${seed}`, { timeout: 1_200_000 }, () => {
  const ends = new Set<string>();

  test.each(targets)('%s', async (name, targetOf) => {
    const target = targetOf();
    const numRuns = Math.ceil((inputs * target.share) / 100);
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (gen) => {
        const input = target.draw((count) => gen(fc.nat, { max: count - 1 }));
        // Of the processor: other work of the machine must not count.
        const start = process.cpuUsage();
        ends.add(`${name} ${await run(input)}`);
        const { user, system } = process.cpuUsage(start);
        expect((user + system) / 1_000).toBeLessThan(msMax);
      }),
      { numRuns },
    );
  });

  test('they met many ends', () => {
    expect(ends.size).toBeGreaterThan(100);
  });
});
