import { pausing, type Statements } from '../duck/database.js';

/** The types of columns that are taken as they lie in memory, by SQL's name for each. */
const arrays = {
  INTEGER: Int32Array,
  UTINYINT: Uint8Array,
  UINTEGER: Uint32Array,
  DOUBLE: Float64Array,
} as const;

type ColumnType = keyof typeof arrays;
type Column = InstanceType<(typeof arrays)[ColumnType]>;

/**
 * The columns of a query as typed arrays, without an object for each row.
 *
 * @param query - a SELECT of columns of these types; no value may be NULL
 */
export const streamColumns = async <Table>(
  { chunks }: Statements,
  query: string,
): Promise<Table> => {
  const result = await chunks(query);
  const taken = result
    .columnTypes()
    .map((type): Column => new arrays[String(type) as ColumnType](result.rowCount));
  const pause = pausing();
  for (let [at, from] = [0, 0]; from < result.rowCount; at += 1) {
    // Taken in this thread: handing each of some thousand chunks over from another one takes longer than copying it.
    const chunk = result.getChunk(at);
    const rows = chunk.rowCount;
    for (const [column, values] of taken.entries()) {
      // The memory of a chunk is freed with it: the values are copied.
      const { items } = chunk.getColumnVector(column) as unknown as { readonly items: Column };
      values.set(items.length === rows ? items : items.subarray(0, rows), from);
    }
    from += rows;
    await pause();
  }
  return Object.fromEntries(result.columnNames().map((name, at) => [name, taken[at]])) as Table;
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
