import { buildIndex, dayOf } from '@tallyboard/core';
import { encodeIndex } from '@tallyboard/core/engine';
import { factKinds } from '@tallyboard/core/vocabulary';
import { missingForLong } from '@tallyboard/engines';
import { importFacts, withStored } from '@tallyboard/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  now as importedAt,
  type Line,
  ndjson,
  org,
  sound,
} from '../../store/src/import/import-facts.test-kit.js';
import {
  beforeInserts,
  clickhouseForTests,
  describeShards,
  importLines,
  rowsOfTables,
} from './clickhouse.test-kit.js';
import { makeDelta } from './import/import-facts.js';
import { readBases, ship } from './import/ship.js';
import { eventColumns } from './read/event-columns.js';
import { createTables } from './schema.js';
import type { Shards } from './shards.js';
import { sweepClickhouse } from './sweep.js';
import { newestVersion, timeOfVersion } from './versions.js';

const hourMs = 3_600_000;
const today = dayOf(2026, 3, 15);
const times = { createdOn: today, billingTerms: [], today };

describeShards('sweeps of two shards', 2, (clickhouse) => {
  const load = (shards: Shards, lines: readonly Line[]) =>
    importLines(shards, clickhouse.place, lines);

  it('leave a reader its version for as long as it is among those of the grace', async () => {
    const shards = clickhouse.open('reader');
    await load(shards, sound);
    const held = (await newestVersion(shards, org))!;
    const read = async () =>
      encodeIndex(buildIndex(await eventColumns(shards, org, held.version), times));
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
    const more = { replace: org };
    const report = await importLines(shards, clickhouse.place, sound, more);
    expect(report.counts).toMatchObject({ user: { removed: 1 }, member: { removed: 1 } });
    const rowsLeft = async () => {
      await sweepClickhouse({ shards, now: Date.now() + 1, graceMs: 0 });
      return (await rowsOfTables(shards)).filter((row) => row.includes('uGone')).length;
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
        await readBases(shipment);
        await ship(shipment, Date.now() - 2 * hourMs);
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
  missingForLong('clickhouse-server') ??
  (zookeeper === undefined ? 'TALLYBOARD_ZOOKEEPER=HOST:PORT names none' : null);
if (missingReplicas !== null) console.warn(`skipped: sweeps of replicas; ${missingReplicas}`);

describe.skipIf(missingReplicas !== null)('sweeps of two replicas', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    const shard = `shard_${Date.now()}`;
    clickhouse = await clickhouseForTests(2, { zookeeper: zookeeper!, shard });
  });
  afterAll(() => clickhouse.dispose());

  it('through one that lags behind remove what the other would, from both', async () => {
    const replicas = clickhouse.servers.nodes.map(({ url }) =>
      clickhouse.open('replicated', `${url}/replicated?replicated=1`),
    );
    const [first, second] = replicas as [Shards, Shards];
    for (const shards of replicas) await createTables(shards);
    const title = (text: string) =>
      sound.map((line) => (line.kind === 'section' ? { ...line, title: text } : line));
    const load = (lines: readonly Line[]) => importLines(first, clickhouse.place, lines);
    expect((await load(sound)).problems).toEqual([]);
    await load(title('second'));
    await clickhouse.servers.nodes[1]!.crash();
    await load(title('third'));
    const isLeft = (row: string) => !/^section .*"title":"(S|second)"/.test(row);
    const left = (await rowsOfTables(first)).filter(isLeft);
    await clickhouse.servers.nodes[1]!.start();
    const [swept] = await sweepClickhouse({ shards: second, now: Date.now() + 1, graceMs: 0 });
    expect(swept).toMatchObject({ problem: null, rows: { section: 4 } });
    for (const shards of replicas) {
      await expect.poll(() => rowsOfTables(shards)).toEqual(left);
    }
    expect((await load(sound)).problems).toEqual([]);
  });
});
