import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskFiles } from '../layout/files.js';
import { readManifest } from '../layout/manifest.js';
import { withStored } from '../read/with-stored.js';
import { ndjson, now, org, tellingImport, testDirectory } from './import-facts.test-kit.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const place = testDirectory();

// What is killed must be a process of its own, and a plain Node runs only what is built.
beforeAll(() => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-b', 'packages/store'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
});
afterAll(place.remove);

const at = '2026-01-01T08:00:00Z';
const names = ['first', 'second'] as const;

/** The same facts under two names: a store holds those of one name, or it holds a mixture. */
const facts = (name: string): string =>
  ndjson([
    { kind: 'user', id: 'u1', signupDate: '2026-01-01', name },
    { kind: 'organization', id: org, type: 'school', name, ownerId: 'u1', createdAt: at },
    { kind: 'member', organizationId: org, userId: 'u1', role: 'owner', joinedAt: at },
    ...Array.from({ length: 20 }, (_, number) => [
      {
        kind: 'board',
        id: `board-${number}`.padEnd(16, 'x'),
        organizationId: org,
        builderId: 'u1',
        title: name,
        createdAt: at,
        updatedAt: at,
      },
      {
        kind: 'post',
        id: `p${number}`,
        boardId: `board-${number}`.padEnd(16, 'x'),
        subject: name,
        createdAt: at,
      },
    ]).flat(),
  ]);

const script = `
  const { importFacts, storeStats } = await import(process.argv[1]);
  const [, , directory, ...paths] = process.argv;
  await storeStats(directory);
  process.stdout.write('ready');
  for (let turn = 0; ; turn += 1) {
    await importFacts({ directory, paths: [paths[turn % paths.length]], now: 0 });
  }`;

const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once('exit', resolve));

/** Starts imports without end, and kills them after a while of them; tells what they said. */
const killedAfter = async (ms: number, directory: string, paths: readonly string[]) => {
  const entry = join(root, 'packages/store/dist/index.js');
  const args = ['--input-type=module', '-e', script, entry, directory, ...paths];
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
const contentOf = (directory: string) =>
  withStored(directory, async ({ rows }, { dataVersion }) => {
    const found = await rows(
      `SELECT name, count(*)::INTEGER AS n FROM (SELECT name FROM stored_user
       UNION ALL SELECT name FROM stored_organization UNION ALL SELECT title FROM stored_board
       UNION ALL SELECT subject FROM stored_post) GROUP BY name`,
    );
    return { dataVersion, found: found.map((row) => [row['name'], row['n']]) };
  });

test('a kill at any moment of an import leaves the store as before or as after', async () => {
  const paths = names.map((name) => place.file('facts.ndjson', facts(name)));
  const kills = async (count: number, seed: number): Promise<readonly number[]> => {
    const directory = place.fresh();
    await tellingImport(directory, [paths[1]!]);
    const started = performance.now();
    await tellingImport(directory, [paths[0]!]);
    const usualMs = performance.now() - started;
    const versions = [2];
    for (let kill = 0; kill < count; kill += 1) {
      // Any moment of the first import, or of those after it: spread evenly.
      const ms = (((kill * 2 + seed) * 0.618) % 1) * 1.5 * usualMs;
      expect(
        await killedAfter(ms, directory, [paths[versions.length % 2]!, paths[0]!, paths[1]!]),
      ).toBe('');
      const { dataVersion, found } = await contentOf(directory);
      expect(found).toHaveLength(1);
      expect(found[0]?.[1]).toBe(42);
      expect(dataVersion).toBeGreaterThanOrEqual(versions.at(-1)!);
      versions.push(dataVersion);
    }
    // What was left behind is in nobody's way.
    expect((await tellingImport(directory, [paths[0]!], { now })).imported).toBe(true);
    expect(existsSync(join(directory, 'work'))).toBe(false);
    await readManifest(directory, diskFiles);
    return versions;
  };
  const all = await Promise.all([kills(26, 0), kills(26, 1)]);
  // Some kills came before an import was through, and some after.
  for (const versions of all) expect(new Set(versions).size).toBeGreaterThan(1);
});
