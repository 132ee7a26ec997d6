import type { Engine } from '../engine.js';
import { storeOf } from '../reads.js';
import { loadPeer, versionOf } from '../shipped.js';
import { eventRows, readsOf } from '../statements.js';
import { memberTableOf, type Table, tablesOf } from '../tables.js';

interface Statement {
  readonly run: (...values: readonly unknown[]) => void;
  readonly all: (values: object) => readonly number[][];
  readonly raw: () => Statement;
}
interface Database {
  readonly exec: (statement: string) => void;
  readonly prepare: (statement: string) => Statement;
}
interface Sqlite {
  readonly default: new (path: string) => Database;
}

/** What a covering index of each table begins with. */
const orders: Readonly<Record<string, readonly string[]>> = {
  content: ['kind', 'day', 'role', 'author', 'board', 'to_peer', 'month'],
  visits: ['day', 'month', 'visitor', 'board', 'role', 'seconds'],
  attachments: ['day', 'category', 'role'],
  plays: ['is_audio', 'day', 'media'],
  scans: ['day', 'type', 'flags', 'removed', 'micros'],
};

/** SQLite in memory, each table with an index that covers every read. */
export const open = async (): Promise<Engine> => {
  const { default: SqliteDatabase } = await loadPeer<Sqlite>('better-sqlite3');
  return {
    version: versionOf('better-sqlite3'),
    load: (columns) => {
      const database = new SqliteDatabase(':memory:');
      const fill = (name: string, table: Readonly<Record<string, ArrayLike<unknown>>>): void => {
        const entries = Object.entries(table);
        const places = entries.map(() => '?').join(', ');
        database.exec(`create table ${name} (${entries.map(([column]) => column).join(', ')})`);
        const insert = database.prepare(`insert into ${name} values (${places})`);
        database.exec('begin');
        for (let row = 0; row < entries[0]![1].length; row++) {
          insert.run(...entries.map(([, column]) => column[row]));
        }
        database.exec('commit');
      };
      for (const [name, table] of Object.entries(tablesOf(columns))) {
        fill(name, table as Table);
        database.exec(`create index ${name}_covering on ${name} (${orders[name]!.join(', ')})`);
      }
      const { joined, names, emails } = memberTableOf(columns);
      fill('members', { code: names.map((_, code) => code), joined, name: names, email: emails });
      database.exec('create unique index members_by_code on members (code)');
      database.exec('analyze');
      const prepared = new Map<string, Statement>();
      const run = (text: string, from: number, to: number) => {
        const statement = prepared.get(text) ?? database.prepare(text).raw();
        if (!/limit \d+ offset|instr\(/.test(text)) prepared.set(text, statement);
        return statement.all({ from, to });
      };
      return storeOf(columns, readsOf(run, eventRows));
    },
  };
};
