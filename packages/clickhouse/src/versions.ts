import { type FactKind, factKeys } from '@tallyboard/core/vocabulary';
import { Unavailable } from '@tallyboard/ports';
import { type Shards, unavailableSeconds } from './shards.js';
import { name, type Sql, sql } from './sql.js';

/*
 * Rows are only added, each with the version of its import. A version counts for an organization as soon as the manifest
 * has a row of both: one insert for all organizations of a shard. A fact that changes gets another row, one that is
 * removed gets a row with `removed`; both have `again`, and the newest row of their key counts.
 */

/** The organization of users, who are in the tables of every shard. */
export const everywhere = '';

/** The field that distinguishes the facts of a kind in one organization. */
export const keyOf = (kind: FactKind): Sql => name(factKeys[kind].at(-1) ?? 'id');

/** A version of an organization, as the manifest names it. */
export interface Version {
  readonly organization: string;
  readonly version: number;
  /** How many events count. */
  readonly events: number;
}

/** All versions of users up to one. */
export const usersUpTo = (version: number): Version => ({
  ...{ organization: everywhere, version, events: 0 },
});

/** The newest state of users. */
export const usersNow = usersUpTo(Number.MAX_SAFE_INTEGER);

/**
 * The version of an import that begins now, in milliseconds since 1970: later ones are larger, also when several programs
 * import.
 */
export const versionAt = (ms: number): number => ms * 1_000 + Math.floor(Math.random() * 1_000);

/** The least version of an import that began at a time or later. */
export const leastVersionAt = (ms: number): number => Math.floor(ms) * 1_000;

/** When the import of a version began, in milliseconds since 1970. */
export const timeOfVersion = (version: number): number => Math.floor(version / 1_000);

export const tableIn = ({ database }: Pick<Shards, 'database'>, table: string): Sql =>
  sql`${name(database)}.${name(table)}`;

/** The newest version of an organization; `null` when nothing was ever imported into it. */
export const newestVersion = async (
  shards: Shards,
  organization: string,
): Promise<Version | null> => {
  const [row] = await shards.of(organization).rows(
    sql`SELECT * FROM ${tableIn(shards, 'manifest')}
      WHERE organization = ${organization} ORDER BY version DESC LIMIT 1`,
  );
  return row === undefined ? null : (row as unknown as Version);
};

/** A version that was newest once; ends with `Unavailable` when a sweep has removed rows of it. */
export const versionOnce = async (
  shards: Shards,
  organization: string,
  version: number,
): Promise<Version> => {
  // What a version replaced before the time of a sweep is gone.
  const swept = sql`SELECT max(dead) FROM ${tableIn(shards, 'dead')} WHERE table = ''`;
  const [found, next] = await shards.of(organization).rows(
    sql`SELECT *, version < (${swept}) AS isSwept FROM ${tableIn(shards, 'manifest')}
      WHERE organization = ${organization} AND version >= ${version} ORDER BY version LIMIT 2`,
  );
  if (found?.['version'] === version && next?.['isSwept'] !== 1) {
    return found as unknown as Version;
  }
  throw new Unavailable(
    `Version ${version} of ${organization} was replaced and swept.`,
    unavailableSeconds,
  );
};

/** The rows of a kind with the versions that count, superseded ones too; ends with a condition. */
export const rowsOf = (shards: Shards, kind: FactKind, { organization, version }: Version): Sql =>
  sql`${tableIn(shards, kind)} WHERE organization = ${organization} AND version IN (
    SELECT version FROM ${tableIn(shards, 'manifest')}
    WHERE organization = ${organization} AND version <= ${version})`;

/** The rows of a kind that count in a version; ends with a condition. */
export const currentRows = (shards: Shards, kind: FactKind, of: Version): Sql => {
  const rows = rowsOf(shards, kind, of);
  const key = keyOf(kind);
  const changed = sql`${key} IN (SELECT ${key} FROM ${rows} AND again)`;
  return sql`${rows} AND NOT removed AND (NOT ${changed}
    OR (${key}, version) IN (SELECT ${key}, max(version) FROM ${rows} AND ${changed} GROUP BY ${key}))`;
};

/** The newest of some rows for each key, unless it says that the fact was removed. */
export const newestRows = (columns: Sql, rows: Sql, key: Sql, order = sql`version DESC`): Sql =>
  sql`SELECT ${columns} FROM (
    SELECT ${columns}, removed FROM ${rows} ORDER BY ${order} LIMIT 1 BY ${key}) WHERE NOT removed`;

/** Whether the manifest names the version of a row, in the table of any organization. */
export const isNamed = (shards: Shards): Sql =>
  sql`(organization, version) IN (SELECT organization, version FROM ${tableIn(shards, 'manifest')})`;
