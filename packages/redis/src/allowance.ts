import { randomUUID } from 'node:crypto';
import { limits } from '@tallyboard/core/vocabulary';
import { type AllowancePort, type Allowances, type Spending, Unavailable } from '@tallyboard/ports';
import type { RedisClient } from './connect.js';
import { countRequestScript } from './count-request.lua.js';

/** How allowances are kept. */
export interface RedisAllowanceOptions {
  /** A connection made by `connectRedis`. */
  readonly client: RedisClient;
  /** Requests per hour of each endpoint. */
  readonly allowances: Allowances;
  /** Put in front of every key, so that services may share a Redis. */
  readonly prefix: string;
  /**
   * Whose clock counts. `redis`: that of Redis, the one that all replicas share. `caller`: the instants
   * of requests, which must not go back.
   */
  readonly clock?: 'redis' | 'caller';
  /** How many ids one API key may name within an hour. */
  readonly idsMax?: number;
}

/** `Retry-After` while Redis cannot be reached, in seconds. */
const unavailableSeconds = 2;
const attempts = 3;
const pauseMs = 60;

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Allowances in Redis: the same decisions as those in memory, for any number of replicas together. One
 * script decides and counts at once. What belongs to one API key has one hash tag, so it lies in one
 * slot of a Cluster.
 *
 * A request that cannot be counted ends with `Unavailable`, hence 503: serving it could exceed the allowance.
 */
export const redisAllowance = ({
  client,
  allowances,
  prefix,
  clock = 'redis',
  idsMax = limits.organizationsPerKeyAndHour,
}: RedisAllowanceOptions): AllowancePort => {
  const count = async ({ keySha256, endpoint, id, at }: Spending, limit: number, token: string) => {
    const tag = `${prefix}{${keySha256}}`;
    const answer = await client.eval(
      countRequestScript,
      2,
      `${tag}:${endpoint}:${id}`,
      `${tag}:ids`,
      clock === 'redis' ? '' : at,
      limit,
      limits.allowanceWindowMs,
      token,
      id,
      idsMax,
    );
    const [accepted, remaining, resetSeconds] = answer as [number, number, number];
    return { accepted: accepted === 1, limit, remaining, resetSeconds };
  };
  return {
    spend: async (spending) => {
      const limit = allowances[spending.endpoint] ?? 0;
      if (limit === 0) return null;
      // The same token each time: an attempt whose answer was lost is not counted again.
      const token = randomUUID();
      for (let attempt = 1; ; attempt++) {
        try {
          return await count(spending, limit, token);
        } catch (error) {
          if (attempt === attempts) {
            throw new Unavailable(
              'Redis, which counts requests, cannot be reached.',
              unavailableSeconds,
              error,
            );
          }
          await pause();
        }
      }
    },
  };
};
