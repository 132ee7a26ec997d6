import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { documentAt } from '../docs/documents.test-kit.js';
import { type Entry, excerptOf, searchEngine } from './search-engine.js';
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

describe.skipIf(!isThere)(`search${skipped}`, () => {
  it('has 106 questions and more', () => expect(questions.length).toBeGreaterThanOrEqual(106));

  it.each(questions)('%s: first hit %s', (query, place) => {
    const wanted = addressOf(place);
    const found = find(query).map(({ entry }) => entry.url);
    const first = found[0] ?? 'nothing';
    // A page as a whole is right, too, when one of its sections comes first.
    const isRight = first === wanted || (!wanted.includes('#') && first.startsWith(`${wanted}#`));
    expect(isRight ? wanted : found.slice(0, 4)).toBe(wanted);
  });

  it('has an excerpt for every hit, with a word of the query in it where the text has one', () => {
    for (const { entry, terms } of find('retry')) {
      const excerpt = excerptOf(entry.text, terms).toLowerCase();
      const has = terms.some((term) => entry.text.toLowerCase().includes(term));
      expect(!has || terms.some((term) => excerpt.includes(term))).toBe(true);
    }
  });

  it('takes at most 300 kB compressed', () => {
    expect(gzipSync(text).length).toBeLessThan(300_000);
  });
});
