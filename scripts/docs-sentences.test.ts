import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fates } from '../conformance/src/rules/fates.js';
import { registry } from '../conformance/src/rules/registry.js';
import { sentencesOf } from './sentences.js';

const sentences = sentencesOf(readFileSync('docs/rules.md', 'utf8'));
const ids = new Set(registry.map(({ id }) => id));

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
  // Give each of these a row in conformance/src/rules/fates.ts, and take the rows without a sentence out.
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
  // What is derived follows from the definitions; what is left open is not stated.
  const stated = registry.filter(({ level }) => level === 'must' || level === 'inferred');
  expect(stated.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});
