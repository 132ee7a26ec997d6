import type { EventColumns } from '../../../packages/core/src/events/columns.js';
import { type Connection, type DuckDB, fill } from '../engines/duckdb.js';
import { fileOf, loadPeer } from '../shipped.js';
import { rollups } from '../statements.js';
import { memberTableOf, type Table, tablesOf } from '../tables.js';
import { labelTables } from './labels.js';

/*
 * Makes DuckDB's own file for the questions: events as codes in the order of their days, with what
 * would have to be joined for in the row already; or rollups by month instead of events. Arguments: the
 * store to read, the organization, the file, `rows` or `rollups`.
 */

interface StorePackage {
  readonly openStore: (
    directory: string,
    onError: (error: unknown) => void,
  ) => Promise<{
    readonly eventsOf: (id: string) => { readonly columns: () => Promise<EventColumns> } | null;
    readonly close: () => void;
  }>;
}

const [directory = '', organizationId = '', database = '', what = 'rows'] = process.argv.slice(2);

const readColumns = async (): Promise<EventColumns> => {
  const { openStore } = (await import(fileOf('packages/store/dist/index.js').href)) as StorePackage;
  const store = await openStore(directory, console.error);
  const columns = await store.eventsOf(organizationId)!.columns();
  store.close();
  return columns;
};

const eventTables = async (duckdb: DuckDB, connection: Connection, columns: EventColumns) => {
  const names = Object.keys(tablesOf(columns));
  for (const [name, table] of Object.entries(tablesOf(columns))) {
    await fill(duckdb, connection, `unsorted_${name}`, table as Table);
    await connection.run(`create table ${name} as from unsorted_${name} order by day`);
    await connection.run(`drop table unsorted_${name}`);
  }
  if (what === 'rows') return;
  for (const [name, made] of Object.entries(rollups)) {
    await connection.run(`create table ${name} as ${made} order by month`);
  }
  for (const name of names) await connection.run(`drop table ${name}`);
};

const columns = await readColumns();
const duckdb = await loadPeer<DuckDB>('@duckdb/node-api');
const instance = await duckdb.DuckDBInstance.create(database);
const connection = await instance.connect();
await eventTables(duckdb, connection, columns);
const { joined } = memberTableOf(columns);
await fill(duckdb, connection, 'members', { joined, role: columns.members.role });
await labelTables(connection, columns);
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
