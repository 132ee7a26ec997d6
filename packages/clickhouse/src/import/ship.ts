import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factFields, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import { type Database, StoreRefused } from '@tallyboard/store';
import { columnOf } from '../schema.js';
import { type Shards, shardOf } from '../shards.js';
import { name, sql } from '../sql.js';
import {
  countedVersions,
  everywhere,
  keyOf,
  newestVersion,
  tableIn,
  timeOfVersion,
  type Version,
  versionAt,
} from '../versions.js';
import { column, quoted } from './delta.js';

/** The newest version of each organization, as it was before an import read it; `null` when there was none. */
export type Bases = Map<string, Version | null>;

/** Where the tables `delta_*` go. */
export interface Shipment {
  readonly database: Database;
  readonly shards: Shards;
  /** Room for files. */
  readonly directory: string;
}

/** Inserts what a query over DuckDB gives for each shard; writes one file at a time. Gives whether there was anything. */
const insertFrom = async (
  { database, shards, directory }: Shipment,
  table: string,
  queryOf: (shard: number) => string,
): Promise<boolean> => {
  let isAny = false;
  const path = join(directory, 'shipped.ndjson');
  for (const [number, shard] of shards.all.entries()) {
    await database.run(
      `COPY (${queryOf(number)}) TO '${path.replaceAll("'", "''")}' (FORMAT json)`,
    );
    if ((await stat(path)).size > 0) {
      await shard.insertFile(table, path);
      isAny = true;
    }
    await rm(path);
  }
  return isAny;
};

/** Users are on every shard, everything else is on the shard of its organization. */
const isOn = (kind: FactKind, shard: number, shards: Shards): string =>
  kind === 'user' ? 'true' : `${shardOf('organization', shards.all.length)} = ${shard}`;

/** Keys of new facts that ClickHouse has, although the import did not ask for them. */
export const keysThere = async (shipment: Shipment): Promise<readonly string[]> => {
  const { shards } = shipment;
  const version = versionAt(Date.now());
  const there: string[] = [];
  for (const kind of factKinds) {
    if (kind === 'billingTerm' || kind === 'seatChange') continue;
    const key = quoted(factKeys[kind].at(-1)!);
    const isAny = await insertFrom(
      shipment,
      'asked',
      () =>
        `SELECT ${version} AS version, '${kind}' AS what, ${key} AS id FROM delta_${kind} WHERE again = 0`,
    );
    if (!isAny) continue;
    const ids = sql`SELECT id FROM ${tableIn(shards, 'asked')} WHERE version = ${version} AND what = ${kind}`;
    const counts =
      kind === 'apiKey' ? sql`1` : sql`(organization, version) IN (${countedVersions(shards)})`;
    const query = sql`SELECT DISTINCT ${keyOf(kind)} AS id FROM ${tableIn(shards, kind)}
      WHERE ${keyOf(kind)} IN (${ids}) AND ${counts}`;
    for (const shard of shards.all)
      for (const row of await shard.rows(query)) there.push(String(row['id']));
  }
  return there;
};

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
const touchedBy = async ({ database, shards }: Shipment): Promise<readonly Touched[]> => {
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
  const users = await column(database, 'SELECT id FROM delta_user WHERE again = 1');
  const batch = 10_000;
  for (let at = 0; at < users.length; at += batch) {
    const query = sql`SELECT DISTINCT organization FROM ${tableIn(shards, 'member')} WHERE userId IN ${users.slice(at, at + batch)}`;
    for (const shard of shards.all) {
      for (const row of await shard.rows(query)) {
        const organization = String(row['organization']);
        if (!touched.has(organization))
          touched.set(organization, { organization, events: 0, changed: [] });
      }
    }
  }
  return [...touched.values()];
};

/** The organizations that an import touches and whose version it does not know. */
export const lateBases = async (shipment: Shipment, bases: Bases): Promise<Bases> => {
  const late: Bases = new Map();
  for (const { organization } of await touchedBy(shipment)) {
    if (organization === everywhere || bases.has(organization)) continue;
    late.set(organization, await newestVersion(shipment.shards, organization));
  }
  return late;
};

/** How long a claim keeps other imports away, and how long after its claim an import may still end, in milliseconds. */
const [claimMs, commitMs] = [60_000, 30_000];

/** An organization that another import has changed since it was read, or is about to; `null` when there is none. */
const contested = async (
  shards: Shards,
  version: number,
  organizations: readonly string[],
  bases: Bases,
): Promise<string | null> => {
  const [claims, manifest] = [tableIn(shards, 'claim'), tableIn(shards, 'manifest')];
  const others = sql`SELECT organization FROM ${claims}
    WHERE organization IN (SELECT organization FROM ${claims} WHERE version = ${version}) AND version != ${version}
      AND (organization, version) NOT IN (SELECT organization, version FROM ${manifest})
    GROUP BY organization, version HAVING min(at) > ${Date.now() - claimMs} LIMIT 1`;
  for (const shard of shards.all) {
    for (const row of await shard.rows(others)) return String(row['organization']);
  }
  for (const id of organizations) {
    const newest = await newestVersion(shards, id);
    if (newest?.version !== bases.get(id)?.version) return id;
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
  const other = await contested(shards, version, organizations, bases);
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
    for (const [number, shard] of shards.all.entries()) {
      const table = tableIn(shards, kind);
      const [found] = await shard.rows(
        sql`SELECT count() AS n FROM ${table} WHERE version = ${version}`,
      );
      const from = `delta_${kind} WHERE ${isOn(kind, number, shards)}`;
      const [sent] = await column(database, `SELECT count(*) FROM ${from}`);
      if (Number(found?.['n']) === Number(sent)) continue;
      throw new StoreRefused(
        `of ${sent} rows of ${kind} only ${String(found?.['n'])} are there: a sweep took this load for one that broke off; import again, and sweep with a longer --older-than-hours`,
      );
    }
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
): Promise<void> => {
  const { shards } = shipment;
  const touched = await touchedBy(shipment);
  const newest = Math.max(0, ...Array.from(bases.values(), (base) => base?.version ?? 0));
  const version = Math.max(versionAt(now), newest + 1);
  const rowsOf = (kind: FactKind) => (shard: number) => {
    const fields = factFields[kind].map((field) => {
      const column = quoted(field.name);
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
  const named = own.map(({ organization, events, changed }) => {
    const base = organization === replaced ? null : (bases.get(organization) ?? null);
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
    const here = named.filter(({ organization }) => shards.numberOf(organization) === number);
    await shard.insertRows('manifest', hasUsers ? [...here, users] : here);
  }
  await insertFrom(shipment, 'apiKey', rowsOf('apiKey'));
};

/** Whether nothing was ever imported. */
export const isEmpty = async (shards: Shards): Promise<boolean> => {
  const query = sql`SELECT version FROM ${name(shards.database)}.manifest LIMIT 1`;
  const found = await Promise.all(shards.all.map((shard) => shard.rows(query)));
  return found.flat().length === 0;
};
