/**
 * Event data in ClickHouse: schema, loading, and what a service asks.
 *
 * @packageDocumentation
 */
export { type ClickhouseImportPlan, importIntoClickhouse } from './import/import-facts.js';
export { clickhouseKeys } from './keys.js';
export { eventColumns } from './read/event-columns.js';
export {
  type ClickhouseEvents,
  type OpenClickhouse,
  openClickhouse,
} from './read/open-clickhouse.js';
export { createTables, insistOnSchema } from './schema.js';
export { ClickhouseRefused, openShards, type Shards } from './shards.js';
export { joined, name, type Sql, type SqlValue, sql } from './sql.js';
export { type SweepPlan, type SweptShard, sweepClickhouse } from './sweep.js';
