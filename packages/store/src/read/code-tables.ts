import type { Database } from '../duck/database.js';
import { literals } from '../duck/sql.js';
import { textColumns } from './stream-columns.js';

const codesAtOnce = 20_000;

const isAscending = (texts: readonly string[]): boolean =>
  texts.every((text, at) => at === 0 || texts[at - 1]! < text);

/** What to read of things that get codes. */
export interface CodedQuery<Name extends string> {
  /** A SELECT of distinct texts as `id`; other columns are kept in the table. */
  readonly ids: string;
  /** The columns to take. */
  readonly names: readonly Name[];
  /** A SELECT that names them, `id`, and the `code` of the table. */
  readonly rows: string;
}

/**
 * Makes a table of ids and their codes: their places in the order of code units, which the core goes by.
 * DuckDB has another order for a few letters, such as emoji: then the codes are written one by one.
 *
 * @param table - its name
 * @returns the ids and other columns, in the order of the codes
 */
export const codedRows = async <Name extends string>(
  database: Database,
  table: string,
  { ids, names, rows }: CodedQuery<Name>,
): Promise<Readonly<Record<Name, readonly unknown[]>> & { readonly id: readonly string[] }> => {
  type Found = Readonly<Record<Name, readonly unknown[]>> & { readonly id: readonly string[] };
  const { run } = database;
  await run(
    `CREATE OR REPLACE TEMP TABLE ${table} AS
     SELECT *, CAST(row_number() OVER (ORDER BY id) - 1 AS INTEGER) AS code FROM (${ids})`,
  );
  const read = async () =>
    (await textColumns(database, ['id', ...names], rows)) as unknown as Found;
  const found = await read();
  if (isAscending(found.id)) return found;
  const sorted = found.id.toSorted((a, b) => (a < b ? -1 : 1));
  for (let at = 0; at < sorted.length; at += codesAtOnce) {
    const some = sorted.slice(at, at + codesAtOnce);
    await run(
      `UPDATE ${table} SET code = sorted.code
       FROM (SELECT unnest(${literals(some)}) AS id, unnest(range(${at}, ${at + some.length})) AS code) AS sorted
       WHERE sorted.id = ${table}.id`,
    );
  }
  return read();
};
