import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import { literal, named, StoreRefused } from '@tallyboard/store';
import type { FactTables } from '../facts.js';
import { columnOf } from '../schema.js';
import { type Shards, shardOf } from '../shards.js';
import { sql } from '../sql.js';
import { type Bases, everywhere, tableIn, timeOfVersion, versionAt } from '../versions.js';

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
        ${eventKinds.has(kind) ? '1 - again - removed * again' : '0'} AS events FROM delta_${kind}`,
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
const [claimMs, commitMs] = [60_000, 30_000];

/** An organization that another import has changed since it was read, or is about to; `null` when there is none. */
const contested = async (shards: Shards, version: number, bases: Bases): Promise<string | null> => {
  const [claims, manifest] = [tableIn(shards, 'claim'), tableIn(shards, 'manifest')];
  const own = sql`organization IN (SELECT organization FROM ${claims} WHERE version = ${version})`;
  const others = sql`SELECT organization FROM ${claims}
    WHERE ${own} AND version != ${version}
      AND (organization, version) NOT IN (SELECT organization, version FROM ${manifest})
    GROUP BY organization, version HAVING min(at) > ${Date.now() - claimMs} LIMIT 1`;
  const newest = sql`SELECT organization, max(version) AS newest FROM ${manifest} WHERE ${own} GROUP BY organization`;
  for (const shard of shards.all) {
    for (const row of await shard.rows(others)) return String(row['organization']);
  }
  for (const shard of shards.all) {
    for (const { organization, newest: found } of await shard.rows(newest)) {
      const id = String(organization);
      if (Number(found) !== bases.get(id)?.version) return id;
    }
  }
  return null;
};

/**
 * Refuses an import when another one changes the same organization. Both leave their claims before they look at those of
 * others, so one of them at least sees the other.
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
        own.map((organization) => ({ organization, version, at })),
      );
    }
  };
  await leave(began);
  const other = await contested(shards, version, bases);
  const isLate = Date.now() - began > commitMs;
  if (other === null && !isLate) return;
  // Takes the claim back.
  await leave(0);
  throw new StoreRefused(
    other === null
      ? 'ClickHouse took too long; import again'
      : `another import has changed ${other} meanwhile; import again`,
  );
};

/** How long a load may take before it looks whether a sweep took it for one that broke off, in milliseconds. */
export const leastGraceMs = 3_600_000;

/** Refuses to name a version whose rows are not all there: a sweep removes those of a load that takes longer than its grace. */
const insistOnAllRows = async ({ database, shards }: Shipment, version: number): Promise<void> => {
  if (Date.now() - timeOfVersion(version) < leastGraceMs) return;
  for (const kind of factKinds.filter((one) => one !== 'apiKey')) {
    const query = sql`SELECT count() AS n FROM ${tableIn(shards, kind)} WHERE version = ${version}`;
    const counts = await Promise.all(shards.all.map((shard) => shard.rows(query)));
    const found = counts.flat().reduce((sum, { n }) => sum + Number(n), 0);
    const [row] = await database.rows(`SELECT count(*)::DOUBLE AS n FROM delta_${kind}`);
    const sent = Number(row?.['n']) * (kind === 'user' ? shards.all.length : 1);
    if (found === sent) continue;
    throw new StoreRefused(
      `of ${sent} rows of ${kind} only ${found} are there: a sweep took this load for one that broke off; import again, and sweep with a longer --older-than-hours`,
    );
  }
};

/**
 * Ships the tables `delta_*`. Rows are inserted first, and count once the manifest names their version: one insert a shard. A
 * load that ends before leaves rows that no reader sees.
 *
 * @param replaced - an organization whose older rows do not count any more
 */
export const ship = async (
  shipment: Shipment,
  bases: Bases,
  replaced: string | null,
  now = Date.now(),
): Promise<number> => {
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
  await insistOnAllRows(shipment, version);
  const own = touched.filter(({ organization }) => organization !== everywhere);
  await claim(
    shards,
    version,
    own.map(({ organization }) => organization),
    bases,
  );
  const rows = own.map(({ organization, events, changed }) => {
    const base = organization === replaced ? undefined : bases.get(organization);
    return {
      ...{ organization, version },
      since: organization === replaced ? version : (base?.since ?? version),
      events: (base?.events ?? 0) + events,
      changed: [...new Set([...(base?.changed ?? []), ...changed])],
    };
  });
  const users = { organization: everywhere, version, since: 0, events: 0, changed: [] };
  const hasUsers = own.length < touched.length;
  for (const [number, shard] of shards.all.entries()) {
    const here = rows.filter(({ organization }) => shards.numberOf(organization) === number);
    await shard.insertRows('manifest', hasUsers ? [...here, users] : here);
  }
  await insertFrom(shipment, 'apiKey', rowsOf('apiKey'));
  return version;
};
