import { gunzipSync } from 'node:zlib';
import { worldArbitrary } from '@tallyboard/arbitraries';
import {
  type BoardPages,
  type BoardRecords,
  boardLookup,
  boardResource,
  identify,
  includedRecords,
  userResources,
  webAddresses,
} from '@tallyboard/core/engine';
import type { BoardInclude, UserInclude } from '@tallyboard/core/vocabulary';
import { boardIncludeRows, boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { inTurns } from '../in-turns.test-kit.js';
import { memoryPorts } from '../memory/memory-ports.js';
import type { Ports } from '../ports.js';
import { now, sampleFacts } from '../sample-facts.test-kit.js';
import { type Asking, paths, requestOf } from '../sample-service.test-kit.js';
import { createHandler } from '../web.js';
import { boardText, onePage, userText } from './document-text.js';
import { pieceLength } from './send-document.js';

const addresses = webAddresses('https://boards.example');

const joined = async (texts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const one of texts) text += one;
  return text;
};

/** Records in the order of the document. */
const inDocumentOrder = (records: BoardRecords): BoardRecords => {
  const { sections: section, posts: post, comments: comment, attachments: attachment } = records;
  return boardLookup({ section, post, comment, attachment }, records.users)(records.board);
};

/** A board with all its links. */
const linked = (records: BoardRecords) => ({
  ...boardResource(records, addresses),
  relationships: Object.fromEntries(
    boardIncludeRows.map(({ word, type }) => [
      word,
      { data: records[word].map(({ id }) => identify(type, id)) },
    ]),
  ),
});

/** The document of a board at once. */
const whole = (records: BoardRecords, include: ReadonlySet<BoardInclude> | null): string =>
  JSON.stringify({
    data: linked(records),
    included:
      include === null
        ? undefined
        : boardIncludeRows.flatMap(({ word }) =>
            include.has(word) ? includedRecords[word](records, addresses) : [],
          ),
  });

/** The same records in pages of so many, as a store has them: not in order within a page. */
const paged = (records: BoardRecords, size: number): BoardPages => ({
  outline: { ...records, sections: [], posts: [], comments: [], attachments: [] },
  isLarge: false,
  async *pages(kind) {
    const ordered = inDocumentOrder(records);
    for (let at = 0; at < ordered[kind].length; at += size) {
      const rows = ordered[kind].slice(at, at + size).toReversed();
      await Promise.resolve();
      yield { ...ordered, sections: [], posts: [], comments: [], [kind]: rows };
    }
  },
});

const ports = memoryPorts(sampleFacts, { now });
const board = sampleFacts.board[0]!;

/** A board with so many posts. */
const boardWith = async (posts: number): Promise<BoardRecords> => {
  const records = (await ports.records.boardRecords(board)) as BoardRecords;
  const post = records.posts[0]!;
  return {
    ...records,
    posts: Array.from({ length: posts }, (_, at) => ({ ...post, id: `p${at}` })),
  };
};

