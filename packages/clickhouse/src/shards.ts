import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Unavailable } from '@tallyboard/ports';
import { nativeRows, type Row } from './sql/native.js';
import type { Sql } from './sql/sql.js';

export type { Row };

/** One shard: a server, or several that replicate each other behind one address. */
export interface Shard {
  readonly run: (statement: Sql) => Promise<void>;
  readonly rows: (query: Sql, signal?: AbortSignal) => Promise<readonly Row[]>;
  /** Reads the result in ClickHouse's own columnar format, piece by piece as it arrives. */
  readonly native: <A>(
    query: Sql,
    read: (pieces: AsyncIterable<Uint8Array>) => Promise<A>,
    signal?: AbortSignal,
  ) => Promise<A>;
  /** Inserts rows from a file of one JSON object a line. */
  readonly insertFile: (table: string, path: string) => Promise<void>;
  readonly insertRows: (table: string, rows: readonly object[]) => Promise<void>;
}

/** Where event data is: shards in the order of their numbers, with one database on each. */
export interface Shards {
  /** What `openShards` was given; may hold passwords. */
  readonly addresses: string;
  /** Every shard, in the order of their numbers. */
  readonly all: readonly Shard[];
  /** The number of the shard that holds everything of a scope. */
  readonly numberOf: (scope: string) => number;
  /** The shard that holds everything of a scope. */
  readonly of: (scope: string) => Shard;
  /** The name of the database, the same on every shard. */
  readonly database: string;
  /** The name that the servers know themselves by as a cluster; `null` for none. */
  readonly cluster: string | null;
  /** Whether tables replicate: needs macros `shard` and `replica` on every server. */
  readonly replicated: boolean;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** The shard of a scope; `shardingExpression` says the same to ClickHouse. */
const shardNumber = (scope: string, count: number): number =>
  createHash('md5').update(scope, 'utf8').digest().readUInt32LE(0) % count;

/** The sharding key of a Distributed table. */
export const shardingExpression = 'reinterpretAsUInt32(substring(MD5(scope), 1, 4))';

/** `Retry-After` while a shard cannot be reached, in seconds. */
export const awaySeconds = 2;

const isAway = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z]+$/.test(code) || /timeout|socket hang up|aborted|ECONN/i.test(message);
};

/** Thrown when a ClickHouse refuses the user, or a database has no facts, or the tables of another Tallyboard. */
export class ClickhouseRefused extends Error {}

/** Why a ClickHouse refuses a user: `Code: 193, ... Exception: Wrong password`, or `NAME: Authentication failed`. */
const refusal =
  /^(?:Code: 19[234], .*?Exception: |[^ ]*: )(wrong password|password required|unknown user|authentication failed)/i;

/** Turns the error of a connection into `Unavailable`. */
const reaching = async <A>(address: string, user: string, ask: () => Promise<A>): Promise<A> => {
  try {
    return await ask();
  } catch (error) {
    const [, why] = refusal.exec(error instanceof Error ? error.message : '') ?? [];
    if (why !== undefined) {
      throw new ClickhouseRefused(
        `the ClickHouse at ${address} refused user "${user}": ${why.toLowerCase()}`,
      );
    }
    if (!isAway(error)) throw error;
    throw new Unavailable(`The ClickHouse at ${address} is away.`, awaySeconds, error);
  }
};

interface Place {
  readonly address: string;
  readonly url: URL;
}

const shardAt = ({ address, url }: Place, database: string) => {
  const bare = new URL(url);
  bare.pathname = '';
  bare.search = '';
  const client = createClient({
    url: bare,
    request_timeout: 120_000,
    max_open_connections: 20,
    // Errors are thrown to the caller, so they are not logged here.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_query_size: '16777216',
      max_ast_elements: '500000',
    },
  });
  // Messages go to people who must not see the password.
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  const reach = <A>(ask: () => Promise<A>) =>
    reaching(shown.href, decodeURIComponent(url.username) || 'default', ask);
  const native: Shard['native'] = ({ sql: query }, read, signal) =>
    reach(async () => {
      const abort = signal === undefined ? {} : { abort_signal: signal };
      const { stream } = await client.exec({ query: `${query} FORMAT Native`, ...abort });
      try {
        return await read(stream as AsyncIterable<Uint8Array>);
      } finally {
        stream.destroy();
      }
    });
  const shard: Shard = {
    run: ({ sql: query }) =>
      reach(async () => {
        await client.command({ query });
      }),
    rows: (query, signal) => native(query, nativeRows, signal),
    native,
    insertFile: (table, path) =>
      reach(async () => {
        const query = `INSERT INTO \`${database}\`.\`${table}\` FORMAT JSONEachRow`;
        const { stream } = await client.exec({ query, values: createReadStream(path) });
        // The body is empty; it ends when the rows are inserted.
        await finished(stream.resume());
      }),
    insertRows: (table, values) =>
      reach(async () => {
        if (values.length === 0) return;
        const format = 'JSONEachRow';
        await client.insert({ table: `\`${database}\`.\`${table}\``, values, format });
      }),
  };
  return { shard, close: () => client.close() };
};

/**
 * The shards at some addresses with commas between them, shard after shard:
 * `http://127.0.0.1:8123/database?cluster=NAME&replicated=1`. Database, cluster and replication are those
 * of the first address.
 */
export const openShards = (urls: string): Shards => {
  const places = urls.split(',').map((address) => ({ address, url: new URL(address) }));
  const [first] = places;
  const database = first?.url.pathname.slice(1) ?? '';
  const used = database === '' ? 'tallyboard' : database;
  const opened = places.map((place) => shardAt(place, used));
  const all = opened.map(({ shard }) => shard);
  const numberOf = (scope: string) => shardNumber(scope, all.length);
  return {
    addresses: urls,
    all,
    numberOf,
    of: (scope) => all[numberOf(scope)]!,
    database: used,
    cluster: first?.url.searchParams.get('cluster') ?? null,
    replicated: first?.url.searchParams.get('replicated') === '1',
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
};
