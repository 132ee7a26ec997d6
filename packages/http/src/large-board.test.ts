import { gunzipSync } from 'node:zlib';
import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import { afterEach, expect, test, vi } from 'vitest';
import { pieceLength } from './documents/send-document.js';
import { inTurns } from './in-turns.test-kit.js';
import { memoryPorts } from './memory/memory-ports.js';
import type { Ports } from './ports.js';
import { ids, now, sampleFacts, sampleWith } from './sample-facts.test-kit.js';
import { paths, readJson, requestOf } from './sample-service.test-kit.js';
import { createHandler } from './web.js';

const [post] = sampleFacts.post.filter(({ id }) => id === 'p1');
const [comment] = sampleFacts.comment;

/** A board with this many posts and five comments on each, in no particular order. */
const boardOf = (posts: number): Facts => ({
  ...sampleWith(
    'post',
    Array.from({ length: posts }, (_, index) => ({
      ...post!,
      id: `p${(index * 7_919) % posts}`,
      sortIndex: (index * 31) % 97,
      boardId: ids.board,
    })),
  ),
  comment: Array.from({ length: posts * 5 }, (_, index) => ({
    ...comment!,
    id: `c${index}`,
    postId: `p${index % posts}`,
    createdAt: (comment!.createdAt + ((index * 7_919) % 50_000)) as Instant,
  })),
});

afterEach(() => void vi.useRealTimers());

const known = new Map<number, Ports>();

/** Ports over the board with this many posts, made once: places are kept by handlers. */
const portsOf = (posts: number): Ports => {
  const ports = known.get(posts) ?? memoryPorts(boardOf(posts), { now });
  known.set(posts, ports);
  return ports;
};

const readAll = (posts: number) => {
  const handler = createHandler(portsOf(posts));
  return (headers: Readonly<Record<string, string>> = {}) =>
    handler(requestOf(`${paths.board}?include=posts,sections,comments`, { headers }));
};

test('10,000 posts and 50,000 comments come complete, also as gzip', async () => {
  const read = readAll(10_000);
  const plain = await (await read()).text();
  const { included = [] } = readJson(plain);
  const counts = new Map<string, Set<string>>();
  for (const { type, id } of included) counts.set(type, (counts.get(type) ?? new Set()).add(id));
  expect([...counts].map(([type, names]) => [type, names.size])).toEqual([
    ['section', 2],
    ['post', 10_000],
    ['comment', 50_000],
  ]);
  expect(included).toHaveLength(60_002);
  const coded = await read({ 'Accept-Encoding': 'gzip' });
  expect(coded.headers.get('Content-Encoding')).toBe('gzip');
  const bytes = await coded.arrayBuffer();
  expect(gunzipSync(bytes).toString()).toBe(plain);
  expect(bytes.byteLength).toBeLessThan(plain.length / 5);
});

test('other work has its turns while a large document is rendered', async () => {
  const read = readAll(10_000);
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setTimeout(count, 0);
  };
  setTimeout(count, 0);
  // Three at the same time still leave a turn after every piece.
  const lengths = await Promise.all(
    Array.from({ length: 3 }, async () => (await (await read()).text()).length),
  );
  isDone = true;
  const pieces = lengths.reduce((sum, length) => sum + length, 0) / pieceLength;
  expect(pieces).toBeGreaterThan(300);
  expect(turns).toBeGreaterThan(pieces / 2);
});

test('a key that keeps its places taken is told to read first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const read = readAll(2_000);
  const [unread] = await inTurns(Promise.all(Array.from({ length: 4 }, () => read())));
  const fifth = read();
  await vi.advanceTimersByTimeAsync(5_000);
  const refused = await fifth;
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
  for (const { body } of unread) await body?.cancel();
});

test('a HEAD and a client that takes gzip leave their places too', async () => {
  const handler = createHandler(portsOf(2_000));
  const path = `${paths.board}?include=posts,sections,comments`;
  for (let turn = 0; turn < 6; turn += 1) {
    const head = await handler(requestOf(path, { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
    const coded = await handler(requestOf(path, { headers: { 'Accept-Encoding': 'br, gzip' } }));
    expect(coded.headers.get('Content-Encoding')).toBe('gzip');
    await (turn % 2 === 0 ? coded.body?.cancel() : coded.arrayBuffer());
  }
});
