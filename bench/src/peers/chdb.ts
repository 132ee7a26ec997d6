import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Load } from './peer.js';
import { eventRows, type Rows, readsOf } from './statements.js';
import { memberTableOf, type Table, tablesOf } from './tables.js';

/** As much of the library as is used here; it is installed for the benchmark alone. */
interface Chdb {
  readonly Session: new (
    path: string,
  ) => {
    readonly query: (statement: string, format?: string) => string;
  };
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const text = (value: string): number[] => {
  const bytes = [...Buffer.from(value)];
  return [...varint(bytes.length), ...bytes];
};

const typeOf = (column: Table[string]): string => {
  if (column instanceof Int32Array) return 'Int32';
  return column instanceof Uint16Array ? 'UInt16' : 'UInt8';
};

/** One block in ClickHouse's own columnar format. */
const blockOf = (columns: readonly (readonly [string, Table[string]])[]): Buffer =>
  Buffer.concat([
    Uint8Array.from([...varint(columns.length), ...varint(columns[0]![1].length)]),
    ...columns.flatMap(([name, column]) => [
      Uint8Array.from([...text(name), ...text(typeOf(column))]),
      new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
    ]),
  ]);

/** ClickHouse in this process: tables in the order of their days, without a server. */
export const loadChdb: Load = async (columns) => {
  const name = 'chdb';
  const chdb = (await import(name)) as Chdb;
  const folder = mkdtempSync(join(tmpdir(), 'bench-chdb-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const session = new chdb.Session(join(folder, 'session'));
  session.query('create database school');
  const file = join(folder, 'rows');
  const fill = (table: string, declared: string, order: string, format: string) => {
    session.query(
      `create table school.${table} (${declared}) engine = MergeTree order by ${order}`,
    );
    session.query(
      `insert into school.${table} select * from file('${file}', '${format}', '${declared}')`,
    );
    session.query(`optimize table school.${table} final`);
  };
  for (const [name, table] of Object.entries(tablesOf(columns))) {
    const entries = Object.entries(table as Table);
    writeFileSync(file, blockOf(entries));
    fill(
      name,
      entries.map(([column, of]) => `${column} ${typeOf(of)}`).join(', '),
      'day',
      'Native',
    );
  }
  const { joined, names, emails } = memberTableOf(columns);
  const rows = names.map((name, code) =>
    JSON.stringify({ code, joined: joined[code], name, email: emails[code] }),
  );
  writeFileSync(file, rows.join('\n'));
  fill('members', 'code Int32, joined Int32, name String, email String', 'code', 'JSONEachRow');
  const run = (statement: string, from: number, to: number): Rows => {
    const bound = statement.replaceAll('$from', String(from)).replaceAll('$to', String(to));
    const answer = JSON.parse(session.query(bound, 'JSONCompact')) as { data: unknown[][] };
    return answer.data.map((row) => row.map(Number));
  };
  return readsOf(run, eventRows, 'school.');
};
