import { setTimeout as wait } from 'node:timers/promises';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { StoreRefused } from '@tallyboard/store';
import { claimMs } from './import/ship.js';
import { decidingFirst } from './keys.js';
import { insistOnSchema } from './schema.js';
import { type Shard, type Shards, silenceMs } from './shards.js';
import { type Sql, sql } from './sql.js';
import { isNamed, keyOf, leastVersionAt, tableIn } from './versions.js';

/** What to sweep, and what to leave. */
export interface SweepPlan {
  /** What is swept, all of them. */
  readonly shards: Shards;
  /** The time of the sweep, in milliseconds since 1970. */
  readonly now: number;
  /**
   * For how long nothing is removed that began to be written, in milliseconds. Longer than any load
   * takes, and than a reader may still read what the load replaced.
   */
  readonly graceMs: number;
  /** Only says what would be removed. */
  readonly dryRun?: boolean;
}

/** The result of one shard. */
export interface SweptShard {
  /** Its number, from 1. */
  readonly shard: number;
  /** Rows that are gone, or would be, by table; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** Why the rest of the shard was not swept; `null` when all of it was. */
  readonly problem: string | null;
}

/** The rows of a kind that are no longer read, of all that began to be written before a version. */
const deadRows = (shards: Shards, kind: FactKind, before: number): Sql => {
  const [rows, old] = [tableIn(shards, kind), sql`version < ${before}`];
  if (kind === 'apiKey') {
    const first = sql`SELECT organization, min(version) FROM ${rows} GROUP BY organization`;
    const deciding = sql`SELECT organization, version FROM ${rows} ORDER BY ${decidingFirst} LIMIT 1 BY organization`;
    return sql`${old} AND (organization, version) NOT IN (${first}) AND (organization, version) NOT IN (${deciding})`;
  }
  const key = sql`organization, ${keyOf(kind)}`;
  const counted = sql`${rows} WHERE ${old} AND ${isNamed(shards)}`;
  const isChanged = sql`(${key}) IN (SELECT ${key} FROM ${counted} AND again)`;
  const newest = sql`SELECT ${key}, max(version) FROM ${counted} AND ${isChanged} GROUP BY ${key}`;
  // The row of a removed fact goes last: without it, an earlier row would count again.
  const last = sql`SELECT ${key} FROM ${rows} WHERE ${isChanged} GROUP BY ${key} HAVING count() = 1`;
  const isReplaced = sql`(${key}, version) NOT IN (${newest}) OR removed AND (${key}) IN (${last})`;
  // An import that has claimed its organizations is about to be named.
  const claimed = sql`SELECT version FROM ${tableIn(shards, 'claim')} WHERE at > ${Date.now() - claimMs}`;
  const isBroken = sql`NOT ${isNamed(shards)} AND version NOT IN (${claimed})`;
  return sql`${old} AND (${isBroken} OR ${isChanged} AND (${isReplaced}))`;
};

/** How long ClickHouse may take for the rows of one sweep, in milliseconds. */
const patienceMs = 3_600_000;
const [firstPauseMs, lastPauseMs] = [25, 2_000];

/** Waits until a shard has no mutation under way. */
const removed = async (shard: Shard, { database }: Shards): Promise<void> => {
  const end = performance.now() + patienceMs;
  const query = sql`SELECT table FROM system.mutations WHERE database = ${database} AND is_done = 0 LIMIT 1`;
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, lastPauseMs)) {
    const [row] = await shard.rows(query, silenceMs.table);
    if (row === undefined) return;
    if (performance.now() > end) {
      const table = String(row['table']);
      throw new StoreRefused(`ClickHouse is still removing rows of ${table}; it goes on by itself`);
    }
    await wait(pause);
  }
};

const sweepShard = async (
  { shards, now, graceMs, dryRun = false }: SweepPlan,
  shard: Shard,
  rows: Record<string, number>,
): Promise<void> => {
  await insistOnSchema({ ...shards, all: [shard] }, (error) => {
    throw error;
  });
  // A replica that lags behind would take what it has no manifest of for a load that broke off.
  for (const table of shards.replicated ? [...factKinds, 'manifest', 'claim'] : []) {
    await shard.run(sql`SYSTEM SYNC REPLICA ${tableIn(shards, table)}`);
  }
  const before = leastVersionAt(now - graceMs);
  const sweep = leastVersionAt(now);
  const notes = tableIn(shards, 'dead');
  const [found] = await shard.rows(
    sql`SELECT max(total_replicas) AS n FROM system.replicas WHERE database = ${shards.database} AND table = 'dead'`,
  );
  const note = (select: Sql) =>
    shard.run(sql`INSERT INTO ${notes} ${select}`, Number(found?.['n'] ?? 0));
  const remove = (table: string, condition: Sql) =>
    shard.run(sql`ALTER TABLE ${tableIn(shards, table)} DELETE WHERE ${condition}`);
  if (!dryRun) await note(sql`SELECT ${sweep}, '', '', '', ${before}`);
  for (const kind of factKinds) {
    const [key, from] = [keyOf(kind), tableIn(shards, kind)];
    const dead = sql`${from} WHERE ${deadRows(shards, kind, before)}`;
    const [row] = await shard.rows(sql`SELECT count() AS n FROM ${dead}`, silenceMs.table);
    const count = Number(row?.['n']);
    if (count === 0) continue;
    rows[kind] = count;
    if (dryRun) continue;
    // Noted on every replica first: each removes by what it has, and one that lags behind would leave rows.
    await note(sql`SELECT ${sweep}, ${kind}, organization, toString(${key}), version FROM ${dead}`);
    const noted = sql`SELECT organization, key, dead FROM ${notes} WHERE version = ${sweep} AND table = ${kind}`;
    await remove(kind, sql`(organization, toString(${key}), version) IN (${noted})`);
  }
  if (dryRun) return;
  for (const table of ['claim', 'asked', 'dead']) await remove(table, sql`version < ${before}`);
  await removed(shard, shards);
};

/**
 * Removes rows that are no longer read: replaced ones, and those of loads that broke off.
 *
 * A version says when it began to be written, not when the manifest named it. So whatever is younger than the grace stays:
 * what a version took the place of goes no sooner than the grace, less the time of one load, after the last reader
 * began. A sweep that breaks off is done again by the next.
 */
export const sweepClickhouse = (plan: SweepPlan): Promise<readonly SweptShard[]> =>
  Promise.all(
    plan.shards.all.map(async (shard, at) => {
      const rows: Record<string, number> = {};
      const problem = await sweepShard(plan, shard, rows).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return { shard: at + 1, rows, problem };
    }),
  );
