import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../duck/database.js';
import { literals } from '../duck/sql.js';
import { readManifest, storePaths } from '../layout/manifest.js';
import { ndjson, now, org, tellingImport, testDirectory } from './import-facts.test-kit.js';

const place = testDirectory();
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ spill: null, threads: 1 });
});
afterAll(async () => {
  await database.close();
  place.remove();
});

const at = '2026-01-01T08:00:00Z';
const names = ['first', 'second'] as const;

/** The same facts under two names: a store holds those of one name, or it holds a mixture. */
const facts = (name: string): string => {
  const boards = Array.from({ length: 20 }, (_, n) => `board-${n}`.padEnd(16, 'x'));
  const own = { organizationId: org, builderId: 'u1', title: name, updatedAt: at };
  return ndjson([
    { kind: 'user', id: 'u1', signupDate: '2026-01-01', name },
    { kind: 'organization', id: org, type: 'school', name, ownerId: 'u1', createdAt: at },
    { kind: 'member', organizationId: org, userId: 'u1', role: 'owner', joinedAt: at },
    ...boards.map((id) => ({ kind: 'board', id, ...own, createdAt: at })),
    ...boards.map((id) => ({ kind: 'post', id, boardId: id, subject: name, createdAt: at })),
  ]);
};

const script = `
  const { setTimeout } = await import('node:timers/promises');
  const { importFacts } = await import(process.argv[1]);
  // Loaded and warm: what is killed is an import, and not the start of a process.
  const { DuckDBInstance } = await import(process.argv[2]);
  (await DuckDBInstance.create(':memory:')).closeSync();
  process.stdout.write('ready');
  await Promise.all(JSON.parse(process.argv[3]).map(async ({ directory, paths, waitMs }) => {
    await setTimeout(waitMs);
    for (let turn = 0; ; turn += 1) {
      await importFacts({ directory, paths: [paths[turn % paths.length]], now: 0 });
    }
  }));`;

/** Imports without end into one store, after a wait. */
interface Endless {
  readonly directory: string;
  readonly paths: readonly string[];
  readonly waitMs: number;
}

const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once('exit', resolve));

/** Starts imports without end in one process, and kills it after a while of them; tells what it said. */
const killedAfter = async (ms: number, imports: readonly Endless[]) => {
  const entry = new URL('import-facts.ts', import.meta.url).href;
  const duck = pathToFileURL(createRequire(import.meta.url).resolve('@duckdb/node-api')).href;
  // What is killed is a process of its own, which reads the sources as this one does.
  const own = [...process.execArgv, '--conditions=@tallyboard/source', '--input-type=module'];
  const args = [...own, '-e', script, entry, duck, JSON.stringify(imports)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const exit = ended(child);
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), exit]);
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill('SIGKILL');
  await exit;
  return errors;
};

/** The names that a store holds, and how many facts. */
const contentOf = async (directory: string) => {
  const { dataVersion, segments } = await readManifest(directory);
  const columns = { user: 'name', organization: 'name', board: 'title', post: 'subject' };
  const parts = Object.entries(columns).map(([kind, column]) => {
    const paths = segments
      .filter((segment) => segment.kind === kind)
      .map(({ file }) => join(storePaths(directory).segments, file));
    return `SELECT ${column} AS name FROM read_parquet(${literals(paths)})`;
  });
  const found = await database.rows(
    `SELECT name, count(*)::INTEGER AS n FROM (${parts.join(' UNION ALL ')}) GROUP BY name`,
  );
  return { dataVersion, found: found.map((row) => [row['name'], row['n']]) };
};

/** Imports that run side by side in a process: each kill is one for every store. */
const storesCount = 4;
const killsCount = 13;

// Until some kills came before an import was through, and some after.
test('a kill at any moment of an import leaves the store as before or as after', async () => {
  const paths = names.map((name) => place.file('facts.ndjson', facts(name)));
  const stores = Array.from({ length: storesCount }, () => ({
    directory: place.fresh(),
    versions: [2],
  }));
  for (const { directory } of stores) await tellingImport(directory, [paths[1]!]);
  const started = performance.now();
  await Promise.all(stores.map(({ directory }) => tellingImport(directory, [paths[0]!])));
  // How long they take side by side; corrected after each kill, since a busy machine takes longer.
  let togetherMs = performance.now() - started;
  const seen = { before: 0, after: 0 };
  for (let kill = 0; kill < killsCount || Math.min(seen.before, seen.after) === 0; kill += 1) {
    let throughCount = 0;
    // Any moment of the first import, or of those after it: spread evenly. They begin one after the other.
    const ms = ((kill * 0.618) % 1) * 1.5 * togetherMs;
    const imports = stores.map(({ directory, versions }, at) => ({
      directory,
      paths: [paths[versions.length % 2]!, paths[0]!, paths[1]!],
      waitMs: ((at + kill) % storesCount) * 0.08 * togetherMs,
    }));
    expect(await killedAfter(ms, imports)).toBe('');
    for (const { directory, versions } of stores) {
      const { dataVersion, found } = await contentOf(directory);
      expect(found).toHaveLength(1);
      expect(found[0]?.[1]).toBe(42);
      expect(dataVersion).toBeGreaterThanOrEqual(versions.at(-1)!);
      if (dataVersion > versions.at(-1)!) throughCount += 1;
      versions.push(dataVersion);
    }
    seen.after += throughCount;
    seen.before += storesCount - throughCount;
    if (throughCount === 0 && ms > 0.75 * togetherMs) togetherMs *= 1.5;
    if (throughCount === storesCount && ms < 0.75 * togetherMs) togetherMs /= 1.5;
  }
  for (const { directory } of stores) {
    // What was left behind is in no one's way.
    expect((await tellingImport(directory, [paths[0]!], { now })).imported).toBe(true);
    expect(existsSync(join(directory, 'work'))).toBe(false);
    await readManifest(directory);
  }
});
