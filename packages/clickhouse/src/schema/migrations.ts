import { factKinds } from '@tallyboard/core/vocabulary';
import { Unavailable } from '@tallyboard/ports';
import { ClickhouseRefused, type Shard, type Shards, shardingExpression } from '../shards.js';
import { name, type Sql, sql } from '../sql/sql.js';
import { codeColumns, fieldsOf } from './columns.js';

/** A table, the same on every shard. */
interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly engine: 'MergeTree' | 'ReplacingMergeTree';
  readonly order: string;
}

/** One step of the schema. What was published is never changed: a next step changes it. */
interface Migration {
  readonly name: string;
  readonly tables: readonly Table[];
  /** Columns that tables of earlier migrations get. */
  readonly columns: readonly (readonly [table: string, column: string, type: string])[];
}

const owned = [
  ['scope', 'String'],
  ['version', 'UInt64'],
] as const;

const factTables = factKinds.map(
  (kind): Table => ({
    name: kind,
    columns: [
      ...owned,
      ...fieldsOf[kind].map((field) => [field.name, field.column] as const),
      ...codeColumns[kind].map((one) => [one.name, one.column] as const),
    ],
    engine: 'MergeTree',
    order: '(scope, version)',
  }),
);

const migrations: readonly Migration[] = [
  {
    name: '001-facts',
    tables: [
      ...factTables,
      // The newest row of a scope names the rows of its facts.
      {
        name: 'manifest',
        columns: [...owned, ['events', 'UInt64'], ['facts', 'UInt64']],
        engine: 'MergeTree',
        order: '(scope, version)',
      },
      // The scopes of a board or user, on the shard of its own id.
      {
        name: 'place',
        columns: [['thing', 'String'], ...owned],
        engine: 'ReplacingMergeTree',
        order: '(thing, scope)',
      },
    ],
    columns: [],
  },
  {
    name: '002-parts',
    tables: [],
    // The versions whose rows count; none for a version whose own rows are all.
    columns: [['manifest', 'parts', 'Array(UInt64)']],
  },
];

const inDatabase = ({ database }: Shards, table: string): Sql =>
  sql`${name(database)}.${name(table)}`;

const engineOf = ({ replicated, database }: Shards, { name: table, engine }: Table): string =>
  replicated
    ? `Replicated${engine}('/clickhouse/tables/{shard}/${database}/${table}', '{replica}')`
    : `${engine}()`;

const createTable = (shards: Shards, table: Table): Sql => {
  const columns = table.columns.map(([column, type]) => `\`${column}\` ${type}`);
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${inDatabase(shards, table.name).sql} (${columns.join(', ')})
      ENGINE = ${engineOf(shards, table)} ORDER BY ${table.order}`,
  };
};

/** Over all shards at once, for your own queries: `all_post` beside `post`. */
const createDistributed = (shards: Shards, cluster: string, table: string): Sql => ({
  sql: `CREATE TABLE IF NOT EXISTS ${inDatabase(shards, `all_${table}`).sql}
    AS ${inDatabase(shards, table).sql}
    ENGINE = Distributed(${name(cluster).sql}, ${name(shards.database).sql}, ${name(table).sql}, ${shardingExpression})`,
});

const migrationTable: Table = {
  name: 'migration',
  columns: [
    ['name', 'String'],
    ['at', 'Int64'],
  ],
  engine: 'MergeTree',
  order: 'name',
};

/** The migrations that were made on a shard; refuses those of a newer Tallyboard. */
const migrationsOn = async (shards: Shards, shard: Shard): Promise<ReadonlySet<string>> => {
  const rows = await shard.rows(sql`SELECT DISTINCT name FROM ${inDatabase(shards, 'migration')}`);
  const done = new Set(rows.map((row) => String(row['name'])));
  const unknown = [...done].filter((one) => migrations.every((known) => known.name !== one));
  if (unknown.length > 0) {
    throw new ClickhouseRefused(
      `the database ${shards.database} has the schema of a newer Tallyboard (${unknown.join(', ')}); use that one`,
    );
  }
  return done;
};

/** Adds a column unless it is there: `ADD COLUMN IF NOT EXISTS` needs a newer server. */
const addColumn = async (
  { database }: Shards,
  shard: Shard,
  [table, column, type]: Migration['columns'][number],
): Promise<void> => {
  const found = await shard.rows(
    sql`SELECT 1 AS one FROM system.columns WHERE database = ${database} AND table = ${table} AND name = ${column}`,
  );
  if (found.length > 0) return;
  await shard.run(
    sql`ALTER TABLE ${name(database)}.${name(table)} ADD COLUMN ${name(column)} ${{ sql: type }}`,
  );
};

const migrateShard = async (shards: Shards, shard: Shard, now: number): Promise<void> => {
  await shard.run(sql`CREATE DATABASE IF NOT EXISTS ${name(shards.database)}`);
  await shard.run(createTable(shards, migrationTable));
  const done = await migrationsOn(shards, shard);
  for (const migration of migrations) {
    if (done.has(migration.name)) continue;
    // Each statement may be repeated, so a migration that broke off is simply run again.
    for (const table of migration.tables) {
      await shard.run(createTable(shards, table));
      if (shards.cluster !== null && table.name !== 'place') {
        await shard.run(createDistributed(shards, shards.cluster, table.name));
      }
    }
    for (const column of migration.columns) {
      const [table, ...rest] = column;
      await addColumn(shards, shard, column);
      if (shards.cluster !== null) await addColumn(shards, shard, [`all_${table}`, ...rest]);
    }
    await shard.insertRows('migration', [{ name: migration.name, at: now }]);
  }
};

/** Brings the schema of every shard up to date; does nothing where it is. */
export const migrate = async (shards: Shards, now: number): Promise<void> => {
  for (const shard of shards.all) await migrateShard(shards, shard, now);
};

const isWithoutSchema = (error: unknown): boolean =>
  error instanceof Error && /doesn't exist|does not exist/.test(error.message);

const noFactsIn = ({ database }: Shards): ClickhouseRefused =>
  new ClickhouseRefused(
    `the database ${database} has no facts; 'tallyboard import --clickhouse URL PATH...' brings some`,
  );

const tooOld = ({ database }: Shards): ClickhouseRefused =>
  new ClickhouseRefused(
    `the database ${database} has the tables of an older Tallyboard; the next 'tallyboard import --clickhouse URL PATH...' updates them`,
  );

/** Refuses a shard with unknown or missing migrations. */
export const insistOnKnownSchema = async (shards: Shards, shard: Shard): Promise<void> => {
  const done = await migrationsOn(shards, shard).catch((error: unknown) => {
    throw isWithoutSchema(error) ? noFactsIn(shards) : error;
  });
  if (done.size === 0) throw noFactsIn(shards);
  if (done.size < migrations.length) throw tooOld(shards);
};

/**
 * Refuses a database that nothing was loaded into, or that a newer Tallyboard has updated. A shard that cannot be
 * reached is not checked.
 *
 * @param onAway - gets the error of each shard that cannot be reached
 */
export const insistOnSchema = async (
  shards: Shards,
  onAway: (error: unknown) => void = () => undefined,
): Promise<void> => {
  for (const shard of shards.all) {
    try {
      await migrationsOn(shards, shard);
    } catch (error) {
      if (isWithoutSchema(error)) throw noFactsIn(shards);
      if (!(error instanceof Unavailable)) throw error;
      onAway(error);
    }
  }
};
