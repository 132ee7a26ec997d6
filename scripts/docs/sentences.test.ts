import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fates as committed, type Fate } from '../../conformance/src/rules/fates.js';
import { registry } from '../../conformance/src/rules/registry.js';
import { rowsOf, updatedFates } from './fate-rows.test-kit.js';
import { sentencesOf } from './sentences.test-kit.js';

const sentences = sentencesOf(readFileSync('docs/rules.md', 'utf8'));
const ids = new Set(registry.map(({ id }) => id));
// What is derived follows from the definitions; what is left open is not stated.
const stated = registry
  .filter(({ level }) => level === 'must' || level === 'inferred')
  .map(({ id }) => id);

const file = 'conformance/src/rules/fates.json';

const written = (): readonly Fate[] => {
  const fates = updatedFates(sentences, committed, stated);
  writeFileSync(file, rowsOf(fates));
  return fates;
};

const fates = process.env['UPDATE_REPORTS'] === undefined ? committed : written();

test('sentences: paragraphs, items and rows, each under its section', () => {
  const text =
    '# Rules\n\nNot numbered.\n\n## 1 One\n\nFirst. Second,\nstill.\n\n1. Third.\n\n| A | B |\n|---|---|\n| `c` | d |\n';
  expect(sentencesOf(text).map((one) => `${one.clause} ${one.text}`)).toEqual([
    '1 First.',
    '1 Second, still.',
    '1 Third.',
    '1 `c` | d',
  ]);
});

test('every sentence of the rules has a fate: a new wording needs a look at what decides it', () => {
  const known = new Set(fates.map(({ hash }) => hash));
  const current = new Set(sentences.map(({ hash }) => hash));
  // UPDATE_REPORTS=1 writes the rows of these into conformance/src/rules/fates.json: check that they name what
  // decides the sentence. Write the row of a sentence that no new rule decides.
  expect({
    sentencesWithoutFate: sentences
      .filter(({ hash }) => !known.has(hash))
      .map(({ clause, hash, text }) => `${clause} ${hash}: ${text}`),
    fatesWithoutSentence: fates
      .filter(({ hash }) => !current.has(hash))
      .map(({ clause, hash, rules, reason }) => `${clause} ${hash} ${reason ?? rules.join(' ')}`),
  }).toEqual({ sentencesWithoutFate: [], fatesWithoutSentence: [] });
  expect(fates).toHaveLength(sentences.length);
});

test('fates name rules that there are, and every rule that is stated is named', () => {
  const named = new Set(fates.flatMap(({ rules }) => rules));
  expect([...named].filter((id) => !ids.has(id))).toEqual([]);
  expect(stated.filter((id) => !named.has(id))).toEqual([]);
});

test('an update keeps the fates of reworded sentences, and gives a new one the new rules of its clause', () => {
  const read = (...texts: readonly string[]) => sentencesOf(`## 4 One\n\n${texts.join('\n\n')}\n`);
  const heading = '#### 4.1.3 Two';
  const before = read('First.', 'Second.', heading, 'Third.').map(
    ({ clause, hash }, at): Fate => ({ clause, hash, rules: [`4-T${at}`], reason: null }),
  );
  const after = read('Another first.', 'Second.', 'New.', heading, 'Third.', 'New too.');
  const ids = ['4-T0', '4-T3', '4.1-R3b', '4.1-R31', '5-T1'];
  const fates = updatedFates(after, before, ids);
  expect(fates.map(({ hash }) => hash)).toEqual(after.map(({ hash }) => hash));
  expect(fates.map(({ rules }) => rules)).toEqual([
    ['4-T0'],
    ['4-T1'],
    ['4-T3'],
    ['4-T2'],
    ['4.1-R3b'],
  ]);
  expect(updatedFates(after, before, []).map(({ rules }) => rules)).toEqual([
    ['4-T0'],
    ['4-T1'],
    ['4-T2'],
  ]);
  expect(JSON.parse(rowsOf(fates.slice(0, 1)))).toEqual([`4 ${after[0]?.hash} 4-T0`]);
});
