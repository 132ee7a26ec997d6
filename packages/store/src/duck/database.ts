import { resolve } from 'node:path';
import type {
  DuckDBConnection,
  DuckDBMaterializedResult,
  DuckDBResult,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api';

/** How long a loop may hold the event loop, in milliseconds. */
const heldMs = 8;

/**
 * Lets everything else have a turn of the event loop when a loop has held it for a while. Counted by time, not
 * by rows: a chunk of 2,048 rows may hold 40 MB of texts.
 */
export const pausing = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < heldMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
};

/** One row of a result, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** A DuckDB in memory; what outgrows it spills into a directory. */
export interface Database {
  /** Runs statements. */
  readonly run: (sql: string) => Promise<void>;
  /**
   * All rows, with values as JSON has them: numbers beyond 2^53 and times are texts. Reports from time to time which share
   * of the statement is done, from 0 to 1.
   */
  readonly rows: (sql: string, onShare?: (share: number) => void) => Promise<readonly Row[]>;
  /**
   * The result chunk by chunk, to take columns instead of rows. All of it is there before the
   * first chunk: read while it came, one of four million rows out of joins never ended.
   */
  readonly chunks: (sql: string) => Promise<DuckDBMaterializedResult>;
  /** The same of one file, read while the result is: a query with joins or unions does not end in this way. */
  readonly stream: (sql: string) => Promise<DuckDBResult>;
  /** Statements that take long: those of the database itself do not wait for them. Has no temporary tables. */
  readonly aside: Omit<Database, 'aside' | 'close'>;
  /** Interrupts the statement that runs, refuses those that wait, and frees the memory. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Runs statements, one after the other. */
export type Statements = Database['aside'];

/** How a database may use the machine. */
export interface DatabaseOptions {
  /** Where to spill; `null` keeps everything in memory. */
  readonly spill: string | null;
  readonly threads?: number;
}

/** Starts each task when the one before has ended. */
export const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <A>(task: () => Promise<A>): Promise<A> => {
    const done = last.then(task);
    // Nothing of the result: it would stay in memory until the next task ends.
    last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };
};

const exact = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Lets texts of results keep a byte order mark that they begin with: the library would drop it, and two texts that
 * differ in nothing else would become one. It has no setting for it, but looks its decoder up for every text.
 */
const keepByteOrderMarks = async (): Promise<void> => {
  const { default: accessors } = await import('@duckdb/node-api/lib/vectors/dataAccessors.js');
  (accessors as { textDecoder: unknown }).textDecoder = exact;
};

const lookMs = 250;

/** Runs a statement and calls with how far it has come. */
const watched = (
  connection: DuckDBConnection,
  sql: string,
  onShare: (share: number) => void = () => undefined,
): Promise<DuckDBMaterializedResult> => {
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    // Below zero while nothing is known yet.
    if (percentage >= 0) onShare(Math.min(1, percentage / 100));
  }, lookMs);
  return connection.run(sql).finally(() => clearInterval(timer));
};

/**
 * A connection runs one statement at a time; every other that was sent to it would keep one of Node's four
 * threads for files and compression waiting.
 */
const over = (
  connection: DuckDBConnection,
  toJson: typeof JsonDuckDBValueConverter,
): Statements & Pick<Database, 'close'> => {
  const next = inTurn();
  let isClosed = false;
  const one = <A>(statement: () => Promise<A>): Promise<A> =>
    next(() => (isClosed ? Promise.reject(new Error('The database was closed.')) : statement()));
  const chunks = (sql: string): Promise<DuckDBMaterializedResult> => one(() => connection.run(sql));
  return {
    run: async (sql) => {
      await chunks(sql);
    },
    rows: async (sql, onShare) => {
      const all: Row[] = [];
      const result = await one(() => watched(connection, sql, onShare));
      const names = result.columnNames();
      const pause = pausing();
      for await (const chunk of result) {
        for (let at = 0; at < chunk.rowCount; at += 1) {
          const row: Record<string, unknown> = {};
          chunk.visitRowValues(at, (value, _at, column, type) => {
            row[names[column]!] = toJson(value, type, toJson);
          });
          all.push(row);
          await pause();
        }
      }
      return all;
    },
    chunks,
    stream: (sql) => one(() => connection.stream(sql)),
    close: () => {
      isClosed = true;
      connection.interrupt();
      return next(() => {
        connection.closeSync();
        return Promise.resolve();
      });
    },
  };
};

/**
 * Opens a database of its own. The library is loaded here and not before: a service that answers from a
 * stored index never waits for it.
 */
export const openDatabase = async ({ spill, threads }: DatabaseOptions): Promise<Database> => {
  const { DuckDBInstance, JsonDuckDBValueConverter } = await import('@duckdb/node-api');
  await keepByteOrderMarks();
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: spill === null ? '' : resolve(spill),
    // Extensions come from the network, and nothing here needs one.
    autoinstall_known_extensions: 'false',
    ...(threads === undefined ? {} : { threads: String(threads) }),
  });
  const connection = await instance.connect();
  const aside = await instance.connect();
  // Progress is counted but never printed.
  await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false');
  const own = over(connection, JsonDuckDBValueConverter);
  const other = over(aside, JsonDuckDBValueConverter);
  return {
    ...own,
    aside: other,
    close: async () => {
      await Promise.allSettled([own.close(), other.close()]);
      instance.closeSync();
    },
  };
};
