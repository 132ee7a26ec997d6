import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkFacts, collectFacts, isAccepted, readFact } from '../../packages/core/src/index.js';
import {
  factCatalog,
  factKinds,
  type KindedFact,
  parseInstant,
} from '../../packages/core/src/vocabulary.js';
import { codeIn, documentAt, tableOf, tablesBelow } from './documents.test-kit.js';

const document = documentAt('docs/facts.md');
const examples = document.fences.filter(({ info: [language] }) => language === 'json');

const read = (line: string): KindedFact => {
  const fact = readFact(JSON.parse(line));
  if (isAccepted(fact)) return fact.right;
  throw new Error(`${line}: ${JSON.stringify(fact.left)}`);
};

describe('docs/facts.md', () => {
  it('has every kind of fact', () => {
    expect(examples.map(({ heading }) => heading)).toEqual(factKinds);
  });

  it.each(factKinds)('%s: has its fields, in order, with their types', (kind) => {
    const [fields] = tablesBelow(document, kind);
    const rows = fields?.rows.map(([name = '', type = '']) => [codeIn(name)[0], codeIn(type)[0]]);
    expect(rows).toEqual(Object.entries(factCatalog[kind]));
  });

  it('explains every type of field', () => {
    const types = Object.values(factCatalog).flatMap((row) => Object.values<string>(row));
    const explained = tableOf(document, 'Type', 'Takes').rows.flatMap(([type = '']) =>
      codeIn(type),
    );
    expect(explained.toSorted()).toEqual(
      [...new Set(types.map((type) => type.replace('?', '')))].toSorted(),
    );
  });

  it.each(examples)('$heading: its examples are facts of that kind', ({ heading, text }) => {
    expect(text.split('\n').map((line) => read(line).kind)).toEqual(
      text.split('\n').map(() => heading),
    );
  });

  it('has examples that are sound together, with nothing odd about them', () => {
    const facts = collectFacts(examples.flatMap(({ text }) => text.split('\n').map(read)));
    expect(checkFacts(facts, parseInstant('2026-11-20T12:00:00Z'))).toEqual([]);
  });

  it('shows the hash of the key that it names', () => {
    const hash = createHash('sha256').update('example-key').digest('hex');
    expect(examples.find(({ heading }) => heading === 'apiKey')?.text).toContain(hash);
  });
});
