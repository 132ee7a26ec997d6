import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ndjson,
  now,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { diskFiles, type Files } from '../layout/files.js';
import { openStore } from '../read/open-store.js';
import { storeStats } from '../read/stats.js';
import { changeKeys, readKeyFile } from './key-file.js';
import { createKey, listKeys, revokeKey } from './keys.js';

const test = testDirectory();
afterAll(test.remove);

/** Of a key that came with the facts. */
const imported = 'a'.repeat(64);
const facts = test.file('facts.ndjson', ndjson(sound));
const more = test.file(
  'more.ndjson',
  ndjson([{ kind: 'user', id: 'u9', signupDate: '2026-01-01' }]),
);
const sample = test.fresh();
let store: string;
let keys: string;
beforeEach(async () => {
  if (!existsSync(sample)) await tellingImport(sample, [facts]);
  store = test.copyOf(sample);
  keys = join(store, 'keys.json');
});

const rethrow = (error: unknown): never => {
  throw error;
};

describe('a revocation is final:', () => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['missing', (path) => rmSync(path)],
    ['emptied', (path) => writeFileSync(path, '{"keys":[]}')],
    ['an older one', (path) => copyFileSync(`${path}.older`, path)],
    ['changed', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"u1"', '"u2"'))],
  ];
  it.each(damages)('keys that are %s refuse every key, everywhere', async (_, damage) => {
    await createKey(store, 'u1', now);
    copyFileSync(keys, `${keys}.older`);
    await revokeKey(store, imported.slice(0, 12), now);
    const opened = await openStore(store, rethrow);
    expect(await opened.findKey(imported)).toBeNull();
    damage(keys);
    const sentence = /keys\.json is damaged: .*Put it back from a copy/;
    await expect(opened.findKey(imported)).rejects.toThrow(sentence);
    await expect(listKeys(store)).rejects.toThrow(sentence);
    await expect(storeStats(store, true)).rejects.toThrow(sentence);
    await expect(tellingImport(store, [more])).rejects.toThrow(sentence);
    await expect(createKey(store, 'u1', now)).rejects.toThrow(sentence);
    opened.close();
  });

  it('the keys outlive the manifest', async () => {
    await revokeKey(store, imported.slice(0, 12), now);
    rmSync(join(store, 'manifest.json'));
    await tellingImport(store, [facts]);
    const opened = await openStore(store, rethrow);
    expect(await opened.findKey(imported)).toBeNull();
    opened.close();
  });

  it('an import does not undo one that comes meanwhile', async () => {
    let isRevoked = false;
    const files: Files = {
      ...diskFiles,
      settle: async (path) => {
        await diskFiles.settle(path);
        if (!isRevoked) await revokeKey(store, imported.slice(0, 12), now);
        isRevoked = true;
      },
    };
    expect((await tellingImport(store, [more], { files })).dataVersion).toBe(2);
    expect((await listKeys(store))[0]?.revokedAt).not.toBeNull();
  });
});

it('a kill at any step of a change leaves the keys as before or as after', async () => {
  await createKey(store, 'u1', now);
  const outcomes: string[] = [];
  for (let step = 0; !outcomes.includes('through'); step += 1) {
    let calls = 0;
    const until = <A>(doing: () => Promise<A>): Promise<A> => {
      calls += 1;
      return calls > step ? Promise.reject(new Error('killed')) : doing();
    };
    const files: Files = {
      ...diskFiles,
      write: (path, bytes) => until(() => diskFiles.write(path, bytes)),
      rename: (from, to) => until(() => diskFiles.rename(from, to)),
    };
    const before = (await readKeyFile(store)).keys.length;
    const key = { sha256: String(step).repeat(64), userId: 'u1', createdAt: null, revokedAt: null };
    const change = changeKeys(store, (all) => [...all, key], files);
    const isThrough = await change.then(
      () => true,
      () => false,
    );
    // Whatever was interrupted: the store is whole, and the next change counts on it.
    const { keys: after } = await readKeyFile(store);
    outcomes.push(isThrough ? 'through' : after.length > before ? 'after' : 'before');
    await storeStats(store, true);
  }
  expect(new Set(outcomes)).toEqual(new Set(['before', 'after', 'through']));
});
