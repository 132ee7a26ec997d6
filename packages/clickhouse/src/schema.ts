import {
  type FactField,
  type FactKind,
  type FieldType,
  factFields,
  factKeys,
  factKinds,
} from '@tallyboard/core/vocabulary';
import { Unavailable } from '@tallyboard/ports';
import { ClickhouseRefused, type Shards } from './shards.js';
import { name, sql } from './sql.js';
import { tableIn } from './versions.js';

/**
 * How ClickHouse holds a type of field, how it is on the way from and to a store, and how it is read as a fact. Servers
 * before 20 have no DateTime64, and read decimals only nearly: times are numbers, decimals texts.
 */
interface ColumnType {
  /** The type of its column. */
  readonly column: string;
  /** The type that DuckDB gives it in lines of JSON. */
  readonly json: string;
  /** From the column of a store to that of ClickHouse, in SQL of DuckDB. */
  readonly write: (field: string) => string;
  /** The other way. */
  readonly stored: (field: string) => string;
  readonly read: ((value: unknown) => unknown) | null;
}

const text: ColumnType = {
  ...{ column: 'String', json: 'VARCHAR', read: null },
  ...{ write: (field) => field, stored: (field) => field },
};
const decimal: Partial<ColumnType> = {
  write: (field) => `CAST(${field} AS VARCHAR)`,
  stored: (field) => `CAST(${field} AS DOUBLE)`,
  read: Number,
};
const json: Partial<ColumnType> = { read: (value) => JSON.parse(String(value)) as unknown };

/** How a column differs from that of a text. */
const columnTypes: Readonly<Partial<Record<FieldType, Partial<ColumnType>>>> = {
  boolean: {
    ...{ column: 'UInt8', json: 'INTEGER' },
    write: (field) => `CAST(${field} AS INTEGER)`,
    stored: (field) => `${field} = 1`,
    read: (value) => Number(value) === 1,
  },
  date: {
    ...{ column: 'Int32', json: 'INTEGER' },
    write: (field) => `CAST(${field} - DATE '1970-01-01' AS INTEGER)`,
    stored: (field) => `DATE '1970-01-01' + ${field}`,
  },
  instant: {
    ...{ column: 'Int64', json: 'BIGINT' },
    write: (field) => `epoch_ms(${field})`,
    stored: (field) => `make_timestamp(${field} * 1000)`,
  },
  count: { column: 'Int64', json: 'BIGINT' },
  words: { column: 'Array(String)', json: 'VARCHAR[]' },
  ...{ number: decimal, amount: decimal, object: json, keyValues: json },
};

/** The column of a field. */
export const columnOf = ({ type }: Pick<FactField, 'type'>): ColumnType => ({
  ...text,
  ...columnTypes[type],
});

const columnsOf = (kind: FactKind): string => {
  const fields = factFields[kind].map((field) => {
    const { column } = columnOf(field);
    return `\`${field.name}\` ${field.nullable ? `Nullable(${column})` : column}`;
  });
  return `organization String, version UInt64, removed UInt8, again UInt8, ${fields.join(', ')}`;
};

/** Boards are looked up by their ids, everything else mostly in its organization. */
const orderOf = (kind: FactKind): string =>
  kind === 'board' ? 'id, organization' : `organization, ${factKeys[kind].at(-1)!}`;

/** The tables of every shard: their columns and order. */
const tables: readonly (readonly [name: string, columns: string, order: string])[] = [
  ...factKinds.map((kind) => [kind, columnsOf(kind), orderOf(kind)] as const),
  ['manifest', 'organization String, version UInt64, events Int64', 'organization, version'],
  // Organizations that an import is about to give a version, and the version that it read.
  ['claim', 'organization String, version UInt64, base UInt64, at Int64', 'organization, version'],
  // Rows that a sweep removes; and, without a table, before which version it removes them.
  [
    'dead',
    'version UInt64, table String, organization String, key String, dead UInt64',
    'version, table',
  ],
  // Ids that an import asks for.
  ['asked', 'version UInt64, what String, id String', 'version, what, id'],
];

/** Creates the database and the tables of every shard, unless they exist. */
export const createTables = async (shards: Shards): Promise<void> => {
  for (const shard of shards.all) {
    await shard.run(sql`CREATE DATABASE IF NOT EXISTS ${name(shards.database)}`);
    for (const [table, columns, order] of tables) {
      const engine = shards.replicated
        ? `ReplicatedMergeTree('/clickhouse/tables/{shard}/${shards.database}/${table}', '{replica}')`
        : 'MergeTree()';
      const made = { sql: `(${columns}) ENGINE = ${engine} ORDER BY (${order})` };
      await shard.run(sql`CREATE TABLE IF NOT EXISTS ${tableIn(shards, table)} ${made}`);
    }
  }
};

/**
 * Refuses a database that nothing was imported into. A shard that cannot be reached is not checked.
 *
 * @param onUnavailable - gets the error of each shard that cannot be reached
 */
export const insistOnSchema = async (
  shards: Shards,
  onUnavailable: (error: unknown) => void = () => undefined,
): Promise<void> => {
  for (const shard of shards.all) {
    try {
      await shard.rows(sql`SELECT base FROM ${tableIn(shards, 'claim')} LIMIT 1`);
    } catch (error) {
      if (error instanceof Error && /doesn't exist|does not exist/.test(error.message)) {
        throw new ClickhouseRefused(
          `the database ${shards.database} has no facts; 'tallyboard import --clickhouse URL PATH...' brings some`,
        );
      }
      if (!(error instanceof Unavailable)) throw error;
      onUnavailable(error);
    }
  }
};
