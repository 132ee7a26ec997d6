import { periodOf } from '@tallyboard/core';
import { joined, type Sql, sql } from '../sql/sql.js';

/**
 * The period of the column `day`, as a UInt16: a look at a table of all days from the one before the first
 * edge to the last edge. Earlier and later days have the period of the nearest one.
 *
 * @param edges - the days on which periods begin, as `periodEdges` gives them
 */
export const periodInSql = (edges: Int32Array): Sql => {
  const [first, last] = [edges[0]! - 1, edges.at(-1)!];
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const list = (numbers: readonly number[]): Sql =>
    joined(
      numbers.map((number) => sql`${number}`),
      ',',
    );
  const periods = days.map((day) => periodOf(edges, day as never));
  return sql`toUInt16(transform(greatest(${first}, least(day, ${last})), [${list(days)}], [${list(periods)}], 0))`;
};
