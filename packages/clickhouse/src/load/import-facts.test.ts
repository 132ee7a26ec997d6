import { readFileSync } from 'node:fs';
import { missingForLong } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  board,
  type Line,
  org,
  otherBoard,
  sound,
} from '../../../store/src/import/import-facts.test-kit.js';
import { clickhouseForTests, importLines } from '../clickhouse.test-kit.js';
import { versionOf } from '../read/fact-rows.js';
import { newestVersion } from '../read/heads.js';
import type { Shard, Shards } from '../shards.js';
import { name, sql } from '../sql/sql.js';
import { sweepClickhouse } from '../sweep/sweep.js';
import { writePriorFacts } from './prior-facts.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: imports into ClickHouse; ${missing}`);

const early = '2026-01-01T08:00:00Z';
const both = { createdAt: early, updatedAt: early };
const second = 'wksp_00000000001';
const secondBoard = 'board00000000003';
const secondSchool: readonly Line[] = [
  { kind: 'organization', id: second, type: 'school', name: 'S', ownerId: 'u2', createdAt: early },
  { kind: 'member', organizationId: second, userId: 'u2', role: 'owner', joinedAt: early },
  { kind: 'board', id: secondBoard, organizationId: second, builderId: 'u2', title: 'B', ...both },
  { kind: 'post', id: 't9', boardId: secondBoard, authorId: 'u2', createdAt: early },
];
const all = [...sound, ...secondSchool];
const scopes = [org, second, 'user_u2'];
const keys = ['a'.repeat(64)];
const tooOld =
  "the database older has the tables of an older Tallyboard; the next 'tallyboard import --clickhouse URL PATH...' updates them";

