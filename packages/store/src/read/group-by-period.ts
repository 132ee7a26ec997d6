import type { Database } from '../duck/database.js';

/** The UTC day of a time, as a number. */
export const dayOf = (time: string): string => `CAST(${time}::DATE - DATE '1970-01-01' AS INTEGER)`;

/**
 * Makes the table `period_of`: the period of each day from the one before the first edge to the last edge.
 * Earlier and later days have the period of the nearest one: see `inPeriods`.
 *
 * @param edges - the days on which periods begin, ascending
 */
export const periodTable = async ({ run }: Database, edges: Int32Array): Promise<void> => {
  const ends = [...edges.slice(1), edges.at(-1)! + 1];
  const runs = [...edges].map((from, at) => `(${from}, ${ends[at]}, ${at + 1})`);
  const before = `(${edges[0]! - 1}, ${edges[0]}, 0)`;
  await run(
    `CREATE OR REPLACE TABLE period_of AS
     SELECT CAST(unnest(range("from", "to")) AS INTEGER) AS day, CAST(period AS USMALLINT) AS period
     FROM (VALUES ${[before, ...runs].join(', ')}) AS runs("from", "to", period)`,
  );
};

/** Rows with a column `day`, as a relation that has the column `period`, too. */
export const inPeriods = (rows: string, edges: Int32Array): string =>
  `(${rows}) AS dated JOIN period_of
   ON period_of.day = greatest(${edges[0]! - 1}, least(dated.day, ${edges.at(-1)}))`;
