import { gunzipSync } from 'node:zlib';
import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { createHandler } from './create-handler.js';
import { memoryPorts } from './memory/memory-ports.js';
import { ids, now, sampleFacts, sampleWith } from './sample-facts.test-kit.js';
import { paths, readJson, requestOf } from './sample-service.test-kit.js';

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

const readAll = (facts: Facts) => {
  const handler = createHandler(memoryPorts(facts, { now }));
  return (headers: Readonly<Record<string, string>> = {}) =>
    handler(requestOf(`${paths.board}?include=posts,sections,comments`, { headers }));
};

const timeOf = async (read: () => Promise<Response>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn += 1) {
    const start = performance.now();
    await (await read()).arrayBuffer();
    best = Math.min(best, performance.now() - start);
  }
  return best;
};

test('10,000 posts and 50,000 comments come complete, also as gzip', async () => {
  const read = readAll(boardOf(10_000));
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

test('the time grows with the number of records, not faster', async () => {
  const small = await timeOf(readAll(boardOf(2_000)));
  const large = await timeOf(readAll(boardOf(10_000)));
  // Five times the records; a quadratic step would cost twenty-five times as much.
  expect(large / small).toBeLessThan(15);
  expect(large).toBeLessThan(3_000);
  console.info(`12,000 records: ${small.toFixed(0)} ms; 60,000 records: ${large.toFixed(0)} ms`);
});
