import { worldArbitrary } from '@tallyboard/arbitraries';
import { dayOf } from '@tallyboard/core';
import { encodeIndex, indexGroups } from '@tallyboard/core/engine';
import { type FactKind, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import { missingForLong } from '@tallyboard/engines';
import { importFacts, withStored } from '@tallyboard/store';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  now as importedAt,
  type Line,
  linesOf,
  ndjson,
  org,
  sound,
} from '../../store/src/import/import-facts.test-kit.js';
import { beforeInserts, clickhouseForTests, importLines } from './clickhouse.test-kit.js';
import { makeDelta } from './import/delta.js';
import { ship } from './import/ship.js';
import { clickhouseKeys } from './keys.js';
import { groupedColumns } from './read/grouped-columns.js';
import { openClickhouse } from './read/open-clickhouse.js';
import { createTables } from './schema.js';
import type { Row, Shards } from './shards.js';
import { sweepClickhouse } from './sweep.js';
import { leastVersionAt, newestVersion, timeOfVersion } from './versions.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: sweeps of ClickHouse; ${missing}`);

const tables = [...factKinds, 'manifest'];
type Contents = ReadonlyMap<string, readonly Row[]>;

/** Every row of every table. */
const contentsOf = async (shards: Shards): Promise<Contents> => {
  const contents = new Map<string, readonly Row[]>();
  for (const table of tables) {
    const query = { sql: `SELECT * FROM ${shards.database}.${table}` };
    const found = await Promise.all(shards.all.map((shard) => shard.rows(query)));
    contents.set(table, found.flat());
  }
  return contents;
};

/** The same whatever order rows have. */
const shown = (contents: Contents) =>
  [...contents].map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row)).toSorted()]);

const isRevoked = (row: Row): boolean => row['revokedAt'] !== null;
const versionIn = (row: Row): number => Number(row['version']);

/** What a sweep is to leave, said a second time: row by row. */
const leftOf = (contents: Contents, before: number): Contents => {
  const of = (table: string, { organization }: Row) =>
    contents.get(table)!.filter((row) => row['organization'] === organization);
  const isCounted = (row: Row): boolean =>
    of('manifest', row).some((one) => versionIn(one) === versionIn(row));
  const stays = (table: string, row: Row): boolean => {
    if (table === 'manifest' || versionIn(row) >= before) return true;
    const own = of(table, row);
    if (table === 'apiKey') {
      const deciding = own.some(isRevoked) ? own.filter(isRevoked) : own;
      const kept = [Math.max(...deciding.map(versionIn)), Math.min(...own.map(versionIn))];
      return kept.includes(versionIn(row));
    }
    if (!isCounted(row)) return false;
    const key = factKeys[table as FactKind].at(-1)!;
    const all = own.filter((one) => one[key] === row[key]);
    const same = all.filter((one) => versionIn(one) < before && isCounted(one));
    if (same.every(({ again }) => again === 0)) return true;
    const isNewest = versionIn(row) === Math.max(...same.map(versionIn));
    return isNewest && (row['removed'] === 0 || all.length > 1);
  };
  return new Map(
    [...contents].map(([table, rows]) => [table, rows.filter((row) => stays(table, row))]),
  );
};

const idsIn = (lines: readonly Line[], kind: Line['kind'], field = 'id'): readonly string[] =>
  lines.filter((line) => line.kind === kind).map((line) => String(line[field]));

/** What a service that knows nothing yet answers, of everything there is. */
const answersOf = async (shards: Shards, lines: readonly Line[]) => {
  const { keys, organizations, records } = openClickhouse(shards);
  const indexes = idsIn(lines, 'organization').map(async (id) => {
    const version = (await newestVersion(shards, id))!;
    return [
      await organizations.find(id, 'nobody'),
      Buffer.from(
        encodeIndex(indexGroups(await groupedColumns(shards, id, version.version, times), times)),
      ).toString('base64'),
    ];
  });
  const users = idsIn(lines, 'user').map((id) => records.userRecords(id, true));
  const boards = idsIn(lines, 'board').map((id) => records.findBoard(id, 'nobody'));
  const holders = idsIn(lines, 'apiKey', 'keySha256').map((hash) => keys.find(hash));
  return JSON.stringify(await Promise.all([...indexes, ...users, ...boards, ...holders]));
};

const hourMs = 3_600_000;
const today = dayOf(2026, 3, 15);
const times = { createdOn: today, billingTerms: [], today };

