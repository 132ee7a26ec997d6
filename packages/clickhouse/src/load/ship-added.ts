import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactKind } from '@tallyboard/core/vocabulary';
import { type Database, StoreRefused, viewAdded, withStored } from '@tallyboard/store';
import { isOneOf, versionOf } from '../read/fact-rows.js';
import { type NamedVersion, newestVersion } from '../read/heads.js';
import type { Row, Shards } from '../shards.js';
import { type Sql, sql } from '../sql/sql.js';
import { divideIntoScopes, literal } from './scopes.js';
import { type Shipment, scopesQuery, shipScopes } from './ship.js';

/** Kinds whose facts have ids that need not be known yet: those of ClickHouse are not all in the store. */
const manyKinds: readonly FactKind[] = [
  ...(['invitation', 'board', 'section'] as const),
  ...(['post', 'comment', 'reaction', 'visit', 'attachment', 'play', 'scan'] as const),
];

/** Kinds whose facts belong to a scope by themselves; users belong to those that mention them. */
const placedKinds: readonly FactKind[] = [
  ...(['organization', 'billingTerm', 'seatChange', 'member'] as const),
  ...manyKinds,
];

const textsIn = async ({ rows }: Database, query: string): Promise<readonly string[]> =>
  (await rows(query)).map((row) => String(Object.values(row)[0]));

/** The most facts that are shipped alone: the ids of all are asked for, and held in memory. */
const addedMax = 1_000_000;

/** How many facts were added. */
const addedCount = async (database: Database): Promise<number> => {
  const counts = manyKinds.map((kind) => `SELECT count(*) AS added FROM added_${kind}`);
  const [row] = await database.rows(`SELECT sum(added) AS n FROM (${counts.join(' UNION ALL ')})`);
  return Number(row?.['n']);
};

/** How many ids one statement names. */
const idsAtOnce = 100_000;

/** Rows of a version in which a column has one of some ids. */
const rowsNamed = async (
  shards: Shards,
  base: NamedVersion,
  [selected, kind, column]: readonly [selected: Sql, kind: FactKind, column: string],
  ids: readonly string[],
): Promise<readonly Row[]> => {
  const found: Row[] = [];
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const isOne = isOneOf(column, ids.slice(at, at + idsAtOnce));
    const query = sql`SELECT ${selected} FROM ${versionOf(shards, kind, base)} AND ${isOne}`;
    for (const row of await shards.of(base.scope).rows(query)) found.push(row);
  }
  return found;
};

/** Ids of added facts that ClickHouse has already. */
const idsThere = async (
  database: Database,
  shards: Shards,
  bases: readonly NamedVersion[],
): Promise<readonly string[]> => {
  const there: string[] = [];
  for (const kind of manyKinds) {
    const ids = await textsIn(database, `SELECT id FROM added_${kind}`);
    for (const base of bases) {
      const rows = await rowsNamed(shards, base, [sql`id`, kind, 'id'], ids);
      for (const { id } of rows) there.push(String(id));
    }
  }
  return there;
};

/** The codes that ClickHouse has for what the store has in a scope, and the last ones given. */
const codesThere = async (
  database: Database,
  shards: Shards,
  base: NamedVersion,
): Promise<readonly Row[]> => {
  const { scope } = base;
  const from = (kind: FactKind) => versionOf(shards, kind, base);
  const ask = (query: Sql) => shards.of(scope).rows(query);
  const named = async (table: string, question: Parameters<typeof rowsNamed>[2]) => {
    const ids = await textsIn(database, `SELECT id FROM ${table} WHERE scope = ${literal(scope)}`);
    return rowsNamed(shards, base, question, ids);
  };
  const visitors = sql`DISTINCT assumeNotNull(visitorId) AS id, visitor AS code`;
  const known = {
    user: await named('user_codes', [sql`id, code`, 'user', 'id']),
    board: await named('board_codes', [sql`id, code`, 'board', 'id']),
    media: await named('media_codes', [sql`id, code`, 'attachment', 'id']),
    visitor: await named('visitor_codes', [visitors, 'visit', 'visitorId']),
    // Users and visitors share one row of codes.
    'last user': await ask(sql`SELECT max(highest) AS top FROM (
      SELECT max(code) AS highest FROM ${from('user')} UNION ALL SELECT max(visitor) AS highest FROM ${from('visit')})`),
    'last board': await ask(sql`SELECT max(code) AS top FROM ${from('board')}`),
    'last media': await ask(sql`SELECT max(code) AS top FROM ${from('attachment')}`),
  };
  return Object.entries(known).flatMap(([sort, rows]) =>
    rows.map(({ id = '', code, top = code }) => ({ sort, scope, id, code: top })),
  );
};

