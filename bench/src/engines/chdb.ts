import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../engine.js';
import { storeOf } from '../reads.js';
import { loadPeer, versionOf } from '../shipped.js';
import { type Distinct, eventRows, inPlace, readsOf } from '../statements.js';
import { memberTableOf, type Table, tablesOf } from '../tables.js';

interface Session {
  readonly query: (statement: string, format?: string) => string;
}
interface Chdb {
  readonly Session: new (path: string) => Session;
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

const openWith = async (distinct?: Distinct): Promise<Engine> => {
  const chdb = await loadPeer<Chdb>('chdb');
  const folder = mkdtempSync(join(tmpdir(), 'bench-chdb-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const session = new chdb.Session(join(folder, 'session'));
  let loaded = 0;
  return {
    version: `${versionOf('chdb')}, ClickHouse ${session.query('select version()', 'TabSeparated').trim()}`,
    load: (columns) => {
      const database = `school${loaded++}`;
      session.query(`create database ${database}`);
      const file = join(folder, 'block.native');
      for (const [name, table] of Object.entries(tablesOf(columns))) {
        const entries = Object.entries(table as Table);
        const declared = entries.map(([column, values]) => `${column} ${typeOf(values)}`);
        writeFileSync(file, blockOf(entries));
        session.query(
          `create table ${database}.${name} (${declared.join(', ')}) engine = MergeTree order by day`,
        );
        session.query(`insert into ${database}.${name} select * from file('${file}', 'Native')`);
        session.query(`optimize table ${database}.${name} final`);
      }
      const { joined, names, emails } = memberTableOf(columns);
      const rows = names.map((name, code) =>
        JSON.stringify({ code, joined: joined[code], name, email: emails[code] }),
      );
      writeFileSync(file, rows.join('\n'));
      session.query(
        `create table ${database}.members (code Int32, joined Int32, name String, email String)
         engine = MergeTree order by code`,
      );
      session.query(
        `insert into ${database}.members select * from file('${file}', 'JSONEachRow',
         'code Int32, joined Int32, name String, email String')`,
      );
      const run = (statement: string, from: number, to: number) => {
        const answer = session.query(inPlace(statement, from, to), 'JSONCompact');
        return (JSON.parse(answer) as { data: unknown[][] }).data.map((row) => row.map(Number));
      };
      return storeOf(columns, readsOf(run, eventRows, `${database}.`, distinct));
    },
  };
};

/** ClickHouse in this process: tables in the order of their days, without a server. */
export const open = (): Promise<Engine> => openWith();

/** The same, with estimates of how many different visitors there were. */
export const openEstimates = (): Promise<Engine> => openWith((column) => `uniq(${column})`);
