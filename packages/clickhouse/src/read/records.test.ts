import { expect, it } from 'vitest';
import { board, type Line, org, sound } from '../../../store/src/import/import-facts.test-kit.js';
import { describeShards, importLines } from '../clickhouse.test-kit.js';
import type { Sql } from '../sql.js';
import { openClickhouse } from './open-clickhouse.js';

describeShards('boards from ClickHouse', 1, (clickhouse) => {
  it('have their posts by number of place, not by its text; without one as at 0', async () => {
    const shards = clickhouse.open('placed');
    const places = [10, 9.5, null, -2];
    const posts = places.map((sortIndex, n) => ({
      ...{ kind: 'post', id: `placed${n}`, boardId: board, sortIndex },
      createdAt: '2026-01-01T08:00:00Z',
    }));
    const lines = [...sound, ...(posts as unknown as readonly Line[])];
    expect((await importLines(shards, clickhouse.place, lines)).problems).toEqual([]);
    const { records } = openClickhouse(shards);
    const found = await records.findBoard(board, 'user_unknown');
    const { posts: read } = (await records.boardRecords(found!.board)) as {
      readonly posts: readonly { readonly id: string }[];
    };
    const placed = read.map(({ id }) => id).filter((id) => id.startsWith('placed'));
    expect(placed).toEqual(['placed3', 'placed2', 'placed1', 'placed0']);
  });

  it('are linked from their builder without the texts of what is on them', async () => {
    const shards = clickhouse.open('linked');
    expect((await importLines(shards, clickhouse.place, sound)).problems).toEqual([]);
    const queries: string[] = [];
    const listening = shards.all.map((shard) => ({
      ...shard,
      rows: (query: Sql, silenceMs?: number) => {
        queries.push(query.sql);
        return shard.rows(query, silenceMs);
      },
    }));
    const { records } = openClickhouse({ ...shards, all: listening, of: () => listening[0]! });
    const { builderId } = sound.find(({ kind, id }) => kind === 'board' && id === board)!;
    const linked = (await records.userRecords(String(builderId), true))!;
    const whole = await records.boardRecords(
      linked.boards.find((one) => one.board.id === board)!.board,
    );
    const idsOf = (of: unknown) =>
      (of as { readonly posts: readonly { readonly id: string }[] }).posts.map(({ id }) => id);
    expect(idsOf(linked.boards.find((one) => one.board.id === board))).toEqual(idsOf(whole));
    expect(idsOf(whole).length).toBeGreaterThan(0);
    expect(queries.filter((text) => /SELECT.*bodyHtml.*FROM/.test(text))).toHaveLength(1);
  });

  it('belong to users as they are now, also to one who once was in no organization', async () => {
    const shards = clickhouse.open('alone');
    const load = async (lines: readonly object[]) =>
      expect((await importLines(shards, clickhouse.place, lines)).problems).toEqual([]);
    const user = { kind: 'user', id: 'u7', signupDate: '2026-01-01', username: 'before' };
    const joinedAt = '2026-01-02T08:00:00Z';
    await load([...sound, user]);
    await load([{ kind: 'member', organizationId: org, userId: 'u7', role: 'student', joinedAt }]);
    await load([{ ...user, username: 'after' }]);
    const nameNow = async () =>
      (await openClickhouse(shards).records.userRecords('u7', false))?.user.username;
    expect(await nameNow()).toBe('after');
    await load([{ kind: 'user', id: 'u7', signupDate: '2026-01-01', username: 'last' }]);
    expect(await nameNow()).toBe('last');
  });
});
