/**
 * What replicas of one service share, in Redis: allowances, and built indexes with the leases by which
 * each is built once.
 *
 * @packageDocumentation
 */
export { type RedisAllowanceOptions, redisAllowance } from './allowance.js';
export { connectRedis, type RedisClient, whenReady } from './connect.js';
export {
  type SharedBuilds,
  type SharedBuildsOptions,
  sharedBuilds,
  type WantedIndex,
} from './shared-builds.js';
