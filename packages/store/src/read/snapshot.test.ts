import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { ndjson, sound, tellingImport, testDirectory } from '../import/import-facts.test-kit.js';
import { openStore } from './open-store.js';
import type { Scrub } from './snapshot.js';

const test = testDirectory();
afterAll(test.remove);
const facts = test.file('facts.ndjson', ndjson(sound));

it('a bit that flips while a store is served is found, and refused until the file is whole', async () => {
  const store = test.fresh();
  await tellingImport(store, [facts]);
  const errors: string[] = [];
  const scrubs: Scrub[] = [];
  const opened = await openStore(store, (error) => errors.push(String(error)), {
    onScrub: (scrub) => scrubs.push(scrub),
  });
  const user = () => opened.userRecords('u1', false);
  expect(await user()).toMatchObject({ user: { id: 'u1' } });
  const segments = join(store, 'segments');
  const path = join(segments, readdirSync(segments).find((name) => name.startsWith('user'))!);
  const bytes = readFileSync(path);
  const { atime, mtime } = statSync(path);
  // As a disk does it: no date of the file changes.
  const put = (content: Buffer): void => {
    writeFileSync(path, content);
    utimesSync(path, atime, mtime);
  };
  const flipped = Buffer.from(bytes);
  flipped[bytes.length >> 1]! ^= 1;
  put(flipped);
  await expect.poll(() => errors, { timeout: 10_000 }).toHaveLength(1);
  expect(errors[0]).toMatch(/user-1-0\.parquet is damaged/);
  expect(scrubs.at(-1)?.damagedFiles).toBe(1);
  await expect(user()).rejects.toThrow(/user-1-0\.parquet is damaged/);
  put(bytes);
  await expect.poll(user, { timeout: 15_000 }).toMatchObject({ user: { id: 'u1' } });
  await expect.poll(() => scrubs.at(-1)?.damagedFiles, { timeout: 10_000 }).toBe(0);
  expect(errors).toHaveLength(1);
  opened.close();
}, 60_000);

/** Reads the version that it finds at first, again and again, until its input ends; counts. */
const reader = `
  const { readFileSync } = await import('node:fs');
  const { DuckDBInstance } = await import(process.argv[1]);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const { segments } = JSON.parse(readFileSync(process.argv[2] + '/manifest.json', 'utf8'));
  const files = segments.map(({ file }) => "'" + process.argv[2] + '/segments/' + file + "'");
  let isOver = false;
  process.stdin.on('end', () => { isOver = true; }).resume();
  const counts = { queries: 0, failed: 0 };
  while (!isOver) {
    for (const file of files) {
      counts.queries += 1;
      await connection.run('FROM read_parquet(' + file + ')').catch(() => { counts.failed += 1; });
    }
    if (counts.queries === files.length) process.stdout.write('ready ');
  }
  process.stdout.write(JSON.stringify(counts));`;

it('a reader in another process goes on through two imports', async () => {
  const store = test.fresh();
  await tellingImport(store, [facts]);
  const duck = pathToFileURL(createRequire(import.meta.url).resolve('@duckdb/node-api')).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', reader, duck, store]);
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  await once(child.stdout, 'data');
  for (const name of ['second', 'third']) {
    const changed = sound.map((line) => (line.kind === 'user' ? { ...line, name } : line));
    const { counts } = await tellingImport(store, [test.file('facts.ndjson', ndjson(changed))]);
    expect(counts.user.changed).toBe(2);
  }
  child.stdin.end();
  await once(child, 'exit');
  const counts = JSON.parse(said.replace('ready ', '')) as { queries: number; failed: number };
  expect(counts.failed).toBe(0);
  expect(counts.queries).toBeGreaterThan(50);
});
