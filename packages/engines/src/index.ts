/**
 * Real engines for tests and benchmarks.
 *
 * @packageDocumentation
 */

export { type Replication, startClickhouse } from './clickhouse.js';
export { type Engine, type Engines, missingEngines, missingForLong, until } from './process.js';
export { type RedisServer, startRedis, startRedisCluster } from './redis.js';