describe.skipIf(missing !== null)('sweeps of two shards', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
  });
  afterAll(() => clickhouse.dispose());

  const load = (shards: Shards, lines: readonly Line[]) =>
    importLines(shards, clickhouse.place, lines);

  /** Imports with one that breaks off between them, and keys that are made and revoked. */
  const history = async (shards: Shards, lines: readonly Line[]) => {
    const isLater = ({ kind }: Line, at: number) =>
      at % 2 === 0 && ['comment', 'reaction', 'visit', 'play', 'scan'].includes(kind);
    const first = lines.filter((line, at) => !isLater(line, at));
    expect((await load(shards, first)).problems).toEqual([]);
    const later = lines.filter(isLater);
    if (later.length > 0) expect((await load(shards, later)).problems).toEqual([]);
    const [user] = idsIn(lines, 'user');
    const keys = clickhouseKeys(shards);
    const { key } = await keys.create(user!, versionTime());
    await keys.revoke(key, versionTime());
    const changed = lines.map((line) => (line.kind === 'section' ? { ...line, title: 'X' } : line));
    const breaking = beforeInserts(shards, (table) => {
      if (table === 'claim') throw new Error('broken off');
    });
    const more = [...changed, { kind: 'user', id: 'uBroken', signupDate: '2026-01-01' } as const];
    await expect(load(breaking, more)).rejects.toThrow('broken off');
    expect((await load(shards, changed)).problems).toEqual([]);
    expect((await load(shards, lines)).problems).toEqual([]);
    expect((await load(shards, first)).problems).toEqual([]);
  };
  const versionTime = () => Date.now() as typeof importedAt;

  it('remove replaced rows at any time, keep all others, and change no answer', async () => {
    let [run, removed] = [0, 0];
    const sweepAll = async (world: Parameters<typeof linesOf>[0]) => {
      const lines = linesOf(world);
      if (idsIn(lines, 'user').length === 0) return;
      const shards = clickhouse.open(`swept_${run++}`);
      await history(shards, lines);
      const answers = await answersOf(shards, lines);
      const versions = [...(await contentsOf(shards)).values()].flat().map(versionIn);
      const times = [...new Set(versions.map(timeOfVersion))].toSorted((a, b) => a - b);
      for (const now of [...times, versionTime() + 1]) {
        const contents = await contentsOf(shards);
        const left = leftOf(contents, leastVersionAt(now));
        const promised = await sweepClickhouse({ shards, now, graceMs: 0, dryRun: true });
        expect(shown(await contentsOf(shards))).toEqual(shown(contents));
        expect(await sweepClickhouse({ shards, now, graceMs: 0 })).toEqual(promised);
        expect(shown(await contentsOf(shards))).toEqual(shown(left));
        const counts = promised.flatMap(({ rows }) => Object.values(rows));
        removed += counts.reduce((sum, count) => sum + count, 0);
      }
      expect(await answersOf(shards, lines)).toBe(answers);
      for (const shard of shards.all) await shard.run({ sql: `DROP DATABASE ${shards.database}` });
    };
    await fc.assert(fc.asyncProperty(worldArbitrary(), sweepAll), {
      numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 2),
      endOnFailure: true,
    });
    expect(removed).toBeGreaterThan(0);
  });

  it('leave a reader its version for as long as it is among those of the grace', async () => {
    const shards = clickhouse.open('reader');
    await load(shards, sound);
    const held = (await newestVersion(shards, org))!;
    const read = async () =>
      encodeIndex(indexGroups(await groupedColumns(shards, org, held.version, times), times));
    const whole = Buffer.from(await read());
    const isNamed = ({ kind }: Line): boolean => kind === 'section';
    await load(
      shards,
      sound.map((line) => (isNamed(line) ? { ...line, title: 'another' } : line)),
    );
    const next = (await newestVersion(shards, org))!;
    expect(next.version).toBeGreaterThan(held.version);
    const graceMs = 60_000;
    const sweepAt = (now: number) => sweepClickhouse({ shards, now, graceMs });
    const nothing = [1, 2].map((shard) => ({ shard, rows: {}, problem: null }));
    expect(await sweepAt(timeOfVersion(next.version) + graceMs)).toEqual(nothing);
    expect(Buffer.compare(Buffer.from(await read()), whole)).toBe(0);
    await sweepAt(timeOfVersion(next.version) + graceMs + 1);
    await expect(read()).rejects.toThrow(/was replaced and swept/);
    expect((await newestVersion(shards, org))!.version).toBe(next.version);
  });

  it('remove all that names an erased person: a first one what was, a second one that it went', async () => {
    const shards = clickhouse.open('erased');
    const person = { kind: 'user', id: 'uGone', signupDate: '2026-01-01', username: 'erased' };
    const joinedAt = '2026-01-02T08:00:00Z';
    const member = { kind: 'member', organizationId: org, userId: 'uGone', joinedAt };
    await load(shards, [...sound, person, { ...member, role: 'student' }] as readonly Line[]);
    const more = { replaceOrganization: org };
    const report = await importLines(shards, clickhouse.place, sound, more);
    expect(report.counts).toMatchObject({ user: { removed: 1 }, member: { removed: 1 } });
    const rowsLeft = async () => {
      await sweepClickhouse({ shards, now: Date.now() + 1, graceMs: 0 });
      const rows = [...(await contentsOf(shards)).values()].flat();
      return rows.filter((row) => JSON.stringify(row).includes('uGone')).length;
    };
    // Users are on both shards.
    expect([await rowsLeft(), await rowsLeft()]).toEqual([3, 0]);
  });

  it('are noticed by a load that they took for one that broke off', async () => {
    const [directory, work] = [clickhouse.place.fresh(), clickhouse.place.folder({})];
    const paths = [clickhouse.place.file('slow.ndjson', ndjson(sound))];
    await importFacts({ directory, paths, now: importedAt });
    /** A load of two hours, with a sweep in it. */
    const shipping = async (shards: Shards, graceMs: number) => {
      await createTables(shards);
      const sweeping = beforeInserts(shards, async (table) => {
        if (table === 'scan') await sweepClickhouse({ shards, now: Date.now(), graceMs });
      });
      await withStored(directory, async (database) => {
        for (const kind of factKinds) {
          await database.run(`CREATE TEMP VIEW world_${kind} AS FROM stored_${kind}`);
        }
        await makeDelta(database, new Set());
        const shipment = { database, shards: sweeping, directory: work };
        await ship(shipment, new Map(), Date.now() - 2 * hourMs);
      });
    };
    const [swept, whole] = [clickhouse.open('slow_swept'), clickhouse.open('slow_whole')];
    await expect(shipping(swept, hourMs)).rejects.toThrow(/a sweep took this load/);
    expect(await newestVersion(swept, org)).toBeNull();
    await shipping(whole, 3 * hourMs);
    expect(await newestVersion(whole, org)).not.toBeNull();
  });
});

