import { pausing, type Statements } from '../duck/database.js';

/** The types of columns that are taken as they lie in memory, with SQL's name for each. */
const numberKinds = {
  INTEGER: Int32Array,
  UTINYINT: Uint8Array,
  USMALLINT: Uint16Array,
  UINTEGER: Uint32Array,
  DOUBLE: Float64Array,
} as const;

type NumberKind = keyof typeof numberKinds;
type ArrayOf<K extends NumberKind> = InstanceType<(typeof numberKinds)[K]>;
type AnyArray = ArrayOf<NumberKind>;

/** Columns by name, each with its SQL type. No value may be NULL. */
export type ColumnsWanted = Readonly<Record<string, NumberKind>>;

type Taken<W extends ColumnsWanted> = { readonly [C in keyof W]: ArrayOf<W[C]> };

/**
 * The columns of a query as typed arrays, without an object for each row.
 *
 * @param wanted - the columns to take
 * @param query - a SELECT that names them
 */
export const streamColumns = async <W extends ColumnsWanted>(
  { chunks }: Statements,
  wanted: W,
  query: string,
): Promise<Taken<W>> => {
  const columns = Object.entries(wanted);
  const list = columns.map(([name, kind]) => `CAST("${name}" AS ${kind}) AS "${name}"`);
  const result = await chunks(`SELECT ${list.join(', ')} FROM (${query})`);
  const taken: readonly AnyArray[] = columns.map(
    ([, kind]) => new numberKinds[kind](result.rowCount),
  );
  const pause = pausing();
  for (let [at, from] = [0, 0]; from < result.rowCount; at += 1) {
    // Taken in this thread: handing each of some thousand chunks over from another one takes longer than copying it.
    const chunk = result.getChunk(at);
    const rows = chunk.rowCount;
    for (const [column, values] of taken.entries()) {
      // The memory of a chunk is freed with it: the values are copied.
      const { items } = chunk.getColumnVector(column) as unknown as { readonly items: AnyArray };
      values.set(items.length === rows ? items : items.subarray(0, rows), from);
    }
    from += rows;
    await pause();
  }
  return Object.fromEntries(columns.map(([name], at) => [name, taken[at]!])) as unknown as Taken<W>;
};

const textsAtOnce = 10_000;

/**
 * Columns of a query as lists: texts, and what JSON has of anything else. DuckDB writes many as one JSON text,
 * since handing over one at a time takes several times as long.
 *
 * @param names - the columns to take
 * @param query - a SELECT that names them, and `code`, by which they are put in order
 */
export const textColumns = async <Name extends string>(
  { rows }: Statements,
  names: readonly Name[],
  query: string,
): Promise<Readonly<Record<Name, readonly unknown[]>>> => {
  const lists = names.map(
    (name) => `CAST(to_json(list("${name}" ORDER BY code)) AS VARCHAR) AS "${name}"`,
  );
  const parts = await rows(
    `SELECT ${lists.join(', ')} FROM (${query}) GROUP BY code // ${textsAtOnce} ORDER BY min(code)`,
  );
  const columns = names.map((name) => [name, [] as unknown[]] as const);
  const pause = pausing();
  for (const part of parts) {
    for (const [name, values] of columns) {
      for (const value of JSON.parse(String(part[name])) as readonly unknown[]) values.push(value);
      await pause();
    }
  }
  return Object.fromEntries(columns) as unknown as Readonly<Record<Name, readonly unknown[]>>;
};
