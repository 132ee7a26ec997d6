/**
 * Event data in ClickHouse: schema, loading, and what a service asks.
 *
 * @packageDocumentation
 */
export { type ClickhouseKeys, clickhouseKeys } from './keys/clickhouse-keys.js';
export { type ClickhouseImportPlan, importIntoClickhouse } from './load/import-facts.js';
export type { Freshness } from './read/fresh.js';
export { groupedColumns } from './read/grouped-columns.js';
export {
  type ClickhouseEvents,
  type OpenClickhouse,
  openClickhouse,
} from './read/open-clickhouse.js';
export { insistOnSchema, migrate } from './schema/migrations.js';
export { ClickhouseRefused, openShards, type Shards } from './shards.js';
export { joined, name, type Sql, type SqlValue, sql } from './sql/sql.js';
export { type SweepPlan, type SweptShard, sweepClickhouse } from './sweep/sweep.js';
