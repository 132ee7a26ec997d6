import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import {
  ndjson,
  now,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { disk } from '../layout/files.js';
import { openStore } from '../read/open-store.js';
import { createKey, listKeys, revokeKey } from './keys.js';

const test = testDirectory();
afterAll(test.remove);

/** Of a key that came with the facts. */
const imported = 'a'.repeat(64);
const facts = test.file('facts.ndjson', ndjson(sound));
const user = { kind: 'user', id: 'u9', signupDate: '2026-01-01' };
const more = test.file('more.ndjson', ndjson([user]));
let store: string;
beforeEach(async () => {
  store = test.fresh();
  await tellingImport(store, [facts]);
});

it('a key and a revocation count at once in a store that is open', async () => {
  const opened = await openStore(store, (error) => expect.unreachable(String(error)));
  expect(await opened.findKey(imported)).toEqual({ userId: 'u1' });
  const { stored } = await createKey(store, 'u2', now);
  expect(await opened.findKey(stored.sha256)).toEqual({ userId: 'u2' });
  await revokeKey(store, imported.slice(0, 12), now);
  await revokeKey(store, stored.sha256.slice(0, 12), now);
  expect(await opened.findKey(imported)).toBeNull();
  expect(await opened.findKey(stored.sha256)).toBeNull();
  opened.close();
});

it('an import does not undo a revocation that comes meanwhile', async () => {
  const settle = vi.spyOn(disk, 'settle').mockImplementationOnce(async () => {
    await revokeKey(store, imported.slice(0, 12), now);
  });
  expect((await tellingImport(store, [more])).dataVersion).toBe(2);
  settle.mockRestore();
  expect((await listKeys(store))[0]?.revokedAt).not.toBeNull();
});
