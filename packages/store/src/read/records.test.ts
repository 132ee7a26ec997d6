import type { BoardInclude } from '@tallyboard/core/vocabulary';
import { afterAll, expect, it, vi } from 'vitest';
import {
  board,
  ndjson,
  otherBoard,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { boardPages, findBoard } from './records.js';
import { followStore } from './snapshot.js';
import { textColumns } from './stream-columns.js';
import { withStored } from './with-stored.js';

const test = testDirectory();
afterAll(test.remove);

const time = (second: number): string => new Date(Date.UTC(2026, 1, 1, 0, 0, second)).toISOString();
const many = 60;
const numbers = Array.from({ length: many }, (_, n) => (n * 37) % many);
const lines = [
  ...sound,
  ...numbers.map((n) => ({
    kind: 'post',
    id: `p${n}`,
    boardId: board,
    authorId: n % 2 === 0 ? 'u2' : 'u1',
    createdAt: time(0),
    sortIndex: n + 1,
    bodyHtml: 'x'.repeat(n === 30 ? 50_000 : 10),
  })),
  ...numbers.map((n) => ({
    kind: 'comment',
    id: `said${n}`,
    boardId: board,
    postId: `p${n}`,
    createdAt: time(n),
    content: `comment ${n}`,
  })),
  ...Array.from({ length: 2_100 }, (_, n) => ({
    kind: 'post',
    id: `other${n}`,
    boardId: otherBoard,
    authorId: n < 2_000 ? 'u1' : 'u2',
    createdAt: time(n),
  })),
  {
    kind: 'attachment',
    id: 'shown',
    postId: 'p7',
    category: 'video',
    title: 'Shown',
    createdAt: time(0),
  },
];
const directory = test.fresh();
const { problems } = await tellingImport(directory, [test.file('facts.ndjson', ndjson(lines))]);
if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));

const pagesOf = (size: { readonly bytes: number; readonly links: number }, id = board) =>
  withStored(directory, async (database) => {
    const found = (await findBoard(database, id))!;
    const { outline, isLarge, pages } = await boardPages(database, found, size);
    const read = async (kind: BoardInclude, linksOnly: boolean) => {
      const all = [];
      for await (const page of pages(kind, linksOnly)) all.push(page);
      return all;
    };
    return {
      outline,
      isLarge,
      sections: await read('sections', false),
      posts: await read('posts', false),
      comments: await read('comments', false),
      links: await read('posts', true),
    };
  });

const small = await pagesOf({ bytes: 10_000, links: 16 });
const expectedPosts = ['t1', ...Array.from({ length: many }, (_, n) => `p${n}`)];

it('pages come in the order of the document, each record once', () => {
  const ids = (pages: typeof small.posts, kind: BoardInclude) =>
    pages.flatMap((page) => page[kind].map(({ id }) => id));
  // Within a page the order is left to the renderer.
  expect(small.posts.map(({ posts }) => posts.length).reduce((a, b) => a + b)).toBe(many + 1);
  let before = Number.NEGATIVE_INFINITY;
  for (const { posts } of small.posts) {
    const places = posts.map(({ sortIndex }) => sortIndex ?? 0);
    expect(Math.min(...places)).toBeGreaterThan(before);
    before = Math.max(...places);
  }
  expect(new Set(ids(small.posts, 'posts'))).toEqual(new Set(expectedPosts));
  expect(new Set(ids(small.links, 'posts'))).toEqual(new Set(expectedPosts));
  expect(ids(small.comments, 'comments')).toHaveLength(many + 1);
  expect(ids(small.sections, 'sections')).toEqual(['s1']);
});

it('a page has a bounded number of bytes and links, but one record at least', () => {
  expect(small.links.map(({ posts }) => posts.length)).toEqual([16, 16, 16, 13]);
  expect(small.posts.length).toBeGreaterThan(6);
  for (const { posts } of small.posts) {
    const bytes = posts.map(({ bodyHtml }) => bodyHtml?.length ?? 0);
    // What goes beyond is one record.
    expect(bytes.reduce((a, b) => a + b) - Math.max(...bytes)).toBeLessThan(10_000);
    expect(posts.length).toBeLessThan(11);
  }
});

it('a page has the authors and attachments of its posts', () => {
  for (const { posts, users, attachments } of small.posts) {
    for (const { authorId } of posts) expect(users.has(authorId!)).toBe(true);
    const shown = posts.some(({ id }) => id === 'p7') ? ['shown'] : [];
    const own = attachments.map(({ id }) => id).filter((id) => id !== 'a1');
    expect(own).toEqual(shown);
  }
});

it('pages of a board with many records are larger, so that there are not many more of them', async () => {
  const { posts, links, isLarge } = await pagesOf({ bytes: 1, links: 1 }, otherBoard);
  expect([small.isLarge, isLarge]).toEqual([false, true]);
  expect(posts.flatMap((page) => page.posts)).toHaveLength(2_100);
  expect(links.flatMap((page) => page.posts)).toHaveLength(2_100);
  for (const pages of [posts, links]) {
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.length).toBeLessThan(70);
  }
  // Authors of earlier pages are known, new ones are read.
  for (const page of posts) {
    for (const { authorId } of page.posts) expect(page.users.get(authorId!)?.id).toBe(authorId);
  }
});

it('a column that is read as several texts is in order', async () => {
  await withStored(directory, async (database) => {
    const query = 'SELECT range AS n, range AS code FROM range(25_000) ORDER BY hash(range)';
    const { n } = await textColumns(database, ['n'], query);
    expect(n).toEqual(Array.from({ length: 25_000 }, (_, code) => code));
    expect(await textColumns(database, ['n'], `${query} LIMIT 0`)).toEqual({ n: [] });
  });
});

it('a version stays open as long as asked after the next one', async () => {
  const own = test.fresh();
  await tellingImport(own, [test.file('facts.ndjson', ndjson(sound))]);
  const follower = await followStore(own, {
    onError: (error) => expect.unreachable(String(error)),
    lingerMs: 300,
    onScrub: () => undefined,
  });
  const database = await follower.current().database();
  const state = () =>
    database.rows('SELECT 1').then(
      () => 'open',
      () => 'closed',
    );
  await tellingImport(own, [
    test.file('more.ndjson', ndjson([{ kind: 'user', id: 'u9', signupDate: '2026-01-01' }])),
  ]);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const next = await follower.latest();
    expect(next.manifest.dataVersion).not.toBe(1);
    vi.advanceTimersByTime(299);
    expect(await state()).toBe('open');
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(state).toBe('closed');
  follower.close();
});