describe('the text of a document is what JSON.stringify gives for the whole', () => {
  test('boards of every world, in one page or many, with every set of includes', async () => {
    const includes = fc.option(fc.subarray([...boardIncludes]));
    await fc.assert(
      fc.asyncProperty(
        worldArbitrary(),
        includes,
        fc.integer({ min: 1, max: 5 }),
        async (facts, words, size) => {
          const records = boardLookup(facts, new Map(facts.user.map((user) => [user.id, user])));
          const include: ReadonlySet<BoardInclude> | null = words && new Set(words);
          for (const one of facts.board.map(records)) {
            const mixed = {
              ...one,
              sections: one.sections.toReversed(),
              posts: one.posts.toReversed(),
              comments: one.comments.toReversed(),
              attachments: one.attachments.toReversed(),
            };
            for (const pages of [onePage(mixed), paged(one, size)]) {
              expect(await joined(boardText(pages, include, addresses))).toBe(whole(one, include));
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('users of every world, with every set of includes', async () => {
    const includes = fc.option(fc.subarray([...userIncludes]));
    await fc.assert(
      fc.asyncProperty(worldArbitrary(), includes, async (facts, words) => {
        const { records } = memoryPorts(facts, { now });
        const include: ReadonlySet<UserInclude> | null = words && new Set(words);
        for (const { id } of facts.user) {
          const own = (await records.userRecords(id, true))!;
          const { data, boards, organizations } = userResources(own);
          const included: readonly (readonly unknown[])[] = [
            words?.includes('boards') === true
              ? boards.map((one) => linked(inDocumentOrder(one)))
              : [],
            words?.includes('organizations') === true ? organizations : [],
          ];
          const document = JSON.stringify({ data, ...(words && { included: included.flat() }) });
          expect(await joined(userText(own, include, addresses))).toBe(document);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('more records and links than are rendered at once', async () => {
    const large = inDocumentOrder(await boardWith(3_000));
    const include: ReadonlySet<BoardInclude> = new Set(['posts']);
    for (const pages of [onePage(large), paged(large, 700)]) {
      expect(await joined(boardText(pages, include, addresses))).toBe(whole(large, include));
    }
  });
});

/** A service whose one board comes in pages, and how many of them were read. */
const serving = async (
  pagesOf: (pages: BoardPages) => BoardPages,
  changed: Partial<Ports> = {},
) => {
  const read = { pages: 0 };
  const errors: unknown[] = [];
  const pages = pagesOf(paged(await boardWith(5_000), 50));
  const counted: BoardPages = {
    ...pages,
    async *pages(...kind) {
      for await (const page of pages.pages(...kind)) {
        read.pages += 1;
        yield page;
      }
    },
  };
  const handler = createHandler({
    ...ports,
    records: { ...ports.records, boardRecords: () => counted },
    onError: (error) => errors.push(error),
    ...changed,
  });
  const ask = (more: Asking = {}) => handler(requestOf(`${paths.board}?include=posts`, more));
  return { read, errors, ask };
};

test('pages are read while the client takes what came before', async () => {
  const { read, errors, ask } = await serving((pages) => pages);
  const { status, body } = await ask();
  expect(status).toBe(200);
  // 100 pages of links, and 256 KiB of the 100 pages of posts.
  await expect.poll(() => read.pages).toBeGreaterThan(100);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read.pages).toBeLessThan(150);
  expect(JSON.parse(await new Response(body).text())).toMatchObject({
    included: { length: 5_000 },
  });
  expect(errors).toEqual([]);
});

test('a page that cannot be read breaks the answer off, and the operator learns why', async () => {
  const { errors, ask } = await serving((pages) => ({
    ...pages,
    async *pages(kind, linksOnly) {
      let left = 60;
      for await (const page of pages.pages(kind, linksOnly)) {
        left -= linksOnly ? 0 : 1;
        if (left < 0) throw new Error('The disk is gone.');
        yield page;
      }
    },
  }));
  const { status, body } = await ask();
  expect(status).toBe(200);
  await expect(new Response(body).text()).rejects.toThrow(/records\.boardRecords failed/);
  expect(errors).toHaveLength(1);
});

test('an answer under way ends at its next piece once its key is revoked', async () => {
  const state = { isRevoked: false };
  const keys = { find: (hash: string) => (state.isRevoked ? null : ports.keys.find(hash)) };
  const { read, errors, ask } = await serving((pages) => pages, { keys });
  const { status, body } = await ask();
  const reader = body!.getReader();
  for (let piece = 0; piece < 6; piece += 1) expect((await reader.read()).done).toBe(false);
  const { pages } = read;
  state.isRevoked = true;
  await expect(reader.read()).rejects.toThrow('The key was revoked.');
  expect([status, read.pages, errors]).toEqual([200, pages, []]);
  expect((await ask()).status).toBe(401);
});

afterEach(() => void vi.useRealTimers());

test('other work has its turns while large documents are rendered', async () => {
  const { ask } = await serving((pages) => pages);
  const state = { turns: 0, isDone: false };
  const count = (): void => {
    state.turns += 1;
    if (!state.isDone) setTimeout(count, 0);
  };
  setTimeout(count, 0);
  // Three at the same time still leave a turn after every piece.
  const texts = await Promise.all([1, 2, 3].map(async () => (await ask()).text()));
  state.isDone = true;
  const pieces = texts.join('').length / pieceLength;
  expect(pieces).toBeGreaterThan(100);
  expect(state.turns).toBeGreaterThan(pieces / 2);
});

test('a key with four documents that it does not read gets a 429', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { ask } = await serving((pages) => pages);
  const [unread] = await inTurns(Promise.all([1, 2, 3, 4].map(() => ask())));
  const fifth = ask();
  await vi.advanceTimersByTimeAsync(5_000);
  const refused = await fifth;
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
  for (const { body } of unread) await body?.cancel();
});

test('a HEAD, and a client that takes gzip or leaves, give their slots back', async () => {
  const { ask } = await serving((pages) => pages);
  const plain = await (await ask()).text();
  for (let turn = 0; turn < 6; turn += 1) {
    const head = await ask({ method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const coded = await ask({ headers: { 'Accept-Encoding': 'br, gzip' } });
    expect(coded.headers.get('Content-Encoding')).toBe('gzip');
    if (turn % 2 === 0) await coded.body?.cancel();
    else expect(gunzipSync(await coded.arrayBuffer()).toString()).toBe(plain);
  }
});
