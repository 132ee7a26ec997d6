import type { Database } from '../duck/database.js';

/** The types of columns that are taken as they lie in memory, with SQL's name for each. */
const columnKinds = {
  INTEGER: Int32Array,
  UTINYINT: Uint8Array,
  UINTEGER: Uint32Array,
  DOUBLE: Float64Array,
} as const;

type ColumnKind = keyof typeof columnKinds;
type ArrayOf<K extends ColumnKind> = InstanceType<(typeof columnKinds)[K]>;

/** Columns by name: an expression without NULL, and the type to take it as. */
export type ColumnsWanted = Readonly<Record<string, readonly [kind: ColumnKind, sql: string]>>;

type Taken<W extends ColumnsWanted> = { readonly [C in keyof W]: ArrayOf<W[C][0]> };

type AnyArray = ArrayOf<ColumnKind>;

const joined = (kind: ColumnKind, parts: readonly AnyArray[], length: number): AnyArray => {
  const whole = new columnKinds[kind](length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** Columns of a relation as typed arrays, chunk after chunk, without a row in between. */
export const streamColumns = async <W extends ColumnsWanted>(
  { chunks }: Database,
  from: string,
  wanted: W,
): Promise<Taken<W>> => {
  const columns = Object.entries(wanted);
  const list = columns.map(([name, [kind, sql]]) => `CAST(${sql} AS ${kind}) AS "${name}"`);
  const result = await chunks(`SELECT ${list.join(', ')} FROM ${from}`);
  const parts: AnyArray[][] = columns.map(() => []);
  let length = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    for (const [at, own] of parts.entries()) {
      // A chunk's memory is DuckDB's own, and used again.
      const { items } = chunk.getColumnVector(at) as unknown as { readonly items: AnyArray };
      own.push(items.slice(0, chunk.rowCount));
    }
    length += chunk.rowCount;
  }
  return Object.fromEntries(
    columns.map(([name, [kind]], at) => [name, joined(kind, parts[at] ?? [], length)]),
  ) as unknown as Taken<W>;
};
