import { leastVersionAt } from '../load/versions.js';
import { insistOnKnownSchema } from '../schema/migrations.js';
import type { Shard, Shards } from '../shards.js';
import { name, sql } from '../sql/sql.js';
import { deadRows, sweptTables } from './dead-rows.js';
import { awaitRemoval, removeRows } from './remove-rows.js';

/**
 * The shortest grace that operators may choose, in milliseconds: a load that took less need not look
 * whether a sweep took it for one that broke off.
 */
export const leastGraceMs = 3_600_000;

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

const sweepShard = async (
  { shards, now, graceMs, dryRun = false }: SweepPlan,
  shard: Shard,
  gone: (table: string, rows: number) => void,
): Promise<void> => {
  await insistOnKnownSchema(shards, shard);
  // A replica that lags behind would take what it has no manifest of for a load that broke off.
  for (const table of shards.replicated ? ['manifest', 'apiKey'] : []) {
    await shard.run(sql`SYSTEM SYNC REPLICA ${name(shards.database)}.${name(table)}`);
  }
  const before = leastVersionAt(now - graceMs);
  const dead = new Map<string, number>();
  for (const table of sweptTables) {
    const { rows, conditions } = await deadRows(shard, shards, table, before);
    if (rows === 0) continue;
    if (!dryRun) await removeRows(shard, shards, table, conditions);
    dead.set(table, rows);
  }
  const tell = (table: string) => gone(table, dead.get(table) ?? 0);
  if (dryRun) [...dead.keys()].forEach(tell);
  else await awaitRemoval(shard, shards, [...dead.keys()], tell);
};

/**
 * Removes rows that are no longer read: those of versions that have a newer one, and those of loads
 * that broke off.
 *
 * A version says when it began to be written, not when its manifest came. So of what is older than the
 * grace every scope keeps its newest version, and whatever is younger stays altogether: what a version
 * took the place of goes no sooner than the grace, less the time of one load, after the last reader
 * began. A sweep that breaks off is done again by the next.
 */
export const sweepClickhouse = (plan: SweepPlan): Promise<readonly SweptShard[]> =>
  Promise.all(
    plan.shards.all.map(async (shard, at) => {
      const rows: Record<string, number> = {};
      const problem = await sweepShard(plan, shard, (table, n) => void (rows[table] = n)).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return { shard: at + 1, rows, problem };
    }),
  );
