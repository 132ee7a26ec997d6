import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Unavailable } from '@tallyboard/ports';
import type { Sql } from './sql.js';

/** One row of a result. Whole numbers are exact up to 2^53. */
export type Row = Readonly<Record<string, unknown>>;

/** One shard: a server, or several that replicate each other behind one address. */
export interface Shard {
  /** An insertion waits for as many replicas, if any are named. */
  readonly run: (statement: Sql, replicas?: number) => Promise<void>;
  readonly rows: (query: Sql, signal?: AbortSignal) => Promise<readonly Row[]>;
  /** Adds the rows of a result to a file, one JSON object a line. Ends when nothing arrives for a while. */
  readonly save: (query: Sql, path: string, signal?: AbortSignal) => Promise<void>;
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
  /** The number of the shard that holds everything of an organization. */
  readonly numberOf: (organization: string) => number;
  /** The shard that holds everything of an organization. */
  readonly of: (organization: string) => Shard;
  /** The name of the database, the same on every shard. */
  readonly database: string;
  /** Whether tables replicate: needs macros `shard` and `replica` on every server. */
  readonly replicated: boolean;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** The shard of an organization: the first four bytes of its MD5, the lowest first. */
const shardNumber = (organization: string, count: number): number =>
  createHash('md5').update(organization, 'utf8').digest().readUInt32LE(0) % count;

/** The same in SQL of DuckDB. */
export const shardOf = (organization: string, count: number): string => {
  const byte = (at: number) => `substr(md5(${organization}), ${2 * at + 1}, 2)`;
  return `CAST(CAST('0x' || ${byte(3)} || ${byte(2)} || ${byte(1)} || ${byte(0)} AS BIGINT) % ${count} AS INTEGER)`;
};

/** `Retry-After` while a shard cannot be reached, in seconds. */
export const unavailableSeconds = 2;

const isUnreachable = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z]+$/.test(code) || /timeout|socket hang up|aborted|ECONN/i.test(message);
};

/** Thrown when a ClickHouse refuses the user, or a database has no facts. */
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
    if (!isUnreachable(error)) throw error;
    throw new Unavailable(`The ClickHouse at ${address} is away.`, unavailableSeconds, error);
  }
};

interface Address {
  readonly address: string;
  readonly url: URL;
}

const brokeOff = (error?: unknown) =>
  new Unavailable('A ClickHouse broke off a result.', unavailableSeconds, error);

/** How long a result that is saved may bring nothing, in milliseconds. */
const silenceMs = 30_000;

/** Reads the results of queries through a client. A server that fails amid a result ends it with its message. */
const readerOf = (
  client: ReturnType<typeof createClient>,
  reach: <A>(ask: () => Promise<A>) => Promise<A>,
): Pick<Shard, 'rows' | 'save'> => {
  const read = async ({ sql: query }: Sql, signal: AbortSignal | undefined) => {
    const abort = signal === undefined ? {} : { abort_signal: signal };
    return (await client.exec({ query: `${query} FORMAT JSONEachRow`, ...abort })).stream;
  };
  return {
    rows: (query, signal) =>
      reach(async () => {
        const lines = (await text(await read(query, signal))).split('\n');
        try {
          return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
        } catch (error) {
          throw brokeOff(error);
        }
      }),
    save: (query, path, signal) =>
      reach(async () => {
        const silent = new AbortController();
        const timer = setTimeout(
          () => silent.abort(new Unavailable('A ClickHouse does not respond.', unavailableSeconds)),
          silenceMs,
        );
        const signals = [silent.signal, ...(signal === undefined ? [] : [signal])];
        let end = Buffer.from('}\n');
        const watch = async function* (pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            timer.refresh();
            end = Buffer.concat([end, piece.subarray(-2)]).subarray(-2);
            yield piece;
          }
        };
        try {
          const stream = await read(query, AbortSignal.any(signals));
          await pipeline(stream, watch, createWriteStream(path, { flags: 'a' }));
        } finally {
          clearTimeout(timer);
        }
        if (end.toString() !== '}\n') throw brokeOff();
      }),
  };
};

const shardAt = ({ address, url }: Address, database: string) => {
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
      output_format_json_quote_64bit_integers: 0,
    },
  });
  // Messages go to people who must not see the password.
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  const reach = <A>(ask: () => Promise<A>) =>
    reaching(shown.href, decodeURIComponent(url.username) || 'default', ask);
  const shard: Shard = {
    run: ({ sql: query }, replicas = 0) =>
      reach(async () => {
        const clickhouse_settings = { insert_quorum: String(replicas) };
        await client.command({ query, clickhouse_settings });
      }),
    ...readerOf(client, reach),
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
 * `http://127.0.0.1:8123/database?replicated=1`. Database and replication are those of the first address.
 */
export const openShards = (urls: string): Shards => {
  const addresses = urls.split(',').map((address) => ({ address, url: new URL(address) }));
  const [first] = addresses;
  const database = first?.url.pathname.slice(1) ?? '';
  const used = database === '' ? 'tallyboard' : database;
  const opened = addresses.map((one) => shardAt(one, used));
  const all = opened.map(({ shard }) => shard);
  const numberOf = (organization: string) => shardNumber(organization, all.length);
  return {
    addresses: urls,
    all,
    numberOf,
    of: (organization) => all[numberOf(organization)]!,
    database: used,
    replicated: first?.url.searchParams.get('replicated') === '1',
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
};

/** How long a shard may take for what a request waits for, in milliseconds. */
const answerMs = 5_000;

/** The same shards for small queries: one that does not respond within 5 s is `Unavailable`. */
export const answeringSoon = (shards: Shards): Shards => {
  const all = shards.all.map((shard) => ({
    ...shard,
    rows: (query: Sql) => shard.rows(query, AbortSignal.timeout(answerMs)),
  }));
  return { ...shards, all, of: (organization) => all[shards.numberOf(organization)]! };
};