describe.skipIf(missing !== null)('imports into two shards', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
  });
  afterAll(() => clickhouse.dispose());

  const contents = async (shards: Shards, some: readonly string[] = scopes) => {
    const directory = clickhouse.place.folder({});
    const path = await writePriorFacts(shards, { scopes: some, keys, directory, named: null });
    return path === null ? [] : readFileSync(path, 'utf8').trimEnd().split('\n').toSorted();
  };
  const load = (shards: Shards, lines: readonly Line[], replaceOrganization?: string) =>
    importLines(
      shards,
      clickhouse.place,
      lines,
      replaceOrganization === undefined ? {} : { replaceOrganization },
    );
  const loaded = async (database: string, lines: readonly Line[] = all) => {
    const shards = clickhouse.open(database);
    expect((await load(shards, lines)).problems).toEqual([]);
    return shards;
  };

  it('have every fact of the files, once', async () => {
    const found = await contents(await loaded('whole'));
    expect(found).toHaveLength(all.length);
    expect(new Set(found).size).toBe(all.length);
  });

  it('in two parts are what one import is', async () => {
    const isLater = ({ kind, id }: Line) =>
      ['comment', 'reaction', 'visit', 'play', 'attachment'].includes(kind) || id === 'n2';
    const shards = await loaded(
      'parts',
      all.filter((line) => !isLater(line)),
    );
    const report = await load(shards, all.filter(isLater));
    expect([report.imported, report.problems]).toEqual([true, []]);
    expect(await contents(shards)).toEqual(await contents(await loaded('at_once')));
  });

  const countPosts = async (shards: Shards) => {
    const posts = { sql: `SELECT count() AS n FROM ${shards.database}.post` };
    return (await Promise.all(shards.all.map((one) => one.rows(posts)))).flat();
  };
  const visit = {
    ...{ kind: 'visit', id: 'v3', boardId: board, visitorId: 'y', at: early, seconds: 2 },
  } as Line;

  it('that only add are shipped alone, and rows of before stay as they are', async () => {
    const isLater = ({ kind }: Line) =>
      ['comment', 'reaction', 'visit', 'play', 'scan', 'attachment'].includes(kind);
    const shards = await loaded(
      'alone',
      sound.filter((line) => !isLater(line)),
    );
    const before = await countPosts(shards);
    // Twice: facts that are there already are not shipped again.
    for (const lines of [sound.filter(isLater), [...sound.filter(isLater), visit]]) {
      expect((await load(shards, lines)).problems).toEqual([]);
    }
    expect(await countPosts(shards)).toEqual(before);
    const together = await loaded('together', [...sound, visit]);
    expect(await contents(shards, [org])).toEqual(await contents(together, [org]));
    const [ours, wanted] = [await newestVersion(shards, org), await newestVersion(together, org)];
    expect(ours?.parts).toHaveLength(3);
    expect([ours?.events, ours?.facts]).toEqual([wanted?.events, wanted?.facts]);
  });

  it('that only add bring users who are new to an organization, with codes of their own', async () => {
    const shards = await loaded('strangers', all);
    const before = await countPosts(shards);
    const lines = [
      { kind: 'user', id: 'u8', signupDate: '2026-01-01' } as Line,
      { ...visit, id: 'v8', visitorId: null, userId: 'u8' } as Line,
      { ...visit, id: 'v9', visitorId: null, userId: 'u1', boardId: secondBoard } as Line,
    ];
    expect((await load(shards, lines)).problems).toEqual([]);
    expect(await countPosts(shards)).toEqual(before);
    for (const scope of [org, second]) {
      const version = (await newestVersion(shards, scope))!;
      expect(version.parts).toHaveLength(2);
      const users = sql`SELECT count() AS n, uniqExact(code) AS codes, uniqExact(id) AS ids
        FROM ${versionOf(shards, 'user', version)}`;
      const [row] = await shards.of(scope).rows(users);
      expect([row?.['codes'], row?.['ids']]).toEqual([row?.['n'], row?.['n']]);
    }
    const found = await contents(shards, [org]);
    expect(found.filter((line) => line.includes('"id":"u8"'))).toHaveLength(1);
  });

  it('that only add change nothing when they break off, or when another import comes between', async () => {
    const shards = await loaded('between', sound);
    const before = await contents(shards, [org]);
    for (const table of ['visit', 'place', 'manifest']) {
      const failing = interrupted(shards, table, () => Promise.reject(new Error('broken off')));
      await expect(load(failing, [visit])).rejects.toThrow('broken off');
      expect(await contents(shards, [org])).toEqual(before);
    }
    const slow = interrupted(shards, 'place', async () => {
      await load(shards, [{ ...visit, id: 'v4' }]);
    });
    await expect(load(slow, [visit])).rejects.toThrow(/another import has changed/);
    const after = await contents(shards, [org]);
    expect(after.filter((line) => line.includes('"v4"'))).toHaveLength(1);
    expect(after).toHaveLength(before.length + 1);
    expect((await load(shards, [visit])).problems).toEqual([]);
    expect(await contents(shards, [org])).toHaveLength(before.length + 2);
  });

  it('give no version to an organization whose own load has not ended', async () => {
    const shards = await loaded('halfway', all);
    const manifest = sql`${name(shards.database)}.manifest`;
    const shard = shards.of(second);
    const others = await shard.rows(sql`SELECT * FROM ${manifest} WHERE scope != ${second}`);
    await shard.run(sql`TRUNCATE TABLE ${manifest}`);
    await shard.insertRows('manifest', others);
    const before = await contents(shards, [org]);
    // The member of both organizations is why this import has to do with the other one.
    expect((await load(shards, [...sound, visit], org)).problems).toEqual([]);
    expect(await newestVersion(shards, second)).toBeNull();
    expect(await contents(shards, [org])).toHaveLength(before.length + 1);
  });

  it('update the tables of an older Tallyboard, which are read as they are', async () => {
    const shards = await loaded('older', sound);
    const before = await contents(shards, [org]);
    for (const shard of shards.all) {
      for (const table of ['manifest', 'all_manifest']) {
        await shard.run({ sql: `ALTER TABLE older.${table} DROP COLUMN parts` });
      }
      await shard.run({ sql: 'TRUNCATE TABLE older.migration' });
      await shard.insertRows('migration', [{ name: '001-facts', at: 1 }]);
    }
    expect(await contents(shards, [org])).toEqual(before);
    const swept = await sweepClickhouse({ shards, now: Date.now(), graceMs: 0 });
    expect(swept.map(({ problem }) => problem)).toEqual([tooOld, tooOld]);
    expect((await load(shards, [visit])).problems).toEqual([]);
    expect((await newestVersion(shards, org))?.parts).toHaveLength(2);
    const again = await sweepClickhouse({ shards, now: Date.now(), graceMs: 0 });
    expect(again.map(({ problem }) => problem)).toEqual([null, null]);
    expect(await contents(shards, [org])).toHaveLength(before.length + 1);
  });

  it('of the same files again change nothing', async () => {
    const shards = await loaded('again');
    const before = await contents(shards);
    expect((await load(shards, all)).problems).toEqual([]);
    expect(await contents(shards)).toEqual(before);
  });

  it('refuse what does not fit what is there, and change nothing', async () => {
    const shards = await loaded('refused');
    const before = await contents(shards);
    const stray = {
      kind: 'comment',
      id: 'c9',
      boardId: board,
      postId: 'nowhere',
      createdAt: early,
    };
    const report = await load(shards, [stray as Line]);
    expect(report.imported).toBe(false);
    expect(report.problems).toHaveLength(1);
    expect(await contents(shards)).toEqual(before);
  });

  it('replace one organization and leave the other as it is', async () => {
    const shards = await loaded('replaced');
    const others = await contents(shards, [second]);
    const isOfEvents = ({ kind }: Line) => ['visit', 'play', 'scan', 'reaction'].includes(kind);
    const kept = sound.filter((line) => !isOfEvents(line) && line['boardId'] !== otherBoard);
    const report = await load(shards, kept, org);
    expect([report.imported, report.problems]).toEqual([true, []]);
    const found = await contents(shards, [org]);
    expect(found.filter((line) => /"kind":"(visit|play|scan|reaction)"/.test(line))).toEqual([]);
    expect(found.filter((line) => line.includes('"kind":"post"'))).toHaveLength(1);
    expect(await contents(shards, [second])).toEqual(others);
  });

  /** Shards in which something happens once, before the first insert into a table. */
  const interrupted = (shards: Shards, at: string, happen: () => Promise<void>): Shards => {
    let isDone = false;
    const all = shards.all.map(
      (shard): Shard => ({
        ...shard,
        insertFile: async (table, path) => {
          if (table === at && !isDone) {
            isDone = true;
            await happen();
          }
          await shard.insertFile(table, path);
        },
      }),
    );
    return { ...shards, all, of: (scope) => all[shards.numberOf(scope)]! };
  };

  /** Shards that break off at an insert. */
  const breakingAt = (shards: Shards, insert: number): Shards => {
    let count = 0;
    const breaking = (shard: Shard): Shard => ({
      ...shard,
      insertFile: async (table, path) => {
        if (count++ === insert) throw new Error('broken off');
        await shard.insertFile(table, path);
      },
    });
    return { ...shards, all: shards.all.map(breaking) };
  };

  it('that break off anywhere leave every organization as it was or as it will be', async () => {
    const wanted = await contents(await loaded('unbroken'));
    const inserts = 2 * 18;
    // One amid events, the manifest of the second shard, the keys of the second shard.
    for (const insert of [21, inserts - 3, inserts - 1]) {
      const shards = await loaded(`broken_${insert}`, sound);
      const before = await contents(shards, [org]);
      const more = [
        ...secondSchool,
        { kind: 'visit', id: 'v3', boardId: board, visitorId: 'y', at: early, seconds: 2 } as Line,
      ];
      const broken = load(breakingAt(shards, insert), more);
      await expect(broken).rejects.toThrow('broken off');
      const first = await contents(shards, [org]);
      expect([before.length, before.length + 1]).toContain(first.length);
      if (insert < inserts - 4) {
        expect(first).toEqual(before);
        expect(await newestVersion(shards, second)).toBeNull();
      }
      expect((await load(shards, more)).problems).toEqual([]);
      expect(await contents(shards)).toHaveLength(wanted.length + 1);
    }
  });
});
