import { type Instant, limits } from '@tallyboard/core/vocabulary';
import {
  missingEngines,
  missingForLong,
  type RedisCluster,
  type RedisServer,
  startRedis,
  startRedisCluster,
} from '@tallyboard/engines';
import { memoryAllowance } from '@tallyboard/http';
import { type Spending, Unavailable } from '@tallyboard/ports';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisAllowance } from './allowance.js';
import { connectRedis, type RedisClient, whenReady } from './connect.js';

const missing = missingEngines('redis-server');
if (missing !== null) console.warn(`skipped: the allowance in Redis; ${missing}`);
const missingCluster = missingForLong('redis-server');
if (missingCluster !== null) console.warn(`skipped: the allowance in a cluster; ${missingCluster}`);

const hour = limits.allowanceWindowMs;
// Pauses on both sides of the hour, and at it.
const pause = fc.oneof(fc.nat({ max: 900_000 }), fc.constantFrom(0, 1, hour - 1, hour));

const spendingOf = (key: string, id: string, at: number): Spending => ({
  keySha256: key,
  endpoint: 'metrics',
  id,
  at: at as Instant,
});

const ignore = () => undefined;
let run = 0;

const decisions = (clientOf: () => RedisClient) => {
  const allowanceOf = (limit: number) =>
    redisAllowance({
      client: clientOf(),
      allowances: { metrics: limit },
      prefix: 'tb',
      clock: 'caller',
    });

  it('decides as the allowance in memory does when a key names several ids', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(pause, fc.constantFrom('a', 'b}', '{c', 'd'.repeat(100))), {
          maxLength: 40,
        }),
        async (steps) => {
          const [redis, memory] = [allowanceOf(3), memoryAllowance({ metrics: 3 })];
          const key = `ids-${run++}`;
          let at = 1_790_000_000_000;
          for (const [ms, id] of steps) {
            at += ms;
            const spending = spendingOf(key, id, at);
            expect(await redis.spend(spending)).toEqual(await memory.spend(spending));
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('accepts exactly the limit of requests that come at once, from any number of clients', async () => {
    const allowance = redisAllowance({
      client: clientOf(),
      allowances: { metrics: 60 },
      prefix: 'tb',
    });
    const other = redisAllowance({ client: clientOf(), allowances: { metrics: 60 }, prefix: 'tb' });
    const key = `burst-${run++}`;
    const spent = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        Promise.resolve((at % 2 === 0 ? allowance : other).spend(spendingOf(key, 'one', 0))),
      ),
    );
    expect(spent.filter((one) => one?.accepted)).toHaveLength(60);
  });
};

describe.skipIf(missing !== null)('the allowance in one Redis', () => {
  let server: RedisServer;
  let client: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    client = connectRedis(server.url, ignore);
    expect(await whenReady(client, 120_000)).toBe(true);
  });
  afterAll(async () => {
    client.disconnect();
    await server.dispose();
  });

  decisions(() => client);

  it('bounds the ids that a key may name within an hour', async () => {
    const options = { client, allowances: { metrics: 60 }, prefix: 'ids', idsMax: 3 };
    const allowance = redisAllowance({ ...options, clock: 'caller' });
    const spend = (id: string, at: number) => allowance.spend(spendingOf('key', id, hour + at));
    for (const [at, id] of ['a', 'b', 'c'].entries()) {
      expect(await spend(id, at * 1_000)).toMatchObject({ accepted: true });
    }
    const tooMany = { accepted: false, limit: 60, remaining: 0, resetSeconds: 3_597 };
    expect(await spend('d', 3_000)).toEqual(tooMany);
    expect(await spend('a', 3_000)).toMatchObject({ accepted: true });
    // The first to be free is now the second.
    expect(await spend('d', hour)).toMatchObject({ accepted: false, resetSeconds: 1 });
    expect(await spend('d', hour + 1_000)).toMatchObject({ accepted: true });
  });

  it('refuses with 503 while Redis is away, and has forgotten nothing when it is back', async () => {
    const allowance = redisAllowance({ client, allowances: { metrics: 3 }, prefix: 'away' });
    const spend = () => allowance.spend(spendingOf('key', 'one', 0));
    expect(await spend()).toMatchObject({ accepted: true, remaining: 2 });
    await server.stop('SIGKILL');
    await expect(spend()).rejects.toBeInstanceOf(Unavailable);
    await server.start();
    expect(await whenReady(client, 120_000)).toBe(true);
    expect(await spend()).toMatchObject({ accepted: true, remaining: 1 });
  });

  it('counts a request once whose answer comes too late', async () => {
    const allowance = redisAllowance({ client, allowances: { metrics: 9 }, prefix: 'late' });
    const spend = () => allowance.spend(spendingOf('key', 'one', 0));
    server.freeze();
    const waiting = spend();
    setTimeout(server.thaw, 1_200);
    expect(await waiting).toMatchObject({ accepted: true, remaining: 8 });
    expect(await spend()).toMatchObject({ accepted: true, remaining: 7 });
  });
});

describe.skipIf(missingCluster !== null)('the allowance in a cluster of three', () => {
  let cluster: RedisCluster;
  let client: RedisClient;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    client = connectRedis(cluster.urls, ignore);
    expect(await whenReady(client, 120_000)).toBe(true);
  });
  afterAll(async () => {
    client.disconnect();
    await cluster.dispose();
  });

  decisions(() => client);

  it('goes on for the keys of the other nodes when one is away, and comes back for all', async () => {
    const allowance = redisAllowance({ client, allowances: { metrics: 60 }, prefix: 'tb' });
    const keys = Array.from({ length: 12 }, (_, at) => `node-${at}`);
    const spendAll = () =>
      Promise.all(
        keys.map(async (key) => {
          try {
            return (await allowance.spend(spendingOf(key, 'one', 0)))?.remaining ?? -1;
          } catch (error) {
            expect(error).toBeInstanceOf(Unavailable);
            return null;
          }
        }),
      );
    expect(await spendAll()).toEqual(keys.map(() => 59));
    await cluster.nodes[1]?.stop('SIGKILL');
    const away = await spendAll();
    expect(away).toContain(58);
    expect(away).toContain(null);
    await cluster.nodes[1]?.start();
    await expect.poll(async () => (await spendAll()).includes(null)).toBe(false);
    // Every request that was answered was counted, and no other.
    const [left] = await spendAll();
    expect(left).toBeLessThan(58);
  });
});
