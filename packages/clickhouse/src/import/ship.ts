import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import { literal, named, StoreRefused } from '@tallyboard/store';
import type { FactTables } from '../facts.js';
import { columnOf } from '../schema.js';
import { type Shards, shardOf } from '../shards.js';
import { sql } from '../sql.js';
import { type Bases, everywhere, isNamed, tableIn, versionAt } from '../versions.js';

/** Where the tables `delta_*` go. */
export interface Shipment extends FactTables {
  readonly shards: Shards;
}

/** Inserts what a query over DuckDB gives for each shard; writes one file at a time. */
export const insertFrom = async (
  { database, shards, directory }: Shipment,
  table: string,
  queryOf: (shard: number) => string,
): Promise<void> => {
  const path = join(directory, 'shipped.ndjson');
  for (const [number, shard] of shards.all.entries()) {
    await database.run(`COPY (${queryOf(number)}) TO ${literal(path)} (FORMAT json)`);
    if ((await stat(path)).size > 0) await shard.insertFile(table, path);
    await rm(path);
  }
};

/** Users are on every shard, everything else is on the shard of its organization. */
const isOn = (kind: FactKind, shard: number, shards: Shards): string =>
  kind === 'user' ? 'true' : `${shardOf('organization', shards.all.length)} = ${shard}`;

const eventKinds: ReadonlySet<FactKind> = new Set([
  ...(['board', 'post', 'comment', 'reaction', 'visit', 'attachment', 'play', 'scan'] as const),
]);

/** What an import does to an organization. */
interface Touched {
  readonly organization: string;
  /** How many events come, less those that go. */
  readonly events: number;
  readonly changed: readonly FactKind[];
}

/** The organizations that an import touches: also those that a changed user was ever a member of. */
const touchedBy = async (shipment: Shipment): Promise<readonly Touched[]> => {
  const { database, shards } = shipment;
  const parts = factKinds
    .filter((kind) => kind !== 'apiKey')
    .map(
      (kind) => `SELECT organization, '${kind}' AS kind, again,
        ${eventKinds.has(kind) ? '1 - again - removed' : '0'} AS events FROM delta_${kind}`,
    );
  const rows = await database.rows(
    `SELECT organization, CAST(sum(events) AS DOUBLE) AS events,
       coalesce(list(DISTINCT kind) FILTER (again = 1), []) AS changed
     FROM (${parts.join(' UNION ALL ')}) GROUP BY organization`,
  );
  const touched = new Map(
    rows.map((row) => [String(row['organization']), row as unknown as Touched]),
  );
  const asked = versionAt(Date.now());
  await insertFrom(
    shipment,
    'asked',
    () => `SELECT ${asked} AS version, 'user' AS what, id FROM delta_user WHERE again = 1`,
  );
  const users = sql`SELECT id FROM ${tableIn(shards, 'asked')} WHERE version = ${asked}`;
  const members = sql`SELECT DISTINCT organization FROM ${tableIn(shards, 'member')} WHERE userId IN (${users})`;
  for (const shard of shards.all) {
    for (const row of await shard.rows(members)) {
      const organization = String(row['organization']);
      if (!touched.has(organization)) {
        touched.set(organization, { organization, events: 0, changed: [] });
      }
    }
  }
  return [...touched.values()];
};

/** How long a claim keeps other imports away, and how long after its claim an import may still end, in milliseconds. */
export const claimMs = 60_000;
const commitMs = 30_000;

/** Why an import must not give organizations its version, which it has claimed; `null` when it may. */
const conflictOf = async (shards: Shards, version: number): Promise<string | null> => {
  const [claims, manifest] = [tableIn(shards, 'claim'), tableIn(shards, 'manifest')];
  const own = sql`SELECT organization, base FROM ${claims} WHERE version = ${version}`;
  const changed = sql`
    SELECT organization FROM ${claims}
      WHERE version != ${version} AND organization IN (SELECT organization FROM (${own})) AND NOT ${isNamed(shards)}
      GROUP BY organization, version HAVING min(at) > ${Date.now() - claimMs}
    UNION ALL
    SELECT organization FROM ${manifest} ANY INNER JOIN (${own}) USING (organization) WHERE version > base`;
  const swept = sql`SELECT dead FROM ${tableIn(shards, 'dead')} WHERE table = '' AND dead > ${version}`;
  for (const shard of shards.all) {
    const [other] = await shard.rows(changed);
    if (other !== undefined) {
      return `another import has changed ${String(other['organization'])} meanwhile; import again`;
    }
    if ((await shard.rows(swept)).length > 0) {
      return 'a sweep took this load for one that broke off; import again, and sweep with a longer --older-than-hours';
    }
  }
  return null;
};

/**
 * Refuses an import when another one changes the same organization, or a sweep removes its rows. Each leaves its claim or
 * note before it looks at those of others, so one of them at least sees the other.
 */
const claim = async (
  shards: Shards,
  version: number,
  organizations: readonly string[],
  bases: Bases,
): Promise<void> => {
  const began = Date.now();
  const leave = async (at: number): Promise<void> => {
    for (const [number, shard] of shards.all.entries()) {
      const own = organizations.filter((one) => shards.numberOf(one) === number);
      await shard.insertRows(
        'claim',
        own.map((organization) => {
          const base = bases.get(organization)?.version ?? 0;
          return { organization, version, base, at };
        }),
      );
    }
  };
  await leave(began);
  const isLate = () => Date.now() - began > commitMs;
  const conflict =
    (await conflictOf(shards, version)) ??
    (isLate() ? 'ClickHouse took too long; import again' : null);
  if (conflict === null) return;
  // Takes the claim back.
  await leave(0);
  throw new StoreRefused(conflict);
};

/**
 * Ships the tables `delta_*`. Rows are inserted first, and count once the manifest names their version: one insert a shard. A
 * load that ends before leaves rows that no reader sees.
 */
export const ship = async (shipment: Shipment, bases: Bases, now = Date.now()): Promise<number> => {
  const { shards } = shipment;
  const touched = await touchedBy(shipment);
  const newest = [...bases.values()].reduce((last, base) => Math.max(last, base.version), 0);
  const version = Math.max(versionAt(now), newest + 1);
  const rowsOf = (kind: FactKind) => (shard: number) => {
    const fields = factFields[kind].map((field) => {
      const column = named(field.name);
      return `${columnOf(field).write(column)} AS ${column}`;
    });
    const some = kind === 'apiKey' ? 'NOT removed' : 'true';
    return `SELECT organization, ${version} AS version, removed, again, ${fields.join(', ')}
      FROM delta_${kind} WHERE ${isOn(kind, shard, shards)} AND ${some}`;
  };
  for (const kind of factKinds)
    if (kind !== 'apiKey') await insertFrom(shipment, kind, rowsOf(kind));
  const own = touched.filter(({ organization }) => organization !== everywhere);
  const ids = own.map(({ organization }) => organization);
  await claim(shards, version, ids, bases);
  const rows = own.map(({ organization, events, changed }) => {
    const base = bases.get(organization);
    return {
      ...{ organization, version },
      events: (base?.events ?? 0) + events,
      changed: [...new Set([...(base?.changed ?? []), ...changed])],
    };
  });
  const users = { organization: everywhere, version, events: 0, changed: [] };
  const hasUsers = own.length < touched.length;
  for (const [number, shard] of shards.all.entries()) {
    const here = rows.filter(({ organization }) => shards.numberOf(organization) === number);
    await shard.insertRows('manifest', hasUsers ? [...here, users] : here);
  }
  await insertFrom(shipment, 'apiKey', rowsOf('apiKey'));
  return version;
};
