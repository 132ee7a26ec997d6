import { describe, expect, it } from 'vitest';
import { errorCatalog } from '../../packages/core/src/engine.js';
import { violations } from '../../packages/core/src/vocabulary.js';
import { ids } from '../../packages/http/src/sample-facts.test-kit.js';
import { serveSample } from '../../packages/http/src/sample-service.test-kit.js';
import type { Fence } from '../markdown.js';
import { codeIn, documentAt, tableOf } from './documents.test-kit.js';

const document = documentAt('docs/violations.md');
const table = tableOf(document, 'Violation', 'Rule', 'Source');
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

/** A detail without the runtime's own words about text that is not JSON. */
const portable = (detail: string): string => detail.replace(/(The body is not JSON: ).*/, '$1...');

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
      expect(answer?.info).toEqual(['text', 'detail']);
      expect(repaired?.info.at(-1)).toBe('repaired');
      const accepted = await answerTo(repaired!);
      expect([200, 202], accepted.text).toContain(accepted.status);
      const heard = await answerTo(example!);
      expect(heard.status).toBe(400);
      const row = table.rows.find(([violation = '']) => codeIn(violation)[0] === name);
      const [place = ''] = codeIn(row?.[2] ?? '');
      const { status, ...words } =
        errorCatalog[name === 'malformedJson' ? 'badJson' : 'badRequest'];
      expect(
        heard.json.errors?.map((error) => ({ ...error, detail: portable(error.detail) })),
      ).toEqual([
        {
          ...words,
          status: String(status),
          detail: portable(answer!.text),
          source: place === '' || place.startsWith('/') ? { pointer: place } : { parameter: place },
          meta: { rule: violations[name], violation: name },
        },
      ]);
    },
  );

  it('shows one answer as a whole', async () => {
    const [answer, ...more] = document.fences.filter(({ info }) => info[1] === 'answer');
    expect(more).toEqual([]);
    const example = document.fences.find(({ heading }) => heading === 'rangeReversed');
    expect(JSON.parse(answer!.text)).toEqual((await answerTo(example!)).json);
  });
});
