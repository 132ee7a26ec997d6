import { checkFacts } from '@tallyboard/core';
import type { Facts } from '@tallyboard/core/vocabulary';
import type { ReportedRule } from '../../src/model/report.js';
import { buildWorld, type World } from '../../src/world/build-world.js';
import type { Serving } from '../reference.test-kit.js';
import { type Asking, now, ruleOf, run, school } from '../run.test-kit.js';
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
export type Outcome = Pick<ReportedRule, 'verdict' | 'message'>;

/** Asks a mutant as a service, which serves its world wrongly; what it is sent is followed. */
export const asking = (mutant: Mutant, serving: Serving = {}): Asking => {
  const world = worldOf(mutant);
  const facts = mutant.facts === undefined ? world.facts : soundPart(mutant.facts(world.facts));
  return {
    world: { ...world, facts },
    serving: { ...serving, ...mutant.serving },
    handler: (inner) => served(mutant, inner),
    ...{ sink: followSent, keepPii: true },
  };
};

/** Runs what decides a mutant's rule against the mutant. */
export const tryMutant = async (
  mutant: Mutant,
  rotation: Mutant['rotation'] | 'all' = mutant.rotation,
): Promise<Outcome> => {
  // Every variant of every request is more than an allowance.
  const unlimited = rotation === 'all' && mutant.quota !== true ? { allowance: 0 } : {};
  const { quota = false } = mutant;
  const { report } = await run({
    ...asking(mutant, unlimited),
    ...(mutant.live === true ? { frozen: true } : { facts: worldOf(mutant).facts }),
    only: [mutant.rule],
    ...(rotation === undefined ? {} : { rotation }),
    ...unlimited,
    ...{ quotaCheck: quota, freshQuota: true, waitReset: quota },
  });
  return ruleOf(report, mutant.rule) ?? { verdict: 'undecided', message: 'there is no such rule' };
};
