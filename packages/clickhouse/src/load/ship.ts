import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { type Database, StoreRefused, withStored } from '@tallyboard/store';
import { type Field, fieldsOf } from '../schema/columns.js';
import type { Shard, Shards } from '../shards.js';
import { joined, name, sql } from '../sql/sql.js';
import { leastGraceMs } from '../sweep/sweep.js';
import { divideIntoScopes, placesOf, type Shipped, scopedFacts } from './scopes.js';
import { timeOfVersion } from './versions.js';

const shipped = ({ name, type, nullable }: Field): string => {
  const x = `fact."${name}"`;
  const forms: Readonly<Record<string, string>> = {
    boolean: nullable ? `CAST(${x} AS INTEGER)` : `coalesce(CAST(${x} AS INTEGER), 0)`,
    date: `CAST(${x} - DATE '1970-01-01' AS INTEGER)`,
    instant: `epoch_ms(${x})`,
    number: `CAST(${x} AS VARCHAR)`,
    amount: `CAST(${x} AS VARCHAR)`,
  };
  return `${forms[type] ?? x} AS "${name}"`;
};

/** Inserts what a query over DuckDB gives for each shard; writes one file at a time. */
const insertFrom = async (
  { run }: Database,
  shards: Shards,
  directory: string,
  table: string,
  queryOf: (shard: number) => string,
): Promise<void> => {
  const path = join(directory, 'shipped.ndjson');
  for (const [number, shard] of shards.all.entries()) {
    await run(`COPY (${queryOf(number)}) TO '${path.replaceAll("'", "''")}' (FORMAT json)`);
    await shard.insertFile(table, path);
    await rm(path);
  }
};

const factQuery = (facts: Shipped, kind: FactKind, version: number) => (shard: number) => {
  const { from, codes } = scopedFacts(facts)[kind]!;
  const fields = fieldsOf[kind].map(shipped);
  const list = ['place.scope', `${version} AS version`, ...fields, ...codes];
  const shardOf =
    kind === 'apiKey'
      ? `place.shard = ${shard}`
      : `place.scope IN (SELECT scope FROM scopes WHERE shard = ${shard})`;
  return `SELECT ${list.join(', ')} FROM ${from} WHERE ${shardOf}`;
};

const eventKinds: readonly FactKind[] = [
  ...(['board', 'post', 'comment', 'reaction', 'visit', 'attachment', 'play', 'scan'] as const),
];

/** What belongs to a scope: all but keys. */
const scopedKinds = factKinds.filter((kind) => kind !== 'apiKey');

/** A query for the scope of each fact of some kinds that is shipped. */
export const scopesQuery = (facts: Shipped, kinds: readonly FactKind[] = scopedKinds): string =>
  kinds
    .map((kind) => `SELECT place.scope FROM ${scopedFacts(facts)[kind]!.from}`)
    .join(' UNION ALL ');

/** A row for each scope: what is shipped, and what it is added to. */
const manifestQuery = (facts: Shipped, version: number) => (shard: number) => {
  const count = (kinds: readonly FactKind[]) =>
    `(SELECT scope, count(*) AS n FROM (${scopesQuery(facts, kinds)}) GROUP BY scope)`;
  return `SELECT scopes.scope, ${version} AS version,
      coalesce(events.n, 0) + coalesce(bases.events, 0) AS events,
      coalesce(facts.n, 0) + coalesce(bases.facts, 0) AS facts,
      list_append(coalesce(bases.parts, []), ${version}) AS parts
    FROM scopes LEFT JOIN bases USING (scope) LEFT JOIN ${count(eventKinds)} AS events USING (scope)
    LEFT JOIN ${count(scopedKinds)} AS facts USING (scope) WHERE scopes.shard = ${shard}`;
};

/** The rows of a version that a shard has, and those that were shipped to it. */
const arrivedOn = async (
  { rows }: Database,
  { database }: Shards,
  facts: Shipped,
  shard: Shard,
  number: number,
  version: number,
) => {
  const counts = scopedKinds.map(
    (kind) =>
      sql`SELECT count() AS n FROM ${name(database)}.${name(kind)} WHERE version = ${version}`,
  );
  const [found] = await shard.rows(sql`SELECT sum(n) AS n FROM (${joined(counts, ' UNION ALL ')})`);
  const [shipped] = await rows(
    `SELECT count(*) AS n FROM (${scopesQuery(facts)}) JOIN scopes USING (scope) WHERE shard = ${number}`,
  );
  return { found: Number(found?.['n'] ?? 0), shipped: Number(shipped?.['n'] ?? 0) };
};

/**
 * Refuses to name a version in the manifest whose rows are not all there. Only a sweep takes some away,
 * of a load that takes longer than the grace of the sweep.
 */
const insistOnAllRows = async (
  database: Database,
  shards: Shards,
  facts: Shipped,
  version: number,
) => {
  if (Date.now() - timeOfVersion(version) < leastGraceMs) return;
  for (const [number, shard] of shards.all.entries()) {
    const { found, shipped } = await arrivedOn(database, shards, facts, shard, number, version);
    if (found === shipped) continue;
    throw new StoreRefused(
      `of ${shipped} rows only ${found} are there: a sweep took this load for one that broke off; import again, and sweep with a longer --older-than-hours`,
    );
  }
};

/** Where rows go, and their version. */
export interface Shipment {
  readonly shards: Shards;
  /** Room for files. */
  readonly workDirectory: string;
  readonly version: number;
}

/**
 * Ships facts of a store that is divided into scopes: each scope gets a new version. Rows are inserted first, and
 * count once the manifest names their version; a load that ends before leaves rows that no reader
 * sees. The manifest of one shard is one insert.
 *
 * @param insistOnBases - comes before the manifest
 */
export const shipScopes = async (
  database: Database,
  facts: Shipped,
  { shards, workDirectory, version }: Shipment,
  insistOnBases: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const insert = (table: string, queryOf: (shard: number) => string) =>
    insertFrom(database, shards, workDirectory, table, queryOf);
  for (const kind of scopedKinds) {
    await insert(kind, factQuery(facts, kind, version));
  }
  const places = placesOf(facts, shards.all.length);
  await insert(
    'place',
    (shard) => `SELECT thing, scope, ${version} AS version FROM (${places}) WHERE shard = ${shard}`,
  );
  await insistOnAllRows(database, shards, facts, version);
  await insistOnBases();
  await insert('manifest', manifestQuery(facts, version));
  await insert('apiKey', factQuery(facts, 'apiKey', version));
};

/**
 * Ships a store to ClickHouse: every scope in it gets a new version as a whole.
 *
 * @param known - scopes that ClickHouse has: one to which nothing belongs any more, such as that of a user who has
 *   joined an organization, gets an empty version
 */
export const shipStore = (
  directory: string,
  shipment: Shipment,
  known: readonly string[],
): Promise<void> =>
  withStored(directory, async (database) => {
    await divideIntoScopes(database, shipment.shards.all.length, known);
    await shipScopes(database, 'stored', shipment);
  });
