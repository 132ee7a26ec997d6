import { type FactsProblem, importFacts } from '@tallyboard/store';
import { expect, it } from 'vitest';
import {
  board,
  type Line,
  ndjson,
  now,
  org,
  otherBoard,
  sound,
} from '../../../store/src/import/import-facts.test-kit.js';
import {
  beforeInserts,
  contentsOf,
  describeShards,
  importLines,
  rowsOfTables,
} from '../clickhouse.test-kit.js';
import type { Shards } from '../shards.js';
import { sql } from '../sql.js';
import { tableIn } from '../versions.js';

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
const isOfOrganization = ({ kind }: Line) => kind !== 'user' && kind !== 'apiKey';
const someVisit = { kind: 'visit', boardId: board, visitorId: 'y', at: early, seconds: 2 } as const;
const visit = (id: string): Line => ({ ...someVisit, id });
const builders = sound.flatMap((line) =>
  line.kind === 'board' ? [`user_${String(line['builderId'])}`] : [],
);
const everything = [org, second, ...new Set(builders)];

describeShards('imports into two shards', 2, (clickhouse) => {
  const contents = (shards: Shards) => contentsOf(shards, everything);
  const load = (shards: Shards, lines: readonly Line[], more = {}) =>
    importLines(shards, clickhouse.place, lines, more);
  const loaded = async (database: string, lines: readonly Line[] = all) => {
    const shards = clickhouse.open(database);
    expect((await load(shards, lines)).problems).toEqual([]);
    return shards;
  };
  /** How many rows of facts there are. */
  const rowsIn = async (shards: Shards): Promise<number> =>
    (await rowsOfTables(shards)).filter((row) => !row.startsWith('manifest ')).length;

  it('replace all, also boards outside of organizations', async () => {
    const shards = await loaded('replaced');
    const rest = all.filter((line) => line.kind !== 'board' || 'organizationId' in line);
    const { imported } = await load(shards, rest, { replace: 'all', skipBad: true });
    const fresh = clickhouse.open('fresh');
    expect([imported, (await load(fresh, rest, { skipBad: true })).imported]).toEqual([true, true]);
    expect(await contents(shards)).toEqual(await contents(fresh));
  });

  it('write a row for each fact that differs, and none for others', async () => {
    const shards = await loaded('rows');
    const [before, rows] = [await contents(shards), await rowsIn(shards)];
    expect((await load(shards, all)).problems).toEqual([]);
    expect([await contents(shards), await rowsIn(shards)]).toEqual([before, rows]);
    await load(shards, [...all, visit('v3')]);
    expect([(await contents(shards)).length, await rowsIn(shards)]).toEqual([
      before.length + 1,
      rows + 1,
    ]);
    await load(shards, [{ ...visit('v3'), seconds: 9 }]);
    expect([(await contents(shards)).length, await rowsIn(shards)]).toEqual([
      before.length + 1,
      rows + 2,
    ]);
  });

  it('move all that is on a board with it', async () => {
    const shards = await loaded('moved');
    const moved = all.find((line) => line.kind === 'board' && line['id'] === board)!;
    const after = all.map((line) => (line === moved ? { ...line, organizationId: second } : line));
    expect((await load(shards, [{ ...moved, organizationId: second }])).problems).toEqual([]);
    const other = await loaded('moved_at_once', after);
    for (const id of [org, second]) {
      expect(await contentsOf(shards, [id])).toEqual(await contentsOf(other, [id]));
    }
  });

  const school = all.find(({ kind }) => kind === 'organization')!;
  const made = { id: 'c9', createdAt: early };
  const faulty: readonly Line[] = [
    // An unknown post.
    { kind: 'comment', ...made, boardId: board, postId: 'none' },
    // The board of another post.
    { kind: 'reaction', ...made, boardId: otherBoard, postId: 't9' },
    // An owner who is no member.
    { ...school, ownerId: 'u2' },
    // A time that is none.
    { ...visit('v9'), at: 'today' },
  ];

  it('refuse what the store does, as it does, and change nothing', async () => {
    const shards = await loaded('refused');
    const before = await contents(shards);
    const directory = clickhouse.place.fresh();
    const file = (lines: readonly Line[]) => [clickhouse.place.file('facts.ndjson', ndjson(lines))];
    await importFacts({ directory, paths: file(all), now });
    for (const line of faulty) {
      const problems: FactsProblem[] = [];
      const onProblem = (problem: FactsProblem) => void problems.push(problem);
      const wanted = await importFacts({ directory, paths: file([line]), now, onProblem });
      const report = await load(shards, [line]);
      expect([report.imported, wanted.imported]).toEqual([false, false]);
      const reasons = (list: readonly FactsProblem[]) =>
        list.map(({ file: _, ...problem }) => problem);
      expect(reasons(report.problems)).toEqual(reasons(problems));
      expect(problems).not.toEqual([]);
    }
    expect(await contents(shards)).toEqual(before);
  });

  it('are refused when another import changes the same organization meanwhile', async () => {
    const shards = await loaded('between', sound);
    const before = await contents(shards);
    let isDone = false;
    const slow = beforeInserts(shards, async (table) => {
      if (table !== 'visit' || isDone) return;
      isDone = true;
      await load(shards, [visit('v4')]);
    });
    await expect(load(slow, [visit('v5')])).rejects.toThrow(/another import has changed/);
    expect(await contents(shards)).toHaveLength(before.length + 1);
    expect((await load(shards, [visit('v5')])).problems).toEqual([]);
    expect(await contents(shards)).toHaveLength(before.length + 2);
  });

  it('at the same time count as a whole or not at all', async () => {
    const shards = await loaded('together', sound);
    const before = await contents(shards);
    const ids = ['v6', 'v7', 'v8'];
    const given = await Promise.allSettled(ids.map((id) => load(shards, [visit(id)])));
    const accepted = ids.filter((_, at) => given[at]?.status === 'fulfilled');
    const added = (await contents(shards)).filter((line) => !before.includes(line));
    expect(added.map((line) => (JSON.parse(line) as Line)['id'])).toEqual(accepted);
  });

  it('that break off anywhere leave every organization as it was or as it will be', async () => {
    const wanted = [...all, visit('v3')].filter(isOfOrganization).length;
    const tables: string[] = [];
    const more = [...secondSchool, visit('v3')];
    const counted = await loaded('counted', sound);
    await load(
      beforeInserts(counted, (table) => void tables.push(table)),
      more,
    );
    const manifests = tables.flatMap((table, at) => (table === 'manifest' ? [at] : []));
    for (const insert of [tables.indexOf('visit'), tables.indexOf('claim'), ...manifests]) {
      const shards = await loaded(`broken_${insert}`, sound);
      const before = await contents(shards);
      const breaking = beforeInserts(shards, (_, inserts) => {
        if (inserts === insert) throw new Error('broken off');
      });
      await expect(load(breaking, more)).rejects.toThrow('broken off');
      const ours = (await contents(shards)).filter(
        (line) => !line.includes(secondBoard) && !line.includes(second),
      );
      expect([before.length, before.length + 1]).toContain(ours.length);
      expect([0, secondSchool.length]).toContain((await contentsOf(shards, [second])).length);
      // The claim of an import that ended without a version keeps others away for a minute.
      for (const shard of shards.all)
        await shard.run(sql`TRUNCATE TABLE ${tableIn(shards, 'claim')}`);
      expect((await load(shards, more)).problems).toEqual([]);
      expect(await contents(shards)).toHaveLength(wanted);
    }
  });
});
