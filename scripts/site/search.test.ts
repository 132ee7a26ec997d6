import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { documentAt } from '../docs/documents.test-kit.js';
import { plainQuestions } from './plain-questions.test-kit.js';
import { type Entry, searchEngine } from './search-engine.js';
import { questions } from './search-questions.test-kit.js';

const file = new URL('../../docs/site/assets/places.js', import.meta.url);
const isThere = existsSync(file);
const skipped = isThere ? '' : ' (skipped: no docs/site; npm run docs writes it)';
const text = isThere ? readFileSync(file, 'utf8') : '= [];';
const entries = JSON.parse(text.slice(text.indexOf('= ') + 2, text.lastIndexOf(';'))) as Entry[];
const find = searchEngine(entries);

/** A rule's number as the address of its heading. */
const addressOf = (place: string): string => {
  if (!/^[\d.]+$/.test(place)) return place;
  const heading = documentAt('docs/rules.md').headings.find(({ text }) =>
    text.startsWith(`${place} `),
  );
  return `guides/rules.html#${heading?.anchor ?? ''}`;
};

/** A page as a whole is right, too, when one of its sections comes first. */
const isAt = (found: string | undefined, wanted: string): boolean =>
  found === wanted || (!wanted.includes('#') && found?.startsWith(`${wanted}#`) === true);

describe.skipIf(!isThere)(`search${skipped}`, () => {
  it.each(questions)('%s: first hit %s', (query, place) => {
    const wanted = addressOf(place);
    const found = find(query).map(({ entry }) => entry.url);
    expect(isAt(found[0], wanted) ? wanted : found.slice(0, 4)).toBe(wanted);
  });

  it('answers 60 plain questions: 50 with the first hit, 58 among the first three', () => {
    const answered = (most: number) =>
      plainQuestions.filter(([query, ...places]) =>
        find(query, most).some(({ entry }) => places.some((place) => isAt(entry.url, place))),
      );
    expect(plainQuestions).toHaveLength(60);
    expect(answered(1).length).toBeGreaterThanOrEqual(50);
    expect(answered(3).length).toBeGreaterThanOrEqual(58);
  });

  it('finds each term of the glossary by its name', () => {
    const terms = documentAt('docs/glossary.md').tables.flatMap(({ rows }) =>
      rows.map(([term = '']) => term),
    );
    const missed = terms.filter((term) => !find(term).some(({ entry }) => entry.heading === term));
    expect(missed).toEqual([]);
  });

  it('takes at most 300 kB compressed', () => {
    expect(gzipSync(text).length).toBeLessThan(300_000);
  });
});
