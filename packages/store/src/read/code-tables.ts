import type { Statements } from '../duck/database.js';
import { literals } from '../duck/sql.js';
import { textColumns } from './stream-columns.js';

const codesAtOnce = 20_000;

const isAscending = (texts: readonly string[]): boolean =>
  texts.every((text, at) => at === 0 || texts[at - 1]! < text);

/** Puts the codes of a table in the order of code units. */
const sortCodes = async (database: Statements, table: string): Promise<void> => {
  const { id } = await textColumns(database, ['id'], `SELECT id, code FROM ${table}`);
  const ids = id as readonly string[];
  if (isAscending(ids)) return;
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  for (let at = 0; at < sorted.length; at += codesAtOnce) {
    const some = sorted.slice(at, at + codesAtOnce);
    await database.run(
      `UPDATE ${table} SET code = sorted.code
       FROM (SELECT unnest(${literals(some)}) AS id, unnest(range(${at}, ${at + some.length})) AS code) AS sorted
       WHERE sorted.id = ${table}.id`,
    );
  }
};

/**
 * Makes a table of ids and their codes: their places in the order of code units, which the core goes by.
 * DuckDB has another order for a few letters, such as emoji: then the codes are written one by one.
 *
 * @param table - its name
 * @param ids - a SELECT of distinct texts as `id`; other columns are kept in the table
 */
export const codeTable = async (
  database: Statements,
  table: string,
  ids: string,
): Promise<void> => {
  await database.run(
    `CREATE OR REPLACE TABLE ${table} AS
     SELECT *, CAST(row_number() OVER (ORDER BY id) - 1 AS INTEGER) AS code FROM (${ids})`,
  );
  // Ids with as many bytes as letters are ASCII, which has one order.
  const other = await database.rows(
    `SELECT 1 FROM ${table} WHERE strlen(id) <> length(id) LIMIT 1`,
  );
  if (other.length > 0) await sortCodes(database, table);
};
