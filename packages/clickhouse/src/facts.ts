import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FactKind,
  type FactOf,
  factFields,
  factKeys,
  factKinds,
} from '@tallyboard/core/vocabulary';
import { type Database, factView, jsonFrom, named, noRows, openDatabase } from '@tallyboard/store';
import { columnOf } from './schema.js';
import type { Row, Shard, Shards } from './shards.js';
import { joined, name, type Sql, sql } from './sql.js';
import { currentRows, newestRows, rowsOf, type Version } from './versions.js';

/** The columns of the fields of a kind; of all fields, or of some. */
const fieldColumns = (kind: FactKind, only?: readonly string[]): Sql =>
  joined(
    factFields[kind]
      .filter((field) => only?.includes(field.name) ?? true)
      .map((field) => name(field.name)),
    ', ',
  );

/** Rows of a kind as facts: each value is that of a fact, in place. */
export const factsIn = <K extends FactKind>(
  kind: K,
  rows: readonly Row[],
): readonly FactOf<K>[] => {
  for (const field of factFields[kind]) {
    const { read } = columnOf(field);
    if (read === null) continue;
    for (const fact of rows as readonly Record<string, unknown>[]) {
      const value = fact[field.name];
      if (value !== null && value !== undefined) fact[field.name] = read(value);
    }
  }
  return rows as unknown as readonly FactOf<K>[];
};

/** Facts of one kind in a version of an organization: those of a condition, in an order, with some fields only. */
export const factRows = async <K extends FactKind>(
  shards: Shards,
  kind: K,
  of: Version,
  condition = sql`1`,
  order = sql``,
  only?: readonly string[],
): Promise<readonly FactOf<K>[]> => {
  const rows = sql`${currentRows(shards, kind, of)} AND (${condition}) ${order}`;
  const query = sql`SELECT ${fieldColumns(kind, only)} FROM ${rows}`;
  return factsIn(kind, await shards.of(of.organization).rows(query));
};

/** Users of whose ids a condition holds, up to a version, as a query. */
export const newestUsers = (shards: Shards, users: Version, condition: Sql): Sql => {
  const rows = sql`${rowsOf(shards, 'user', users)} AND (${condition})`;
  return newestRows(fieldColumns('user'), rows, sql`id`);
};

/** Users of whose ids a condition holds, up to a version, from the shard of an organization. */
export const userRows = async (
  shards: Shards,
  organization: string,
  users: Version,
  condition: Sql,
): Promise<readonly FactOf<'user'>[]> =>
  factsIn('user', await shards.of(organization).rows(newestUsers(shards, users, condition)));

/** A database for facts as a store has them, and room for files. */
export interface FactTables {
  readonly database: Database;
  readonly directory: string;
}

/** Uses tables `stored_*`, without a row at first; nothing of them stays. */
export const withTables = async <A>(
  purpose: 'import' | 'index',
  use: (tables: FactTables) => Promise<A>,
): Promise<A> => {
  const directory = await mkdtemp(join(tmpdir(), `tallyboard-${purpose}-`));
  const database = await openDatabase({ spill: directory });
  try {
    const tables = factKinds.map(
      (kind) => `CREATE TABLE ${factView('stored', kind)} AS ${noRows(kind)};`,
    );
    await database.run(tables.join('\n'));
    return await use({ database, directory });
  } finally {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
};

/** Saves the rows that shards have of a query, one JSON object a line; gives the path of the file. */
export const saveLines = async (
  directory: string,
  file: string,
  from: readonly Shard[],
  query: Sql,
  signal?: AbortSignal,
): Promise<string> => {
  const path = join(directory, `${file}.ndjson`);
  await writeFile(path, '');
  for (const shard of from) await shard.save(query, path, signal);
  return path;
};

/** What is read into the tables. */
interface SaveOptions {
  readonly kind: FactKind;
  readonly from: readonly Shard[];
  /** A query, given the columns that it must have. */
  readonly query: (columns: Sql) => Sql;
  /** The only fields to read: others are NULL. */
  readonly only?: readonly string[] | undefined;
  /** Whether facts that are there already are left out. */
  readonly unseen?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Adds rows of a kind to its table `stored_*`. */
export const saveFacts = async (
  { database, directory }: FactTables,
  { kind, from, query, only, unseen = false, signal }: SaveOptions,
): Promise<void> => {
  const table = factView('stored', kind);
  const lines = await saveLines(directory, kind, from, query(fieldColumns(kind, only)), signal);
  const fields = factFields[kind].map((field) => ({ ...field, ...columnOf(field) }));
  const columns = Object.fromEntries(fields.map(({ name, json }) => [name, json]));
  const select = fields.map(({ name, stored }) => `${stored(named(name))} AS ${named(name)}`);
  const rows = `SELECT ${select.join(', ')} FROM ${jsonFrom(lines, columns)}`;
  const keys = factKeys[kind].map(named).join(', ');
  await database.run(
    unseen
      ? `INSERT INTO ${table} SELECT *, -(SELECT count(*) FROM ${table}) - row_number() OVER () FROM (
           SELECT DISTINCT ON (${keys}) * FROM (${rows}) ANTI JOIN ${table} USING (${keys}))`
      : `INSERT INTO ${table} SELECT *, NULL FROM (${rows})`,
  );
  await rm(lines);
};
