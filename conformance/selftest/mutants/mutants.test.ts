import { expect, test } from 'vitest';
import { mutants } from './all.js';
import { tryMutant } from './kill.js';
import { nameOf } from './mutant.js';

test('every mutant is alive and killed by its own rule', async () => {
  const surviving: string[] = [];
  const started = Date.now();
  for (const mutant of mutants) {
    const outcome = await tryMutant(mutant);
    if (outcome.verdict !== 'fail' || !outcome.alive) {
      surviving.push(
        `${nameOf(mutant)}: ${outcome.verdict} ${String(outcome.reason)} alive=${outcome.alive} ${outcome.message.slice(0, 200)}`,
      );
    }
  }
  console.log(mutants.length, 'mutants', Date.now() - started, 'ms');
  console.log(surviving.join('\n'));
  expect(surviving).toEqual([]);
}, 600_000);
