import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@tallyboard/core/vocabulary';
import { type AllowancePort, type Allowances, type Spending, Unavailable } from '@tallyboard/ports';
import type { RedisClient } from './connect.js';

/**
 * Counts one request against an hour that slides, as the allowance in memory does, and bounds the ids
 * that one key may name. A request is known by a token: counted once, however often it is sent.
 *
 * Keys: the window (tokens by instant); the ids of the API key (by the instant of the latest request).
 * Arguments: instant, or "" for the clock of Redis; limit; window in ms; token; id; most ids.
 * Gives: whether accepted (1 or 0), requests left, seconds until one leaves the window.
 */
const countRequestScript = `
local now = tonumber(ARGV[1])
local limit, window, most = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[6])
local token, id = ARGV[4], ARGV[5]
local text = function(number) return string.format('%.0f', number) end
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
-- A clock that was set back must not bring a window to life again.
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
if newest and tonumber(newest) > now then now = tonumber(newest) end

local reset = function(oldest) return math.max(1, math.ceil((oldest + window - now) / 1000)) end
local outside = text(now - window)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', outside)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', outside)

if not redis.call('ZSCORE', KEYS[2], id) and redis.call('ZCARD', KEYS[2]) >= most then
  return {0, 0, reset(tonumber(redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2]))}
end

local counted = redis.call('ZCARD', KEYS[1])
local accepted = 1
if not redis.call('ZSCORE', KEYS[1], token) then
  if counted < limit then
    redis.call('ZADD', KEYS[1], text(now), token)
    redis.call('ZADD', KEYS[2], text(now), id)
    redis.call('PEXPIRE', KEYS[1], window)
    redis.call('PEXPIRE', KEYS[2], window)
    counted = counted + 1
  else
    accepted = 0
  end
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
return {accepted, limit - counted, reset(oldest and tonumber(oldest) or now)}
`;

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
          await pause(pauseMs);
        }
      }
    },
  };
};
