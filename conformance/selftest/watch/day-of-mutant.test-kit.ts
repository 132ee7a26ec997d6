import { memoryLedger } from '../../src/plan/ledger.js';
import { watchHour } from '../../src/watch/hour.js';
import { newWatch } from '../../src/watch/state.js';
import { now, serviceOf } from '../mutants/kill.test-kit.js';
import type { Mutant } from '../mutants/mutant.test-kit.js';

const hourMs = 3_600_000;

/** When a watch gave its alarms, in hours from its beginning. */
export interface Alarms {
  /** The first one, of whatever rule; `null` when there was none. */
  readonly first: number | null;
  /** That of the rule which the mutant breaks. */
  readonly own: number | null;
}

/** Watches a mutant with a fifth of its allowance until its own rule is broken, or for so many hours. */
export const watchMutant = async (mutant: Mutant, hours: number): Promise<Alarms> => {
  const { world, fetch, clock } = serviceOf(mutant);
  const started = clock.now();
  const { targets, boards, facts } = world;
  const run = {
    fetch,
    clock,
    targets,
    boards,
    ...(mutant.live === true ? { frozen: true } : { facts }),
    now,
    ledger: memoryLedger(),
  };
  let state = newWatch;
  let first: number | null = null;
  for (let hour = 0; hour <= hours; hour += 1) {
    const { state: next, changes } = await watchHour({ share: 0.2, run }, state);
    state = next;
    if (changes.length > 0) first ??= hour;
    if (changes.some(({ rule }) => rule === mutant.rule)) return { first, own: hour };
    await clock.sleep(started + (hour + 1) * hourMs - clock.now());
  }
  return { first, own: null };
};
