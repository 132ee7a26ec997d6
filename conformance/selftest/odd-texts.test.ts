import type { Facts } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { consoleSummary } from '../src/report/console.js';
import { reportFormats } from '../src/report/write-reports.js';
import { runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { buildWorld, type World } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';

/** Words that readers of text disagree on: marks apart, other scripts, ligatures, odd capitals. */
const odd: readonly string[] = [
  'Bill\u0301',
  'Zoe\u0308line',
  'Re\u0301ne\u0301e Dupre\u0301',
  'Mari\u0300a Lo\u0301pez',
  'Kadın Işık',
  'İlknur Yılmaz',
  'ﬁligree Oﬃce',
  'Straße Groß',
  'ſimon Kelvin',
  'ＦＵＬＬ ｗｉｄｔｈ',
  'Ингрид Бергман',
  '山田太郎',
  'नमस्ते दुनिया',
  'مريم',
  'שרה',
  'Σίσυφος',
  'Ann 👩🏽‍🚀 Astronaut',
  '👨‍👩‍👧‍👦 Family',
  'n\u0303ande\u0301 \u0327c',
];

const wordOf = (number: number): string => odd[number % odd.length] ?? '';

/** A world with such words in names, addresses and titles. */
const withOddTexts = (world: World, seed: number): World => {
  const { facts } = world;
  const next: Facts = {
    ...facts,
    user: facts.user.map((user, index) => {
      const word = wordOf(index * 7 + seed);
      return {
        ...user,
        name: word,
        displayName: index % 3 === 0 ? user.displayName : `${word} ${wordOf(index + seed * 3)}`,
        email: index % 4 === 0 ? user.email : `${word.replaceAll(' ', '.')}@example.org`,
      };
    }),
    board: facts.board.map((board, index) => ({ ...board, title: wordOf(index + seed) })),
    attachment: facts.attachment.map((one, index) => ({ ...one, title: wordOf(index * 5 + seed) })),
  };
  return { ...world, facts: next };
};

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

describe('names, addresses and titles in any script raise no false alarm', () => {
  test.each(seeds)('world %i', async (seed) => {
    const world = withOddTexts(withEdges(buildWorld({ seed, now })), seed);
    for (const seeded of [true, false]) {
      const { fetch, clock } = serve(world);
      const { report } = await runConformance({
        fetch,
        clock,
        targets: world.targets,
        boards: world.boards,
        ...(seeded ? { facts: world.facts } : { frozen: true }),
        now,
        seed,
      });
      const failed = report.rules.filter(
        ({ verdict, reason }) => verdict === 'fail' || reason === 'judgeFailed',
      );
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
      expect(report.rules.find(({ id }) => id === '4.2-T4')?.verdict).toBe('pass');
    }
  });
});

test('a failed search says that its words are pseudonyms, and by which flag they are kept', async () => {
  const world = withEdges(buildWorld({ seed: 7, now }));
  const run = async (keepPii: boolean) => {
    const { fetch, clock } = serve(world);
    const losing: FetchHandler = async (request) => {
      const url = new URL(request.url);
      if (url.searchParams.get('q') === null) return fetch(request);
      url.searchParams.set('q', 'what nobody contains');
      return fetch(new Request(url, request));
    };
    const { report } = await runConformance({
      fetch: losing,
      clock,
      targets: world.targets,
      now,
      keepPii,
    });
    return report;
  };
  const hidden = await run(false);
  const rule = hidden.rules.find(({ id }) => id === '4.2-T4');
  expect(rule?.verdict).toBe('fail');
  const search = rule?.evidence.find(({ curl }) => curl.includes('q=pii'));
  expect(search?.remark).toContain('--keep-pii');
  const texts = [
    consoleSummary(hidden, { color: false, columns: 200 }),
    ...[reportFormats.html, reportFormats.md, reportFormats.junit].map((format) => format(hidden)),
  ];
  for (const text of texts) expect(text).toContain('q=pii stands for words');
  const kept = (await run(true)).rules.find(({ id }) => id === '4.2-T4');
  expect(kept?.evidence[0]?.remark).toBe('');
  expect(kept?.evidence[0]?.curl).not.toContain('q=pii');
});
