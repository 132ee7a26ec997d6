import type { Database } from '../duck/database.js';
import { literals } from '../duck/sql.js';
import { textColumns } from './stream-columns.js';

const codesAtOnce = 20_000;

const isAscending = (texts: readonly string[]): boolean =>
  texts.every((text, at) => at === 0 || texts[at - 1]! < text);

/**
 * Makes a table of ids and their codes: their places in the order of code units, which the core goes by.
 * DuckDB has another order for a few letters, such as emoji: then the codes are written one by one.
 *
 * @param query - a SELECT of distinct texts as `id`
 * @returns the ids in the order of their codes
 */
export const codeTable = async (
  database: Database,
  name: string,
  query: string,
): Promise<readonly string[]> => {
  const { run } = database;
  await run(
    `CREATE OR REPLACE TEMP TABLE ${name} AS
     SELECT id, CAST(row_number() OVER (ORDER BY id) - 1 AS INTEGER) AS code FROM (${query})`,
  );
  const found = await textColumns(database, ['id'], `SELECT id, code FROM ${name}`);
  const ids = found.id as readonly string[];
  if (isAscending(ids)) return ids;
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  await run(`DELETE FROM ${name}`);
  for (let at = 0; at < sorted.length; at += codesAtOnce) {
    const some = sorted.slice(at, at + codesAtOnce);
    await run(
      `INSERT INTO ${name} SELECT unnest(${literals(some)}), unnest(range(${at}, ${at + some.length}))`,
    );
  }
  return sorted;
};
