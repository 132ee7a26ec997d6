import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Attempt, serveAttempts } from './attempts.test-kit.js';
import { blockCoverage } from './block-coverage.test-kit.js';
import { bytesTarget, factsTarget, indexTarget, planningTarget } from './core-targets.test-kit.js';
import { addToCorpus } from './corpus.test-kit.js';
import { fuzz, lineOf, type Outcome, sumOf, type Tally, type Target } from './fuzz.test-kit.js';
import {
  metricsTarget,
  rosterTarget,
  surroundingsTarget,
  triedOn,
} from './request-targets.test-kit.js';

/*
 * Inputs from strangers, by the thousand with every change and by the million in `npm run test:deep`,
 * where they follow what code they reach. TALLYBOARD_FUZZ says how many; TALLYBOARD_SEED repeats a run.
 */

const inputs = Number(process.env['TALLYBOARD_FUZZ'] ?? 5_000);
const isDeep = inputs > 100_000;
const { seed = 0 } = fc.readConfigureGlobal();
const poolSize = isDeep ? 1_500 : 80;

const addsToCorpus = process.env['TALLYBOARD_FUZZ_CORPUS'] !== undefined;
const isAttempt = (input: unknown): input is Attempt =>
  typeof input === 'object' && input !== null && 'method' in input;

const reported: unknown[] = [];
const tried = triedOn(
  serveAttempts((error) => reported.push(error)),
  reported,
);
const targets = [
  ['metrics requests', () => metricsTarget(tried, poolSize, seed)],
  ['roster requests', () => rosterTarget(tried, poolSize, seed)],
  ['methods, paths, headers, includes', () => surroundingsTarget(tried)],
  ['bodies planned and computed', () => planningTarget(poolSize, seed)],
  ['lines of facts', () => factsTarget(isDeep ? 200 : 20, seed)],
  ['stored indexes', () => indexTarget(seed)],
  ['bytes of bodies', () => bytesTarget(poolSize, seed)],
] as readonly (readonly [string, () => Target<unknown>])[];

const tallies: Tally[] = [];

describe(`inputs from strangers, seed ${seed}`, { timeout: 1_200_000 }, () => {
  afterAll(() => {
    const lines = [...tallies, sumOf(tallies)].map((tally) => `  ${lineOf(tally)}`);
    console.log(`fuzz, seed ${seed}\n${lines.join('\n')}`);
  });

  test.each(targets)('%s', async (name, targetOf) => {
    const target = targetOf();
    const count = Math.ceil((inputs * target.share) / 100);
    const kept: (readonly [unknown, Outcome])[] = [];
    const follow = isDeep ? blockCoverage : null;
    const tally = await fuzz({ ...target, name }, count, seed, follow, (input, outcome) => {
      if (addsToCorpus) kept.push([input, outcome]);
    });
    for (const [input, outcome] of kept) {
      if (isAttempt(input)) await addToCorpus(target as Target<Attempt>, input, outcome);
    }
    tallies.push(tally);
    expect(tally.outcomes.size).toBeGreaterThan(1);
  });

  test('half of them at least were sound requests with something changed', () => {
    const { inputs: all, structured, outcomes } = sumOf(tallies);
    expect(all).toBeGreaterThanOrEqual(inputs);
    expect(structured / all).toBeGreaterThan(0.5);
    expect(outcomes.size).toBeGreaterThan(100);
  });
});
