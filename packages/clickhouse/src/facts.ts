import { type FactByKind, type FactKind, factFields } from '@tallyboard/core/vocabulary';
import { columnOf } from './schema.js';
import type { Row, Shards } from './shards.js';
import { joined, name, type Sql, sql } from './sql.js';
import { currentRows, rowsOf, type Version } from './versions.js';

/** The columns of the fields of a kind; of all fields, or of some. */
export const fieldColumns = (kind: FactKind, only: readonly string[] | null = null): Sql =>
  joined(
    factFields[kind]
      .filter((field) => only === null || only.includes(field.name))
      .map((field) => name(field.name)),
    ', ',
  );

/** Rows of a kind as facts: each value is that of a fact, in place. */
export const factsIn = <K extends FactKind>(
  kind: K,
  rows: readonly Row[],
): readonly FactByKind[K][] => {
  for (const field of factFields[kind]) {
    const { read } = columnOf(field);
    if (read === null) continue;
    for (const fact of rows as readonly Record<string, unknown>[]) {
      const value = fact[field.name];
      if (value !== null && value !== undefined) fact[field.name] = read(value);
    }
  }
  return rows as unknown as readonly FactByKind[K][];
};

/** Facts of one kind in a version of an organization; more conditions may follow. */
export interface FactQuery {
  readonly condition?: Sql;
  readonly order?: Sql;
  /** The only fields to read. */
  readonly only?: readonly string[];
}

/** Facts of one kind in a version of an organization. */
export const factRows = async <K extends FactKind>(
  shards: Shards,
  kind: K,
  of: Version,
  { condition = sql`1`, order = sql``, only }: FactQuery = {},
): Promise<readonly FactByKind[K][]> => {
  const columns = fieldColumns(kind, only ?? null);
  return factsIn(
    kind,
    await shards
      .of(of.organization)
      .rows(
        sql`SELECT ${columns} FROM ${currentRows(shards, kind, of)} AND (${condition}) ${order}`,
      ),
  );
};

/** Users with some ids up to a version, from the shard of an organization. */
export const userRows = async (
  shards: Shards,
  organization: string,
  users: Version,
  ids: Sql,
): Promise<readonly FactByKind['user'][]> => {
  const fields = fieldColumns('user');
  const newest = sql`SELECT ${fields}, removed FROM ${rowsOf(shards, 'user', users)} AND id IN (${ids})
    ORDER BY version DESC LIMIT 1 BY id`;
  const query = sql`SELECT ${fields} FROM (${newest}) WHERE NOT removed`;
  return factsIn('user', await shards.of(organization).rows(query));
};

/** Texts as a query with one column. */
export const texts = (list: Iterable<string>): Sql => {
  const all = [...new Set(list)];
  return all.length === 0
    ? sql`SELECT '' WHERE 0`
    : sql`SELECT arrayJoin([${joined(
        all.map((text) => sql`${text}`),
        ', ',
      )}])`;
};
