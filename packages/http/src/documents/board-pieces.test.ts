import {
  type BoardPages,
  type BoardRecords,
  boardAnswer,
  webAddresses,
} from '@tallyboard/core/engine';
import { afterEach, expect, test, vi } from 'vitest';
import { createHandler } from '../create-handler.js';
import { inTurns } from '../in-turns.test-kit.js';
import { memoryPorts } from '../memory/memory-ports.js';
import { ids, now, sampleFacts } from '../sample-facts.test-kit.js';
import { paths, requestOf } from '../sample-service.test-kit.js';
import { boardPieces } from './board-pieces.js';
import { inTurn } from './turns.js';

const ports = memoryPorts(sampleFacts, { now });
const board = sampleFacts.board.find(({ id }) => id === ids.board)!;
const whole = (await ports.records.boardRecords(board)) as BoardRecords;
const addresses = webAddresses('https://boards.example');
const outline = { ...whole, sections: [], posts: [], comments: [], attachments: [] };

/** The board in pages of a few records, and how many pages were read. */
const paged = (records: BoardRecords, rows: number) => {
  const read = { pages: 0 };
  const pages: BoardPages = {
    outline,
    isLarge: false,
    async *pages(kind, linksOnly) {
      await Promise.resolve();
      const all = records[kind];
      for (let at = 0; at < all.length; at += rows) {
        read.pages += 1;
        const attachments = linksOnly ? [] : records.attachments;
        yield { ...outline, attachments, [kind]: all.slice(at, at + rows) };
      }
    },
  };
  return { pages, read };
};

test.each([1, 2, 1_000])(
  'pages of %i make the same document as all records at once',
  async (rows) => {
    expect(whole.posts.length).toBeGreaterThan(2);
    for (const include of [
      null,
      new Set([] as const),
      new Set(['comments', 'posts'] as const),
      new Set(['sections', 'posts', 'comments'] as const),
    ]) {
      const pieces: string[] = [];
      for await (const piece of boardPieces(paged(whole, rows).pages, include, addresses, 100)) {
        pieces.push(piece);
      }
      const { document } = boardAnswer(whole, include, addresses);
      expect(pieces.join('')).toBe(JSON.stringify(document));
      expect(pieces.length).toBeGreaterThan(3);
    }
  },
);

afterEach(() => void vi.useRealTimers());

const large: BoardRecords = {
  ...whole,
  posts: Array.from({ length: 5_000 }, (_, at) => ({ ...whole.posts[0]!, id: `p${at}` })),
};

test('a page is read when the pages before it have been taken', async () => {
  const { pages, read } = paged(large, 50);
  const errors: unknown[] = [];
  const handler = createHandler({
    ...ports,
    records: { ...ports.records, boardRecords: () => pages },
    onError: (error) => errors.push(error),
  });
  const { status, body } = await handler(requestOf(`${paths.board}?include=posts`));
  expect(status).toBe(200);
  // 100 pages of links, and 256 KiB of the 100 pages of posts.
  await expect.poll(() => read.pages).toBeGreaterThan(100);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read.pages).toBeLessThan(150);
  const text = await new Response(body).text();
  expect(JSON.parse(text)).toMatchObject({ included: { length: 5_000 } });
  expect(errors).toEqual([]);
});

test('a page that cannot be read breaks the answer off, and the operator learns why', async () => {
  const { pages } = paged(large, 50);
  const errors: unknown[] = [];
  const handler = createHandler({
    ...ports,
    records: {
      ...ports.records,
      boardRecords: () => ({
        ...pages,
        async *pages(kind, linksOnly) {
          let left = 60;
          for await (const page of pages.pages(kind, linksOnly)) {
            left -= linksOnly ? 0 : 1;
            if (left < 0) throw new Error('The disk is gone.');
            yield page;
          }
        },
      }),
    },
    onError: (error) => errors.push(error),
  });
  const { status, body } = await handler(requestOf(`${paths.board}?include=posts`));
  expect(status).toBe(200);
  await expect(new Response(body).text()).rejects.toThrow(/records\.boardRecords failed/);
  expect(errors).toHaveLength(1);
});

test('boards that wait for their turn are sent whole, however many are asked for at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pages } = paged({ ...large, posts: large.posts.slice(0, 600) }, 300);
  const one = inTurn();
  const portMs = 150;
  const handler = createHandler(
    {
      ...ports,
      // Every reader has a key of its own.
      keys: { find: () => ({ userId: 'olga' }) },
      records: {
        ...ports.records,
        boardRecords: () => ({
          ...pages,
          isLarge: true,
          async *pages(...asked) {
            for await (const page of pages.pages(...asked)) {
              await one(() => new Promise((resolve) => setTimeout(resolve, 5)));
              yield page;
            }
          },
        }),
      },
    },
    { portMs },
  );
  const many = 50;
  expect(many * 5).toBeGreaterThan(portMs);
  const coming = Promise.all(
    Array.from({ length: many }, async (_, n) => {
      const headers = { 'X-API-KEY': `key ${n}` };
      const { status, body } = await handler(requestOf(paths.board, { headers }));
      const { data } = (await new Response(body).json()) as {
        readonly data: { readonly relationships: { readonly posts: { readonly data: unknown[] } } };
      };
      return [status, data.relationships.posts.data.length];
    }),
  );
  const [lengths] = await inTurns(coming);
  expect(new Set(lengths.map(String))).toEqual(new Set(['200,600']));
});
