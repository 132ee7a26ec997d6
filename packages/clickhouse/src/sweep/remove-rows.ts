import { setTimeout as wait } from 'node:timers/promises';
import { StoreRefused } from '@tallyboard/store';
import type { Shard, Shards } from '../shards.js';
import { name, type Sql, sql } from '../sql/sql.js';

type Database = Pick<Shards, 'database'>;

/** How long ClickHouse may take for the rows of one sweep, in milliseconds. */
const patienceMs = 3_600_000;
const [firstPauseMs, lastPauseMs] = [25, 2_000];

/** Tables in which a shard is still removing rows. */
const busyTables = async (shard: Shard, { database }: Database): Promise<ReadonlySet<string>> => {
  const rows = await shard.rows(
    sql`SELECT DISTINCT table FROM system.mutations WHERE database = ${database} AND is_done = 0`,
  );
  return new Set(rows.map(({ table }) => String(table)));
};

/** Has a shard remove rows, and does not wait: every part of the table that has some is rewritten. */
export const removeRows = async (
  shard: Shard,
  { database }: Database,
  table: string,
  conditions: readonly Sql[],
): Promise<void> => {
  for (const condition of conditions) {
    await shard.run(sql`ALTER TABLE ${name(database)}.${name(table)} DELETE WHERE ${condition}`);
  }
};

/**
 * Waits until a shard has removed all rows that it had to.
 *
 * @param gone - gets each table as it is done
 */
export const awaitRemoval = async (
  shard: Shard,
  database: Database,
  tables: readonly string[],
  gone: (table: string) => void,
): Promise<void> => {
  const end = performance.now() + patienceMs;
  let left = tables;
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, lastPauseMs)) {
    const busy = await busyTables(shard, database);
    for (const table of left) if (!busy.has(table)) gone(table);
    left = left.filter((table) => busy.has(table));
    if (left.length === 0) return;
    if (performance.now() > end) {
      throw new StoreRefused(
        `ClickHouse is still removing ${left.join(', ')}; it goes on by itself`,
      );
    }
    await wait(pause);
  }
};
