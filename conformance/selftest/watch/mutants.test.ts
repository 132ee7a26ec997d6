import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutants } from '../mutants/all.test-kit.js';
import { nameOf } from '../mutants/mutant.test-kit.js';
import { type Alarms, watchMutant } from './day-of-mutant.test-kit.js';

const deep = process.env['TALLYBOARD_DEEP'];
/** A part of the mutants, `2/6`; all of them when TALLYBOARD_DEEP is any other word. */
const [part = 0, parts = 1] = (deep ?? '').split('/').map(Number);

/** What only a used-up allowance shows is beyond a share of it: `run --quota-check` shows that. */
const watched = mutants.filter(({ quota }) => quota !== true);

/** What shows only while figures are pending, which the same request does not show again. */
const transient = [
  '2.3-R4/properties as sent',
  '3-T1/hints only once',
  '3-T4/a roster is forgotten once it was sent',
];

const seed = Math.abs(fc.readConfigureGlobal().seed ?? 0);
/** So few that the test takes seconds: others with each seed. */
const sample = watched.filter((one, index) => index % 240 === seed % 240 || isTransient(one));

function isTransient(one: (typeof watched)[number]): boolean {
  return transient.includes(nameOf(one));
}

const chosen =
  deep === undefined
    ? sample
    : watched.filter((_, index) => !(parts > 1) || index % parts === part - 1);

test('a watch with 12 requests an hour gives the alarm of every mutant within 24 hours', async () => {
  const alarms: (Alarms & { readonly name: string })[] = [];
  for (const mutant of chosen) {
    const one = { name: nameOf(mutant), ...(await watchMutant(mutant, 24)) };
    if (deep !== undefined) console.log(`${one.name}: ${String(one.first)}, ${String(one.own)}`);
    alarms.push(one);
  }
  const hoursOf = (of: 'first' | 'own'): readonly number[] =>
    alarms.flatMap((one) => one[of] ?? []);
  const slowest = alarms.toSorted((a, b) => (b.own ?? 99) - (a.own ?? 99)).slice(0, 8);
  console.log(
    `${chosen.length} mutants: alarm for ${hoursOf('first').length}, by their own rule for ${hoursOf('own').length}; last at hour ${Math.max(...hoursOf('own'))}`,
    slowest.map(({ name, first, own }) => `${name}: ${String(first)}, ${String(own)}`),
  );
  expect(alarms.filter(({ own }) => own === null)).toEqual([]);
}, 1_800_000);
