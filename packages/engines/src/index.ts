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
export { type EngineName, missingEngines, missingForLong } from './missing.js';
export { type Engine, freePorts, until } from './process.js';
export { type RedisCluster, type RedisServer, startRedis, startRedisCluster } from './redis.js';
