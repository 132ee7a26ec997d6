import { setTimeout as wait } from 'node:timers/promises';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { StoreRefused } from '@tallyboard/store';
import { decidingFirst } from './keys.js';
import { insistOnSchema } from './schema.js';
import type { Shard, Shards } from './shards.js';
import { type Sql, sql } from './sql.js';
import { keyOf, leastVersionAt, tableIn } from './versions.js';

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

/** The rows of a table that are no longer read, of all that began to be written before a version. */
const deadRows = (shards: Shards, table: FactKind | 'manifest', before: number): Sql => {
  const manifest = tableIn(shards, 'manifest');
  const old = sql`version < ${before}`;
  // Since when rows count, for the readers of the newest version before and of all later ones.
  const since = sql`SELECT organization, max(since) AS first FROM ${manifest} WHERE ${old} GROUP BY organization`;
  const counted = sql`SELECT organization, version FROM ${manifest} ANY LEFT JOIN (${since}) USING (organization)
    WHERE version >= first`;
  if (table === 'manifest') return sql`${old} AND (organization, version) NOT IN (${counted})`;
  const rows = tableIn(shards, table);
  if (table === 'apiKey') {
    const first = sql`SELECT organization, min(version) FROM ${rows} GROUP BY organization`;
    const deciding = sql`SELECT organization, version FROM ${rows} ORDER BY ${decidingFirst} LIMIT 1 BY organization`;
    return sql`${old} AND (organization, version) NOT IN (${first}) AND (organization, version) NOT IN (${deciding})`;
  }
  const key = keyOf(table);
  const isCounted = sql`(organization, version) IN (${counted})`;
  const changed = sql`(organization, ${key}) IN (SELECT organization, ${key} FROM ${rows} WHERE again AND ${old} AND ${isCounted})`;
  const newest = sql`SELECT organization, ${key}, max(version) FROM ${rows}
    WHERE ${old} AND ${isCounted} AND ${changed} GROUP BY organization, ${key}`;
  const isReplaced = sql`${changed} AND (organization, ${key}, version) NOT IN (${newest})`;
  return sql`${old} AND (NOT (${isCounted}) OR (${isReplaced}))`;
};

/** How long ClickHouse may take for the rows of one sweep, in milliseconds. */
const patienceMs = 3_600_000;
const [firstPauseMs, lastPauseMs] = [25, 2_000];

/** Has a shard remove rows, and waits until it has. */
const remove = async (
  shard: Shard,
  shards: Shards,
  table: string,
  condition: Sql,
): Promise<void> => {
  await shard.run(sql`ALTER TABLE ${tableIn(shards, table)} DELETE WHERE ${condition}`);
  const end = performance.now() + patienceMs;
  const query = sql`SELECT 1 AS one FROM system.mutations
    WHERE database = ${shards.database} AND table = ${table} AND is_done = 0 LIMIT 1`;
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, lastPauseMs)) {
    if ((await shard.rows(query)).length === 0) return;
    if (performance.now() > end) {
      throw new StoreRefused(`ClickHouse is still removing rows of ${table}; it goes on by itself`);
    }
    await wait(pause);
  }
};

/** Facts before the manifest, which says what counts of them. */
const sweptTables: readonly (FactKind | 'manifest')[] = [...factKinds, 'manifest'];
/** What imports and sweeps leave to themselves. */
const notes = ['claim', 'asked', 'dead'] as const;

const sweepShard = async (
  { shards, now, graceMs, dryRun = false }: SweepPlan,
  shard: Shard,
  rows: Record<string, number>,
): Promise<void> => {
  await insistOnSchema({ ...shards, all: [shard] }, (error) => {
    throw error;
  });
  // A replica that lags behind would take what it has no manifest of for a load that broke off.
  for (const table of shards.replicated ? sweptTables : []) {
    await shard.run(sql`SYSTEM SYNC REPLICA ${tableIn(shards, table)}`);
  }
  const before = leastVersionAt(now - graceMs);
  const sweep = leastVersionAt(now);
  const notedIn = tableIn(shards, 'dead');
  const [found] = await shard.rows(
    sql`SELECT max(total_replicas) AS n FROM system.replicas WHERE database = ${shards.database} AND table = 'dead'`,
  );
  // A replica that had the deletion before the notes would leave rows.
  const note = (select: Sql) =>
    shard.run(sql`INSERT INTO ${notedIn} ${select}`, Number(found?.['n'] ?? 0));
  if (!dryRun) await note(sql`SELECT ${sweep}, '', '', '', ${before}`);
  for (const table of sweptTables) {
    const dead = deadRows(shards, table, before);
    const from = tableIn(shards, table);
    const [row] = await shard.rows(sql`SELECT count() AS n FROM ${from} WHERE ${dead}`);
    const count = Number(row?.['n']);
    if (count === 0) continue;
    if (!dryRun) {
      // Noted first: servers before 20 refuse joins in a deletion.
      const key = table === 'manifest' ? sql`''` : sql`toString(${keyOf(table)})`;
      const noted = sql`SELECT organization, key, dead FROM ${notedIn} WHERE version = ${sweep} AND table = ${table}`;
      await note(
        sql`SELECT ${sweep}, ${table}, organization, ${key}, version FROM ${from} WHERE ${dead}`,
      );
      await remove(shard, shards, table, sql`(organization, ${key}, version) IN (${noted})`);
    }
    rows[table] = count;
  }
  if (dryRun) return;
  for (const table of notes) await remove(shard, shards, table, sql`version < ${before}`);
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
