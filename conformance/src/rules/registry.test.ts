import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { probeOf, probes } from '../probes/all-probes.js';
import { registry } from './registry.js';

const rules = readFileSync('docs/rules.md', 'utf8');
const clauses = [...rules.matchAll(/^#### (4\.[12]\.\d+) /gm)].map(([, number = '']) => number);

/** How many rules each section of the specification numbers; `A` are the additional rules of 7. */
const numbered: Readonly<Record<string, number>> = {
  '1-R': 7,
  '2.2-R': 3,
  '2.3-R': 4,
  '2.6-R': 6,
  '3-R': 3,
  '4.1-R': clauses.filter((id) => id.startsWith('4.1.')).length,
  '4.2-R': clauses.filter((id) => id.startsWith('4.2.')).length,
  '5-R': 6,
  '7-A': 3,
};

/** Numbered rules of the specification that have no entry in the registry, and why. */
const withoutEntry: Readonly<Record<string, string>> = {
  '1-R1': 'It says what the service is for; 2.4 and 2.6 decide what that means.',
  '1-R2': 'It says what the roster is for; 2.8 and 4.2 decide what that means.',
  '1-R3': 'It names the two objects; 2.9 and 2.10 decide their fields.',
  '5-R1':
    'That a key is sent in X-API-KEY is what every request does; 4-T1 decides that it is needed.',
  '5-R3': 'Enrollment is 1-R5; that it is granted on the owner cannot be seen from outside.',
  '7-A1': 'A 202 is judged as an answer everywhere, never as an error.',
  '7-A3': 'Shape and codes of errors are open; 7-O2 records them.',
};

const ids = registry.map((rule) => rule.id);

test('ids are unique', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids keep their meaning: the snapshot grows and never changes', async () => {
  const lines = registry.map(({ id, level, clause }) => `${id}\t${level}\t${clause}`).toSorted();
  const file = fileURLToPath(new URL('rule-ids.snapshot.txt', import.meta.url));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file);
});

test('every numbered rule of the specification has an entry or a stated reason why none', () => {
  const missing = Object.entries(numbered).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}${index + 1}`).filter(
      (rule) =>
        !ids.some(
          (id) => id === rule || (id.startsWith(rule) && !/^\d/.test(id.slice(rule.length))),
        ) && withoutEntry[rule] === undefined,
    ),
  );
  expect(missing).toEqual([]);
});

test('every probe that a rule names exists, and every probe but those of quotas feeds a rule', () => {
  const named = new Set(registry.flatMap((rule) => rule.probes));
  expect([...named].filter((id) => probeOf(id) === undefined)).toEqual([]);
  const idle = probes.map((one) => one.id).filter((id) => !named.has(id));
  expect(idle).toEqual([]);
});
