import { expect, test } from 'vitest';
import { consoleSummary } from '../src/report/console.js';
import { reportFormats } from '../src/report/write-reports.js';
import { buildWorld, type World } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { onQuery } from './mutants/mutant.test-kit.js';
import { failuresOf, now, ruleOf, run, withFacts } from './run.test-kit.js';

/** Words that readers of text disagree on: marks apart, other scripts, ligatures, odd capitals. */
const odd =
  `Bill\u0301|Zoe\u0308line|Re\u0301ne\u0301e Dupre\u0301|Mari\u0300a Lo\u0301pez|Kadın Işık
|İlknur Yılmaz|ﬁligree Oﬃce|Straße Groß|ſimon Kelvin|ＦＵＬＬ ｗｉｄｔｈ|Ингрид Бергман|山田太郎|नमस्ते दुनिया|مريم
|שרה|Σίσυφος|Ann 👩🏽‍🚀 Astronaut|👨‍👩‍👧‍👦 Family|n\u0303ande\u0301 \u0327c`.split(/\n?\|/);

const wordOf = (number: number): string => odd[number % odd.length] ?? '';

/** A world with such words in names, addresses and titles. */
const withOddTexts = (world: World, seed: number): World => {
  const { user, board, attachment } = world.facts;
  return withFacts(world, {
    user: user.map((one, index) => {
      const word = wordOf(index * 7 + seed);
      return {
        ...one,
        name: word,
        displayName: index % 3 === 0 ? one.displayName : `${word} ${wordOf(index + seed * 3)}`,
        email: index % 4 === 0 ? one.email : `${word.replaceAll(' ', '.')}@example.org`,
      };
    }),
    board: board.map((one, index) => ({ ...one, title: wordOf(index + seed) })),
    attachment: attachment.map((one, index) => ({ ...one, title: wordOf(index * 5 + seed) })),
  });
};

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'names, addresses and titles in any script raise no false alarm: world %i',
  async (seed) => {
    const world = withOddTexts(withEdges(buildWorld({ seed, now })), seed);
    for (const known of [{ facts: world.facts }, { frozen: true }]) {
      const { report } = await run({ world, seed, ...known });
      expect(failuresOf(report)).toEqual([]);
      expect(ruleOf(report, '4.2-T4')?.verdict).toBe('pass');
    }
  },
);

test('a failed search says that its words are pseudonyms, and by which flag they are kept', async () => {
  const handler = onQuery((query) => {
    if (query.has('q')) query.set('q', 'in no name or e-mail');
  });
  const hidden = (await run({ handler })).report;
  const rule = ruleOf(hidden, '4.2-T4');
  expect(rule?.verdict).toBe('fail');
  const search = rule?.evidence.find(({ curl }) => curl.includes('q=pii'));
  expect(search?.remark).toContain('--keep-pii');
  const texts = [
    consoleSummary(hidden, { color: false, columns: 200 }),
    ...[reportFormats.html, reportFormats.md, reportFormats.junit].map((format) => format(hidden)),
  ];
  for (const text of texts) expect(text).toContain('q=pii stands for words');
  const kept = ruleOf((await run({ handler, keepPii: true })).report, '4.2-T4');
  expect(kept?.evidence[0]?.remark).toBe('');
  expect(kept?.evidence[0]?.curl).not.toContain('q=pii');
});
