import { Unavailable } from '@tallyboard/ports';
import { type Shard, unavailableSeconds } from '../shards.js';
import { joined, name, type Sql, sql } from '../sql.js';

/*
 * Columns of millions of rows. ClickHouse groups the rows by their texts, and gives the numbers of each group as lists: a
 * text is sent and looked up once a group, and not once a row.
 */

/** The texts that rows are grouped by, each with what gives its code. */
type Keys = Readonly<Record<string, readonly [text: Sql, codeOf: (text: string) => number]>>;

type NumberArray = Int32Array | Uint8Array | Float64Array;

/** The numbers of rows, each with what makes an array for them. */
type Numbers = Readonly<
  Record<string, readonly [number: Sql, make: (rows: number) => NumberArray]>
>;

/** A column of codes for each key, and one of numbers. */
type Taken<K extends Keys, N extends Numbers> = {
  readonly [C in keyof K]: Int32Array;
} & { readonly [C in keyof N]: ReturnType<N[C][1]> };

/** Kinds of arrays of numbers. */
export const int32 = (rows: number): Int32Array => new Int32Array(rows);
export const uint8 = (rows: number): Uint8Array => new Uint8Array(rows);
export const float64 = (rows: number): Float64Array => new Float64Array(rows);

// Not the name of a column, which would stand for the alias.
const alias = (column: string): Sql => name(`${column}_`);

/**
 * Reads columns. Rows that a sweep removed meanwhile are missing: their number, asked for before, shows it.
 *
 * @param table - a table, and a condition under which its rows never change
 * @param from - the same rows with what is joined to them
 */
export const readColumns = async <K extends Keys, N extends Numbers>(
  shard: Shard,
  keys: K,
  numbers: N,
  table: Sql,
  from = table,
): Promise<Taken<K, N>> => {
  const [counted] = await shard.rows(sql`SELECT count() AS n FROM ${table}`);
  const rows = Number(counted?.['n']);
  const codes = Object.entries(keys).map(([column, [, codeOf]]) => ({
    ...{ column, codeOf, to: new Int32Array(rows) },
  }));
  const lists = Object.entries(numbers).map(([column, [, make]]) => ({ column, to: make(rows) }));
  const select = [
    ...Object.entries(keys).map(([column, [text]]) => sql`${text} AS ${alias(column)}`),
    ...Object.entries(numbers).map(
      ([column, [number]]) => sql`groupArray(${number}) AS ${alias(column)}`,
    ),
  ];
  const grouping = joined(Object.keys(keys).map(alias), ', ');
  let at = 0;
  if (rows > 0) {
    const query = sql`SELECT ${joined(select, ', ')} FROM ${from} GROUP BY ${grouping}`;
    await shard.eachRows(query, (groups) => {
      for (const group of groups) {
        const start = at;
        for (const { column, to } of lists) {
          const list = group[`${column}_`] as readonly number[];
          to.set(list, start);
          at = start + list.length;
        }
        for (const { column, codeOf, to } of codes) {
          to.fill(codeOf(String(group[`${column}_`])), start, at);
        }
      }
    });
  }
  if (at !== rows) throw new Unavailable('Rows of a ClickHouse are missing.', unavailableSeconds);
  return Object.fromEntries([...codes, ...lists].map(({ column, to }) => [column, to])) as Taken<
    K,
    N
  >;
};
