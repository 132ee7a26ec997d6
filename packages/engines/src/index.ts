/**
 * Real engines for tests and benchmarks.
 *
 * @packageDocumentation
 */

export {
  type ClickhouseServer,
  type ClickhouseShards,
  type Replication,
  startClickhouse,
} from './clickhouse.js';
export { missingEngines, missingForLong, until } from './process.js';
export { type RedisServer, startRedis, startRedisCluster } from './redis.js';