/** Keeps the codes that ClickHouse has; what is new gets those behind them. */
const recoded = (sort: string, last: string): string =>
  `CREATE OR REPLACE TEMP TABLE ${sort}_codes AS
   SELECT own.scope, own.id, CAST(coalesce(known.code, last.code
     + row_number() OVER (PARTITION BY own.scope, known.code IS NULL ORDER BY own.id)) AS INTEGER) AS code
   FROM ${sort}_codes AS own
   LEFT JOIN known ON known.sort = '${sort}' AND known.scope = own.scope AND known.id = own.id
   JOIN (${last}) AS last ON last.scope = own.scope`;

const lastOf = (sort: string): string =>
  `SELECT scope, greatest(code, -1) AS code FROM known WHERE sort = 'last ${sort}'`;

/** Visitors who were not signed in come behind all users. */
const lastPerson = `SELECT last.scope, greatest(last.code, users.code) AS code FROM (${lastOf('user')}) AS last
  JOIN (SELECT scope, max(code) AS code FROM user_codes GROUP BY scope) AS users USING (scope)`;

const goOnFrom = async (
  database: Database,
  { shards, workDirectory }: Shipment,
  bases: readonly NamedVersion[],
): Promise<void> => {
  const { run } = database;
  const read = async (table: string, columns: string, rows: readonly object[]) => {
    const path = join(workDirectory, 'known.ndjson');
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await run(
      `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT * FROM
       read_json(${literal(path)}, format = 'newline_delimited', columns = {${columns}})`,
    );
  };
  const known: Row[] = [];
  for (const base of bases) {
    for (const row of await codesThere(database, shards, base)) known.push(row);
  }
  await read('known', "sort: 'VARCHAR', scope: 'VARCHAR', id: 'VARCHAR', code: 'INTEGER'", known);
  const counts = "scope: 'VARCHAR', events: 'BIGINT', facts: 'BIGINT', parts: 'BIGINT[]'";
  await read('bases', counts, bases);
  await run('DELETE FROM scopes WHERE scope NOT IN (SELECT scope FROM bases)');
  await run(recoded('user', lastOf('user')));
  await run(recoded('board', lastOf('board')));
  await run(recoded('media', lastOf('media')));
  await run(recoded('visitor', lastPerson));
  await run(
    `CREATE OR REPLACE TEMP TABLE shipped_users AS SELECT * FROM user_codes AS own
     ANTI JOIN (SELECT scope, id FROM known WHERE sort = 'user') AS known USING (scope, id)`,
  );
};

/** Refuses to name a version that adds to one which is not the newest any more. */
const insistOnNewest = async (shards: Shards, bases: readonly NamedVersion[]): Promise<void> => {
  for (const { scope, version } of bases) {
    if ((await newestVersion(shards, scope))?.version === version) continue;
    throw new StoreRefused(`another import has changed ${scope} meanwhile; import again`);
  }
};

/**
 * Ships what the last import added to a store: the version that a scope gets consists of these rows and of those
 * of the version before. The import before had what ClickHouse has, as far as the added facts name it.
 *
 * @param bases - the newest versions of scopes that ClickHouse has
 * @returns ids of added facts that ClickHouse has already: then nothing was shipped; `null` when a fact is of another
 *   scope, or too many were added
 */
export const shipAdded = (
  directory: string,
  bases: readonly NamedVersion[],
  shipment: Shipment,
): Promise<readonly string[] | null> =>
  withStored(directory, async (database, manifest) => {
    const { shards } = shipment;
    await viewAdded(database, directory, manifest, 1);
    if ((await addedCount(database)) > addedMax) return null;
    const there = await idsThere(database, shards, bases);
    if (there.length > 0) return there;
    await divideIntoScopes(database, shards.all.length);
    const scopes = new Set(
      await textsIn(database, `SELECT DISTINCT scope FROM (${scopesQuery('added', placedKinds)})`),
    );
    const mentioned = await textsIn(
      database,
      'SELECT DISTINCT scope FROM user_codes SEMI JOIN added_user USING (id)',
    );
    const touched = bases.filter(({ scope }) => scopes.has(scope));
    if (touched.length < scopes.size || mentioned.some((scope) => !scopes.has(scope))) return null;
    await goOnFrom(database, shipment, touched);
    await shipScopes(database, 'added', shipment, () => insistOnNewest(shards, touched));
    return [];
  });
