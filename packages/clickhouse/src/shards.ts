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
  /** Ends when nothing arrives for so many milliseconds: five seconds, unless it says more. */
  readonly rows: (query: Sql, silenceMs?: number) => Promise<readonly Row[]>;
  /** Adds the rows of a result to a file, one JSON object a line. Ends when nothing arrives for a while. */
  readonly save: (query: Sql, path: string, signal?: AbortSignal) => Promise<void>;
  /** Inserts rows from a file of one JSON object a line. */
  readonly insertFile: (table: string, path: string) => Promise<void>;
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

/** How long a shard may bring nothing, in milliseconds: of an answer to a request, of facts, and of what reads whole tables. */
export const silenceMs = { answer: 5_000, facts: 30_000, table: 120_000 };

/** The result of a query, piece by piece. A server that fails amid a result ends it with its message, one that is killed anywhere. */
const resultOf = async function* (
  client: ReturnType<typeof createClient>,
  { sql: query }: Sql,
  silence: number,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), silence);
  let end = '}\n';
  try {
    const { stream } = await client.exec({
      query: `${query} FORMAT JSONEachRow`,
      abort_signal: AbortSignal.any([silent.signal, ...(signal === undefined ? [] : [signal])]),
    });
    for await (const piece of stream as AsyncIterable<Buffer>) {
      timer.refresh();
      end = `${end}${piece.toString('latin1', piece.length - 2)}`.slice(-2);
      yield piece;
    }
  } finally {
    clearTimeout(timer);
  }
  if (end !== '}\n') throw new Unavailable('A ClickHouse broke off a result.', unavailableSeconds);
};

const shardAt = (address: string, database: string) => {
  const [url, shown] = [new URL(address), new URL(address)];
  const user = decodeURIComponent(url.username) || 'default';
  url.pathname = '';
  url.search = '';
  // Messages go to people who must not see the password.
  shown.username = '';
  shown.password = '';
  const client = createClient({
    url,
    request_timeout: silenceMs.table,
    max_open_connections: 20,
    // Errors are thrown to the caller, so they are not logged here.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_query_size: '16777216',
      max_ast_elements: '500000',
      output_format_json_quote_64bit_integers: 0,
    },
  });
  const reach = async <A>(ask: () => Promise<A>): Promise<A> => {
    try {
      return await ask();
    } catch (error) {
      const [, why] = refusal.exec(error instanceof Error ? error.message : '') ?? [];
      if (why !== undefined) {
        throw new ClickhouseRefused(
          `the ClickHouse at ${shown.href} refused user "${user}": ${why.toLowerCase()}`,
        );
      }
      if (!isUnreachable(error)) throw error;
      throw new Unavailable(`The ClickHouse at ${shown.href} is away.`, unavailableSeconds, error);
    }
  };
  const shard: Shard = {
    run: ({ sql: query }, replicas = 0) =>
      reach(async () => {
        const clickhouse_settings = { insert_quorum: String(replicas) };
        await client.command({ query, clickhouse_settings });
      }),
    rows: (query, silence = silenceMs.answer) =>
      reach(async () => {
        const lines = (await text(resultOf(client, query, silence))).split('\n');
        return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
      }),
    save: (query, path, signal) =>
      reach(() =>
        pipeline(
          resultOf(client, query, silenceMs.facts, signal),
          createWriteStream(path, { flags: 'a' }),
        ),
      ),
    insertFile: (table, path) =>
      reach(async () => {
        const query = `INSERT INTO \`${database}\`.\`${table}\` FORMAT JSONEachRow`;
        const { stream } = await client.exec({ query, values: createReadStream(path) });
        // The body is empty; it ends when the rows are inserted.
        await finished(stream.resume());
      }),
  };
  return { shard, close: () => client.close() };
};

/**
 * The shards at some addresses with commas between them, shard after shard:
 * `http://127.0.0.1:8123/database?replicated=1`. Database and replication are those of the first address.
 */
export const openShards = (urls: string): Shards => {
  const addresses = urls.split(',');
  const { pathname, searchParams } = new URL(addresses[0]!);
  const database = pathname.slice(1) || 'tallyboard';
  const opened = addresses.map((address) => shardAt(address, database));
  const all = opened.map(({ shard }) => shard);
  const numberOf = (organization: string) => shardNumber(organization, all.length);
  return {
    addresses: urls,
    all,
    numberOf,
    of: (organization) => all[numberOf(organization)]!,
    database,
    replicated: searchParams.get('replicated') === '1',
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
};
