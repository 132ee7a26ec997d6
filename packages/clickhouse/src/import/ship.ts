import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import { jsonFrom, literal, named, StoreRefused } from '@tallyboard/store';
import { type FactTables, saveLines } from '../facts.js';
import { columnOf } from '../schema.js';
import { type Shards, shardOf, silenceMs } from '../shards.js';
import { type Sql, sql } from '../sql.js';
import { everywhere, isNamed, tableIn, versionAt } from '../versions.js';

/** Where the tables `delta_*` go. */
export interface Shipment extends FactTables {
  readonly shards: Shards;
}

/** Inserts what a query over DuckDB gives for each shard; writes one file at a time. */
const insertFrom = async (
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

/** Sends the columns `what` and `id` of a query over DuckDB to every shard; gives a query for the ids there. */
export const sendIds = async (
  shipment: Shipment,
  version: number,
  query: string,
): Promise<(what: string) => Sql> => {
  await insertFrom(
    shipment,
    'asked',
    () => `SELECT ${version} AS version, what, id FROM (${query})`,
  );
  const asked = tableIn(shipment.shards, 'asked');
  return (what) => sql`SELECT id FROM ${asked} WHERE version = ${version} AND what = ${what}`;
};

/** Makes the table `base`, the newest version of every organization; says whether there is any. */
export const readBases = async ({ database, shards, directory }: Shipment): Promise<boolean> => {
  const query = sql`SELECT * FROM ${tableIn(shards, 'manifest')} ORDER BY version DESC LIMIT 1 BY organization`;
  const rows = jsonFrom(await saveLines(directory, 'base', shards.all, query), {
    ...{ organization: 'VARCHAR', version: 'UBIGINT', events: 'BIGINT' },
  });
  // That of users is on every shard.
  await database.run(
    `CREATE TEMP TABLE base AS SELECT DISTINCT ON (organization) * FROM ${rows} ORDER BY version DESC`,
  );
  return (await database.rows('FROM base LIMIT 1')).length > 0;
};

export const eventKinds = new Set<FactKind>([
  ...(['board', 'post', 'comment', 'reaction', 'visit', 'attachment', 'play', 'scan'] as const),
]);

/**
 * Makes the table `touched` of the organizations that an import touches, with what the manifest will say: also those that a
 * changed user was ever a member of.
 */
const makeTouched = async (shipment: Shipment): Promise<void> => {
  const { database, shards, directory } = shipment;
  const changed = `SELECT 'user' AS what, id FROM delta_user WHERE again = 1`;
  const users = (await sendIds(shipment, versionAt(Date.now()), changed))('user');
  const members = sql`SELECT DISTINCT organization FROM ${tableIn(shards, 'member')} WHERE userId IN (${users})`;
  const path = await saveLines(directory, 'touched', shards.all, members);
  const parts = factKinds
    .filter((kind) => kind !== 'apiKey')
    .map((kind) => {
      const events = eventKinds.has(kind) ? '1 - again - removed' : '0';
      return `SELECT organization, ${events} AS events FROM delta_${kind}`;
    });
  await database.run(`CREATE TEMP TABLE touched AS
    SELECT organization, coalesce(any_value(base.version), 0) AS base,
      CAST(coalesce(any_value(base.events), 0) + sum(delta.events) AS BIGINT) AS events
    FROM (${parts.join(' UNION ALL ')}
      UNION ALL SELECT organization, 0 FROM ${jsonFrom(path, { organization: 'VARCHAR' })}) AS delta
    LEFT JOIN base USING (organization) GROUP BY organization`);
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
    const [other] = await shard.rows(changed, silenceMs.table);
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
  leaveClaim: (at: number) => Promise<void>,
): Promise<void> => {
  const began = Date.now();
  await leaveClaim(began);
  const conflict =
    (await conflictOf(shards, version)) ??
    (Date.now() - began > commitMs ? 'ClickHouse took too long; import again' : null);
  if (conflict === null) return;
  // Takes the claim back.
  await leaveClaim(0);
  throw new StoreRefused(conflict);
};

/**
 * Ships the tables `delta_*`. Rows are inserted first, and count once the manifest names their version: one insert a shard. A
 * load that ends before leaves rows that no reader sees.
 */
export const ship = async (shipment: Shipment, now = Date.now()): Promise<number> => {
  const { database, shards } = shipment;
  await makeTouched(shipment);
  const [row] = await database.rows('SELECT max(version)::DOUBLE AS newest FROM base');
  const version = Math.max(versionAt(now), Number(row?.['newest'] ?? 0) + 1);
  // Users are on every shard, everything else is on the shard of its organization.
  const home = shardOf('organization', shards.all.length);
  const send = (table: string, columns: string, from: string): Promise<void> =>
    insertFrom(
      shipment,
      table,
      (shard) => `SELECT organization, ${version} AS version, ${columns} FROM ${from}
        WHERE organization = '${everywhere}' OR ${home} = ${shard}`,
    );
  const sendFacts = (kind: FactKind, from: string): Promise<void> => {
    const fields = factFields[kind].map((field) => {
      const column = named(field.name);
      return `${columnOf(field).write(column)} AS ${column}`;
    });
    return send(kind, `removed, again, ${fields.join(', ')}`, from);
  };
  for (const kind of factKinds) if (kind !== 'apiKey') await sendFacts(kind, `delta_${kind}`);
  await claim(shards, version, (at) =>
    send('claim', `base, ${at} AS at`, `(FROM touched WHERE organization <> '${everywhere}')`),
  );
  await send('manifest', 'events', 'touched');
  await sendFacts('apiKey', '(FROM delta_apiKey WHERE removed = 0)');
  return version;
};
