import { type Database, withStored } from '@tallyboard/store';
import type { Row, Shards } from '../shards.js';
import { name, type Sql, sql } from '../sql/sql.js';

/** Ids asked for at a time. */
const idsAtOnce = 5_000;

/** What an import has to do with: things by `user_`, `board_` and id, other ids as they are. */
export interface Mentioned {
  readonly things: readonly string[];
  readonly ids: readonly string[];
  /** Hashes of keys. */
  readonly keys: readonly string[];
}

const idsIn = async ({ rows }: Database, query: string): Promise<readonly string[]> =>
  (await rows(query)).map((row) => String(row['id']));

/** Everything that facts in a store define and that an earlier import may have defined as well. */
export const definedIn = (directory: string): Promise<Mentioned> =>
  withStored(directory, async (database) => ({
    things: [
      ...(await idsIn(database, `SELECT 'user_' || id AS id FROM stored_user`)),
      ...(await idsIn(database, `SELECT 'board_' || id AS id FROM stored_board`)),
    ],
    ids: await idsIn(database, 'SELECT id FROM stored_organization'),
    keys: await idsIn(database, 'SELECT "keySha256" AS id FROM "stored_apiKey"'),
  }));

/** Runs a query for some texts at a time and collects the scopes that it finds. */
const collect = async (
  texts: readonly string[],
  ask: (some: readonly string[]) => Promise<readonly Row[]>,
  scopes: Set<string>,
): Promise<void> => {
  for (let at = 0; at < texts.length; at += idsAtOnce) {
    for (const row of await ask(texts.slice(at, at + idsAtOnce))) scopes.add(String(row['scope']));
  }
};

/**
 * The scopes that ClickHouse has and that an import has to do with: facts there may change, or be
 * referred to.
 */
export const knownScopes = async (
  shards: Shards,
  { things, ids }: Omit<Mentioned, 'keys'>,
): Promise<readonly string[]> => {
  const scopes = new Set<string>();
  const table = (of: string): Sql => sql`${name(shards.database)}.${name(of)}`;
  const queries: readonly ((some: readonly string[]) => Sql)[] = [
    (some) => sql`SELECT DISTINCT scope FROM ${table('manifest')} WHERE scope IN ${some}`,
    ...['section', 'post', 'attachment'].map(
      (kind) => (some: readonly string[]) =>
        sql`SELECT DISTINCT scope FROM ${table(kind)} WHERE id IN ${some}`,
    ),
  ];
  const placed = [...things, ...ids.flatMap((id) => [`user_${id}`, `board_${id}`])];
  for (const shard of shards.all) {
    for (const query of queries) await collect(ids, (some) => shard.rows(query(some)), scopes);
    await collect(
      placed,
      (some) =>
        shard.rows(sql`SELECT DISTINCT scope FROM ${table('place')} WHERE thing IN ${some}`),
      scopes,
    );
  }
  return [...scopes];
};
