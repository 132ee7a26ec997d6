import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as Library from '../../../packages/store/node_modules/@duckdb/node-api/lib/index.js';
import type { EventColumns } from '../core.js';
import type { Load } from './peer.js';
import { eventRows, type Rows, readsOf, rollupRows, rollups } from './statements.js';
import { memberTableOf, type Table, tablesOf } from './tables.js';

type DuckDB = typeof Library;
type Connection = Library.DuckDBConnection;

/** A vector of a chunk: its values are set all at once, which the library does not offer. */
interface Vector {
  readonly items: { readonly set: (values: ArrayLike<number>) => void };
  readonly flush: () => void;
}

const chunkRows = 2048;

/** Makes a table of columns. */
const fill = async (duckdb: DuckDB, connection: Connection, name: string, table: Table) => {
  const columns = Object.entries(table);
  const typeName = (at: number): 'INTEGER' | 'USMALLINT' | 'UTINYINT' => {
    const column = columns[at]![1];
    if (column instanceof Int32Array) return 'INTEGER';
    return column instanceof Uint16Array ? 'USMALLINT' : 'UTINYINT';
  };
  const types = columns.map((_, at) => duckdb[typeName(at)]);
  const declared = columns.map(([column], at) => `${column} ${typeName(at)}`);
  await connection.run(`create table ${name} (${declared.join(', ')})`);
  const appender = await connection.createAppender(name);
  const rows = columns[0]![1].length;
  for (let start = 0; start < rows; start += chunkRows) {
    const size = Math.min(chunkRows, rows - start);
    const chunk = duckdb.DuckDBDataChunk.create(types, size);
    for (const [at, [, column]] of columns.entries()) {
      const vector = chunk.getColumnVector(at) as unknown as Vector;
      vector.items.set(column.subarray(start, start + size));
      vector.flush();
    }
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
};

const fillMembers = async (connection: Connection, columns: EventColumns): Promise<void> => {
  await connection.run(
    'create table members (code INTEGER, joined INTEGER, name TEXT, email TEXT)',
  );
  const { joined, names, emails } = memberTableOf(columns);
  const appender = await connection.createAppender('members');
  for (const [code, name] of names.entries()) {
    appender.appendInteger(code);
    appender.appendInteger(joined[code]!);
    appender.appendVarchar(name);
    appender.appendVarchar(emails[code]!);
    appender.endRow();
  }
  appender.closeSync();
};

/** Runs statements with the ends of a range, each prepared once. */
const runsWith = (connection: Connection) => {
  const prepared = new Map<string, ReturnType<Connection['prepare']>>();
  return async (text: string, from: number, to: number): Promise<Rows> => {
    const known = prepared.get(text) ?? connection.prepare(text);
    // The text of a page or a search differs each time: such a statement is not worth keeping.
    if (!/limit \d+ offset|instr\(/.test(text)) prepared.set(text, known);
    const statement = await known;
    for (let place = 1; place <= statement.parameterCount; place++) {
      statement.bindInteger(place, statement.parameterName(place) === 'from' ? from : to);
    }
    const rows = (await statement.runAndReadAll()).getRows();
    return rows.map((row) => row.map(Number));
  };
};

/** DuckDB in memory, over the rows of events or over rollups by month; it is the one that the store is built on. */
const loadWith =
  (overRollups: boolean): Load =>
  async (columns, root) => {
    const store = createRequire(new URL('packages/store/package.json', pathToFileURL(`${root}/`)));
    const path = pathToFileURL(store.resolve('@duckdb/node-api')).href;
    const duckdb = (await import(path)) as DuckDB;
    const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect();
    for (const [name, table] of Object.entries(tablesOf(columns)))
      await fill(duckdb, connection, name, table as Table);
    await fillMembers(connection, columns);
    if (overRollups) {
      for (const [name, made] of Object.entries(rollups))
        await connection.run(`create table ${name} as ${made} order by month`);
      for (const table of ['content', 'visits', 'attachments', 'plays', 'scans'])
        await connection.run(`drop table ${table}`);
    }
    return readsOf(runsWith(connection), overRollups ? rollupRows : eventRows);
  };

export const loadRows = loadWith(false);
export const loadRollups = loadWith(true);
