import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndex, columnsFrom, dayOfInstant, splitByOrganization } from '@tallyboard/core';
import { encodeIndex, type IndexTimes, indexGroups } from '@tallyboard/core/engine';
import { collectFacts, isAccepted, readFact } from '@tallyboard/core/vocabulary';
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  board,
  type Line,
  ndjson,
  now,
  org,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { groupedReader } from './grouped-reader.js';
import { openStore } from './open-store.js';

/* A store whose version before was put back from a copy, over the files of a later one. */

const test = testDirectory();
afterAll(test.remove);

const today = dayOfInstant(now);
const times: IndexTimes = { createdOn: today, billingTerms: [], today };
const post = (id: string): Line => ({
  kind: 'post',
  id,
  boardId: board,
  createdAt: '2026-03-01T08:00:00Z',
});
const first = test.file('first.ndjson', ndjson(sound));
const undone = test.file('undone.ndjson', ndjson([post('x1'), post('x2')]));
const other = test.file('other.ndjson', ndjson([post('x3')]));

/** The index of facts as the core builds it. */
const indexOf = (lines: readonly Line[]): Buffer => {
  const facts = collectFacts(
    lines.map((line) => {
      const read = readFact(line);
      if (!isAccepted(read)) throw new Error(JSON.stringify(read.left));
      return read.right;
    }),
  );
  const own = splitByOrganization(facts).get(org)!;
  return Buffer.from(encodeIndex(buildIndex(columnsFrom(own), times)));
};

let store: string;
let copy: string;

/** Keeps the index of the newest version, as a service does; gives what it would answer from. */
const served = async (): Promise<Buffer> => {
  const opened = await openStore(store, (error) => expect.unreachable(String(error)));
  const reader = groupedReader(store);
  try {
    const events = opened.eventsOf(org)!;
    const stored = await events.readIndex();
    if (stored !== null) return Buffer.from(stored);
    const built = Buffer.from(encodeIndex(indexGroups(await reader.groupsOf(org, times), times)));
    await events.writeIndex(built);
    return built;
  } finally {
    reader.close();
    opened.close();
  }
};

beforeEach(async () => {
  store = test.fresh();
  await tellingImport(store, [first]);
  copy = test.copyOf(store);
  await tellingImport(store, [undone]);
  expect((await served()).equals(indexOf([...sound, post('x1'), post('x2')]))).toBe(true);
});

const putBack = (): void => cpSync(copy, store, { recursive: true });

it('is served without the indexes of later versions', async () => {
  putBack();
  expect((await served()).equals(indexOf(sound))).toBe(true);
});

it.each([
  ['at once', () => Promise.resolve()],
  ['after it was served', () => served().then(() => undefined)],
])('takes another import of the same number, %s', async (_when, before) => {
  putBack();
  await before();
  await tellingImport(store, [other]);
  expect((await served()).equals(indexOf([...sound, post('x3')]))).toBe(true);
});

it('is filled anew after its manifest was removed', async () => {
  rmSync(join(store, 'manifest.json'));
  await tellingImport(store, [first]);
  await tellingImport(store, [other]);
  expect((await served()).equals(indexOf([...sound, post('x3')]))).toBe(true);
});
