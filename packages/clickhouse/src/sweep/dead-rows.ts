import { factKinds } from '@tallyboard/core/vocabulary';
import { decidingFirst } from '../keys/key-rows.js';
import type { Shard, Shards } from '../shards.js';
import { joined, name, type Sql, sql } from '../sql/sql.js';

/** The tables that a sweep goes through. Places are left: they are hints, one for a thing and a scope. */
export const sweptTables: readonly string[] = [...factKinds, 'manifest'];

/** How many versions one statement names: replicas keep statements where there is room for a megabyte. */
const namedAtOnce = 2_000;

/** Rows of one table that are no longer read. */
export interface DeadRows {
  readonly rows: number;
  /** All of them, in parts that are small enough for one statement each. */
  readonly conditions: readonly Sql[];
}

/**
 * What counts of all that began to be written before some version, as pairs `scope, kept`: in the manifest
 * the newest version of a scope; of facts its parts, and those of all later versions; of a key, which has no
 * manifest, the row that decides and the first, which shows since when the key is known.
 */
const keptOf = (database: Sql, table: string, before: number): Sql => {
  const newest = sql`SELECT scope, max(version) AS kept FROM ${database}.manifest
    WHERE version < ${before} GROUP BY scope`;
  if (table === 'manifest') return newest;
  return table === 'apiKey'
    ? sql`SELECT scope, kept FROM (
        SELECT scope, version AS kept FROM ${database}.apiKey ORDER BY ${decidingFirst} LIMIT 1 BY scope
        UNION ALL SELECT scope, min(version) AS kept FROM ${database}.apiKey GROUP BY scope)`
    : sql`SELECT scope, arrayJoin(arrayConcat([version], parts)) AS kept FROM ${database}.manifest
        WHERE version >= ${before} OR (scope, version) IN (${newest})`;
};

const inParts = (items: readonly Sql[], condition: (list: Sql) => Sql): readonly Sql[] => {
  const parts: Sql[] = [];
  for (let at = 0; at < items.length; at += namedAtOnce) {
    parts.push(condition(joined(items.slice(at, at + namedAtOnce), ', ')));
  }
  return parts;
};

/**
 * The dead rows of a table on one shard: whatever began to be written before some version, but for what
 * counts of it. Versions that no scope has any more are named by themselves, others scope by scope.
 */
export const deadRows = async (
  shard: Shard,
  { database }: Pick<Shards, 'database'>,
  table: string,
  before: number,
): Promise<DeadRows> => {
  const [place, kept] = [name(database), keptOf(name(database), table, before)];
  const from = sql`FROM ${place}.${name(table)} WHERE version < ${before}`;
  const keptVersions = sql`SELECT DISTINCT kept FROM (${kept})`;
  const versions = await shard.rows(
    sql`SELECT version, count() AS n ${from} AND version NOT IN (${keptVersions}) GROUP BY version`,
  );
  const pairs = await shard.rows(
    sql`SELECT scope, version, count() AS n ${from} AND version IN (${keptVersions})
      AND (scope, version) NOT IN (${kept}) GROUP BY scope, version`,
  );
  return {
    rows: [...versions, ...pairs].reduce((sum, { n }) => sum + Number(n), 0),
    conditions: [
      ...inParts(
        versions.map(({ version }) => sql`${Number(version)}`),
        (list) => sql`version IN (${list})`,
      ),
      ...inParts(
        pairs.map(({ scope, version }) => sql`(${String(scope)}, ${Number(version)})`),
        (list) => sql`(scope, version) IN (${list})`,
      ),
    ],
  };
};
