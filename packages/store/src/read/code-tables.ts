/**
 * What puts ids in the order of code units, which the core goes by. DuckDB goes by code points, where letters
 * such as emoji come behind U+E000 to U+FFFF: the highest letter before those, and one after it where it occurs
 * itself, leads them there. Ids with as many bytes as letters are ASCII, which has one order.
 */
const byCodeUnits = String.raw`CASE WHEN strlen(id) = length(id) THEN id ELSE regexp_replace(
    replace(id, chr(1114111), chr(1114111) || chr(1)), '([\x{E000}-\x{FFFF}])', chr(1114111) || '\1', 'g') END`;

/**
 * A statement that makes a table of ids and their codes: their ranks in the order of code units.
 *
 * @param table - its name
 * @param ids - a SELECT of distinct texts as `id`; other columns stay in the table
 */
export const codeTable = (table: string, ids: string): string =>
  `CREATE OR REPLACE TABLE ${table} AS
   SELECT *, CAST(row_number() OVER (ORDER BY ${byCodeUnits}) - 1 AS INTEGER) AS code FROM (${ids})`;