const zookeeper = process.env['TALLYBOARD_ZOOKEEPER'];
const missingReplicas =
  missing ?? (zookeeper === undefined ? 'TALLYBOARD_ZOOKEEPER=HOST:PORT names none' : null);
if (missingReplicas !== null) console.warn(`skipped: sweeps of replicas; ${missingReplicas}`);

describe.skipIf(missingReplicas !== null)('sweeps of two replicas', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    const shard = `shard_${Date.now()}`;
    clickhouse = await clickhouseForTests(2, { zookeeper: zookeeper!, shard });
  });
  afterAll(() => clickhouse.dispose());

  it('through one that lags behind remove what the other would, from both', async () => {
    const replicas = clickhouse.servers.shards.map(({ url }) =>
      clickhouse.open('replicated', `${url}/replicated?replicated=1`),
    );
    const [first, second] = replicas as [Shards, Shards];
    for (const shards of replicas) await createTables(shards);
    const title = (text: string) =>
      sound.map((line) => (line.kind === 'section' ? { ...line, title: text } : line));
    const load = (lines: readonly Line[]) => importLines(first, clickhouse.place, lines);
    expect((await load(sound)).problems).toEqual([]);
    await load(title('second'));
    await clickhouse.servers.shards[1]!.stop('SIGKILL');
    await load(title('third'));
    const left = shown(leftOf(await contentsOf(first), leastVersionAt(Date.now() + 1)));
    await clickhouse.servers.shards[1]!.start();
    const [swept] = await sweepClickhouse({ shards: second, now: Date.now() + 1, graceMs: 0 });
    expect(swept).toMatchObject({ problem: null, rows: { section: 4 } });
    for (const shards of replicas) {
      await expect.poll(async () => shown(await contentsOf(shards))).toEqual(left);
    }
    expect((await load(sound)).problems).toEqual([]);
  });
});
