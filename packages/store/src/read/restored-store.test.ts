import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  board,
  ndjson,
  org,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { openStore } from './open-store.js';

/* A store whose version before was put back from a copy, over the files of a later one. */

const test = testDirectory();
afterAll(test.remove);

const createdAt = '2026-03-01T08:00:00Z';
const post = (id: string): string =>
  test.file('facts.ndjson', ndjson([{ kind: 'post', id, boardId: board, createdAt }]));
const first = test.file('first.ndjson', ndjson(sound));

let store: string;
let copy: string;

/** What a service would answer from: the stored index, or what it builds now, which is the posts here. */
const served = async (): Promise<string> => {
  const opened = await openStore(store, (error) => expect.unreachable(String(error)));
  const events = opened.eventsOf(org)!;
  const stored = await events.readIndex();
  const { pages } = await opened.boardRecords((await opened.findBoard(board, 'u1'))!.board);
  const ids: string[] = [];
  for await (const { posts } of pages('posts', false)) ids.push(...posts.map(({ id }) => id));
  if (stored === null) await events.writeIndex(new TextEncoder().encode(ids.sort().join(' ')));
  opened.close();
  return stored === null ? ids.join(' ') : new TextDecoder().decode(stored);
};

beforeEach(async () => {
  store = test.fresh();
  await tellingImport(store, [first]);
  copy = test.copyOf(store);
  await tellingImport(store, [post('x1')]);
  expect(await served()).toBe('t1 x1');
});

const putBack = (): void => cpSync(copy, store, { recursive: true });

it('is served without the indexes of later versions', async () => {
  putBack();
  expect(await served()).toBe('t1');
});

it.each([
  ['at once', () => Promise.resolve('')],
  ['after it was served', served],
])('takes another import of the same number, %s', async (_when, before) => {
  putBack();
  await before();
  await tellingImport(store, [post('x3')]);
  expect(await served()).toBe('t1 x3');
});

it('is filled anew after its manifest was removed', async () => {
  rmSync(join(store, 'manifest.json'));
  await tellingImport(store, [first]);
  await tellingImport(store, [post('x3')]);
  expect(await served()).toBe('t1 x3');
});
