import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  board,
  ndjson,
  now,
  onFullDisk,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { createKey, listKeys, revokeKey } from '../keys/keys.js';
import { openStore } from '../read/open-store.js';
import { storeStats } from '../read/stats.js';
import { backupStore } from './backup.js';

const test = testDirectory();
afterAll(test.remove);

const facts = test.file('facts.ndjson', ndjson(sound));
const titled = (title: string): string =>
  test.file('board.ndjson', ndjson([{ ...sound.find(({ id }) => id === board)!, title }]));

const titleIn = async (directory: string): Promise<string | undefined> => {
  const store = await openStore(directory, (error) => expect.unreachable(String(error)));
  try {
    return (await store.findBoard(board, 'u1'))?.board.title;
  } finally {
    store.close();
  }
};

it('copies one version while imports run, and the copy gives the same answers', async () => {
  const store = test.fresh();
  await tellingImport(store, [facts]);
  await createKey(store, 'u1', now);
  await revokeKey(store, 'a'.repeat(12), now);
  const state = { isCopied: false };
  const titles = [(await titleIn(store))!];
  const importing = (async () => {
    while (!state.isCopied) {
      titles.push(`title ${titles.length}`);
      await tellingImport(store, [titled(titles.at(-1)!)]);
    }
  })();
  const copies: string[] = [];
  while (copies.length < 8) {
    const copy = test.fresh();
    const { dataVersion } = await backupStore(store, copy);
    expect((await storeStats(copy, true)).dataVersion).toBe(dataVersion);
    expect(await titleIn(copy)).toBe(titles[dataVersion - 1]);
    expect((await listKeys(copy)).map(({ revokedAt }) => revokedAt === null)).toEqual([
      true,
      false,
    ]);
    copies.push(copy);
  }
  state.isCopied = true;
  await importing;
  expect(titles.length).toBeGreaterThan(3);
  // A copy is a store: it takes the next import.
  expect((await tellingImport(copies[0]!, [titled('other')])).imported).toBe(true);
  expect(await titleIn(copies[0]!)).toBe('other');
});

it('leaves no half of a copy, and never replaces anything', async () => {
  const store = test.fresh();
  await tellingImport(store, [facts]);
  await createKey(store, 'u1', now);
  const copy = test.fresh();
  for (let step = 1; !existsSync(copy); step += 1) {
    const copied = onFullDisk(step, () => backupStore(store, copy));
    await copied.catch(() => expect(existsSync(copy)).toBe(false));
  }
  expect((await storeStats(copy, true)).facts.user).toBe(2);
  await expect(backupStore(store, copy)).rejects.toThrow(/is there already/);
});

it('refuses to copy what is damaged', async () => {
  const store = test.fresh();
  await tellingImport(store, [facts]);
  const segments = join(store, 'segments');
  rmSync(join(segments, readdirSync(segments).find((name) => name.startsWith('post'))!));
  const copy = test.fresh();
  await expect(backupStore(store, copy)).rejects.toThrow(/ENOENT.*post/);
  expect(existsSync(copy)).toBe(false);
});

it('a copy keeps the indexes that are built from it', async () => {
  const [store, copy] = [test.fresh(), test.fresh()];
  await tellingImport(store, [facts]);
  await backupStore(store, copy);
  const opened = await openStore(copy, (error) => expect.unreachable(String(error)));
  const events = opened.eventsOf(opened.largest()!)!;
  await events.writeIndex(Uint8Array.of(1, 2, 3));
  expect(new Uint8Array((await events.readIndex())!)).toEqual(Uint8Array.of(1, 2, 3));
  opened.close();
});
