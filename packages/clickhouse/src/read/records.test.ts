import { missingForLong } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { board, type Line, sound } from '../../../store/src/import/import-facts.test-kit.js';
import { clickhouseForTests, importLines } from '../clickhouse.test-kit.js';
import { openClickhouse } from './open-clickhouse.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: boards from ClickHouse; ${missing}`);

describe.skipIf(missing !== null)('boards from ClickHouse', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(1);
  });
  afterAll(() => clickhouse.dispose());

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
});
