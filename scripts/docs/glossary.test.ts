import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentAt } from './documents.test-kit.js';

const { tables } = documentAt('docs/glossary.md');
const termsOf = tables.map(({ rows }) => rows.map(([term = '']) => term));
const pages = execFileSync('git', ['ls-files', '*.md', ':!.changeset', ':!docs/glossary.md'])
  .toString()
  .trim()
  .split('\n')
  .map((page) => readFileSync(page, 'utf8').toLowerCase());

describe('docs/glossary.md', () => {
  it('has at most 40 terms, each once', () => {
    const terms = termsOf.flat();
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(40);
    expect(new Set(terms).size).toBe(terms.length);
  });

  it('has the terms of each part in alphabetical order', () => {
    for (const terms of termsOf) expect(terms).toEqual(terms.toSorted());
  });

  it.each(termsOf.flat())('%s is a word of at least two other pages', (term) => {
    const word = new RegExp(`\\b${term.toLowerCase()}`);
    expect(pages.filter((page) => word.test(page)).length).toBeGreaterThanOrEqual(2);
  });
});
