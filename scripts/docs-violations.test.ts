import { describe, expect, it } from 'vitest';
import { type ErrorObject, violations } from '../packages/core/src/index.js';
import { ids } from '../packages/http/src/sample-facts.test-kit.js';
import { serveSample } from '../packages/http/src/sample-service.test-kit.js';
import { codeIn, documentAt, tableOf } from './docs.test-kit.js';
import type { Fence } from './markdown.js';

const document = documentAt('docs/violations.md');
const table = tableOf(document, 'Violation', 'Rule', 'Place', 'Remedy');
const names = Object.keys(violations) as readonly (keyof typeof violations)[];

/** The page has names of its own for what the sample service holds. */
const sampleOf = (line: string): string =>
  line
    .replace('GET ', '')
    .replace('wksp_riverside01', ids.school)
    .replace('b4oceanography26', ids.board);

// The sample service stands still on 20 November 2026; each example has an allowance of its own.
const answerTo = ({ info: [language, type], text }: Fence) => {
  const ask = serveSample();
  return language === 'http'
    ? ask(sampleOf(text))
    : ask(`/v1/organizations/${type === 'team' ? ids.team : ids.school}/analytics`, { body: text });
};

const placeOf = ({ source }: ErrorObject): string | undefined =>
  source === undefined || 'header' in source
    ? undefined
    : 'pointer' in source
      ? source.pointer
      : source.parameter;

/** A document without the runtime's own words about text that is not JSON. */
const portable = (text: string): unknown =>
  JSON.parse(text.replace(/(The body is not JSON: )[^"]*/, '$1...'));

describe('docs/violations.md', () => {
  it('lists every violation, in the order of the catalog, with its rule', () => {
    const rows = table.rows.map(([violation = '', rule = '']) => [
      codeIn(violation)[0],
      /\[(.+?)\]/.exec(rule)?.[1],
    ]);
    expect(rows).toEqual(Object.entries(violations));
  });

  it.each(names)(
    '%s: its example breaks this rule and no other and is answered so; the repaired one is accepted',
    async (name) => {
      const [example, answer, repaired, ...more] = document.fences.filter(
        ({ heading }) => heading === name,
      );
      expect(more).toEqual([]);
      expect(answer?.info).toEqual(['json', 'answer']);
      expect(repaired?.info.at(-1)).toBe('repaired');
      const accepted = await answerTo(repaired!);
      expect([200, 202], accepted.text).toContain(accepted.status);
      const heard = await answerTo(example!);
      expect(heard.status).toBe(400);
      expect(portable(answer!.text)).toEqual(portable(heard.text));

      const row = table.rows.find(([violation = '']) => codeIn(violation)[0] === name);
      const [place] = codeIn(row?.[2] ?? '');
      expect(heard.json.errors?.map(({ meta }) => meta?.violation)).toEqual([name]);
      expect(placeOf(heard.json.errors![0]!)).toBe(place ?? '');
    },
  );
});
