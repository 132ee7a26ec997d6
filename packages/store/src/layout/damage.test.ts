import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ndjson,
  now,
  org,
  sharedFiles,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { createKey, listKeys } from '../keys/keys.js';
import { columnsReader } from '../read/columns-reader.js';
import { openStore } from '../read/open-store.js';
import { storeStats } from '../read/stats.js';
import { StoreRefused } from './store-refused.js';

const test = testDirectory();
afterAll(test.remove);

let store: string;
const facts = test.file('facts.ndjson', ndjson(sound));
const sample = test.fresh();
beforeAll(async () => {
  await tellingImport(sample, [facts]);
});
beforeEach(() => {
  store = test.copyOf(sample);
});

const segment = (kind: string): string => {
  const name = readdirSync(join(store, 'segments')).find((file) => file.startsWith(kind))!;
  return join(store, 'segments', name);
};

/** The sentence that something is refused with. */
const refusal = async (doing: () => Promise<unknown>): Promise<string> => {
  const error = await doing().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreRefused);
  return (error as StoreRefused).message;
};

const open = async (): Promise<void> => (await openStore(store, () => undefined)).close();

const flipped = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
};

describe('a damaged segment', () => {
  const sentence = /post-1-0\.parquet is damaged: .*\. Put it back from a copy, or import/;
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['with a flipped bit', (path) => flipped(path, 40)],
    ['cut short', (path) => truncateSync(path, 100)],
  ];
  it.each(damages)('%s is told before anything is read from it', async (_, damage) => {
    damage(segment('post'));
    expect(await refusal(() => storeStats(store, true))).toMatch(sentence);
    const reader = columnsReader(store);
    expect(await refusal(() => reader.columnsOf(org))).toMatch(sentence);
    await reader.close();
    // An import would write its rows again, with a checksum of their own.
    const post = { ...sound.find(({ kind }) => kind === 'post')!, id: 't2' };
    const more = test.file('more.ndjson', ndjson([post]));
    expect(await refusal(() => tellingImport(store, [more]))).toMatch(sentence);
  });

  it('that is gone is told by its name', async () => {
    rmSync(segment('post'));
    expect(await refusal(() => storeStats(store))).toMatch(/post-1-0\.parquet cannot be read/);
  });

  it('keeps nobody from the rest', async () => {
    flipped(segment('post'), 40);
    expect(await listKeys(store)).toHaveLength(1);
    expect((await storeStats(store)).facts.post).toBe(1);
  });
});

it.skipIf(process.platform === 'win32')(
  'a pipe in place of a file is refused, not waited for',
  async () => {
    const segmentPath = segment('post');
    rmSync(segmentPath);
    execFileSync('mkfifo', [segmentPath]);
    const opened = await openStore(store, () => undefined);
    expect(await refusal(() => opened.userRecords('u1', false))).toMatch(/post.* is not a file/);
    execFileSync('mkfifo', [join(store, 'indexes', `${org}-1.index`)]);
    expect(await opened.eventsOf(org)!.readIndex()).toBeNull();
    opened.close();
    const manifest = join(store, 'manifest.json');
    rmSync(manifest);
    execFileSync('mkfifo', [manifest]);
    expect(await refusal(open)).toMatch(/ is not a file/);
  },
);

it('a segment that is put back is read without a restart', async () => {
  const path = segment('post');
  const bytes = readFileSync(path);
  const opened = await openStore(store, () => undefined);
  rmSync(path);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    expect(await refusal(() => opened.userRecords('u1', false))).toMatch(/post-1-0\.parquet/);
    writeFileSync(path, bytes);
    vi.advanceTimersByTime(5_000);
    expect(await opened.userRecords('u1', false)).toMatchObject({ user: { id: 'u1' } });
  } finally {
    vi.useRealTimers();
    opened.close();
  }
});

it('a damaged manifest or lock is a sentence', async () => {
  const manifest = join(store, 'manifest.json');
  const text = readFileSync(manifest, 'utf8');
  for (const damaged of ['', '[]', 'null', text.replace('"owner"', '"admin"')]) {
    writeFileSync(manifest, damaged);
    expect(await refusal(open)).toMatch(/manifest\.json is damaged/);
  }
  writeFileSync(manifest, text);
  writeFileSync(join(store, 'writer.lock'), 'no lock');
  const sentence = await refusal(() => tellingImport(store, [facts]));
  expect(sentence).toMatch(/writer\.lock cannot be locked .* may be removed/);
});

it.skipIf(process.platform === 'win32')('files are for their owner alone', async () => {
  store = test.fresh();
  await tellingImport(store, [facts]);
  await createKey(store, 'u1', now);
  const opened = await openStore(store, () => undefined);
  await opened.eventsOf(org)!.writeIndex(new Uint8Array(1));
  opened.close();
  const user = { kind: 'user', id: 'u1', signupDate: '2025-12-01', name: 'Other' };
  await tellingImport(store, [test.file('more.ndjson', ndjson([user]))]);
  expect(sharedFiles(store)).toEqual([]);
});
