import { checkFacts } from '@tallyboard/core';
import type { Facts } from '@tallyboard/core/vocabulary';
import type { Verdict } from '../../src/model/verdict.js';
import { runConformance } from '../../src/run-conformance.js';
import { buildWorld, type World } from '../../src/world/build-world.js';
import { type Serving, serve } from '../reference.test-kit.js';
import { now, school } from '../run.test-kit.js';
import { followSent, type Mutant, served } from './mutant.test-kit.js';

const worlds = new Map<Mutant['main'], World>([[undefined, school]]);
const worldOf = ({ main }: Mutant): World => {
  const world =
    worlds.get(main) ?? buildWorld({ seed: 7, now, organizationType: main ?? 'school' });
  worlds.set(main, world);
  return world;
};

/** The facts without those that a mutant has left without what they refer to: a service takes sound facts only. */
export const soundPart = (facts: Facts): Facts => {
  const errors = checkFacts(facts).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return facts;
  const bad = new Set(errors.map(({ kind, index }) => `${kind} ${index}`));
  const kept = Object.entries(facts).map(([kind, rows]) => [
    kind,
    (rows as readonly unknown[]).filter((_, index) => !bad.has(`${kind} ${index}`)),
  ]);
  return soundPart(Object.fromEntries(kept) as Facts);
};

/** What became of a mutant. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly message: string;
}

/** A mutant as a service, with the world that it serves wrongly. */
export const serviceOf = (mutant: Mutant, serving: Serving = {}) => {
  const world = worldOf(mutant);
  const facts = mutant.facts === undefined ? world.facts : soundPart(mutant.facts(world.facts));
  const { fetch, clock } = serve({ ...world, facts }, { ...serving, ...mutant.serving });
  return { world, clock, fetch: served(mutant, fetch) };
};

/** Runs what decides a mutant's rule against the mutant. */
export const tryMutant = async (
  mutant: Mutant,
  rotation: Mutant['rotation'] | 'all' = mutant.rotation,
): Promise<Outcome> => {
  // Every variant of every request is more than an allowance.
  const unlimited = rotation === 'all' && mutant.quota !== true ? { allowance: 0 } : {};
  const { world, fetch, clock } = serviceOf(mutant, unlimited);
  const { report } = await runConformance({
    fetch,
    clock,
    sink: followSent,
    targets: world.targets,
    boards: world.boards,
    ...(mutant.live === true ? { frozen: true } : { facts: world.facts }),
    now,
    only: [mutant.rule],
    ...(rotation === undefined ? {} : { rotation }),
    ...unlimited,
    quotaCheck: mutant.quota ?? false,
    freshQuota: true,
    waitReset: mutant.quota ?? false,
    keepPii: true,
  });
  const found = report.rules.find((rule) => rule.id === mutant.rule);
  return {
    verdict: found?.verdict ?? 'undecided',
    reason: found?.reason ?? null,
    message: found?.message ?? 'there is no such rule',
  };
};
