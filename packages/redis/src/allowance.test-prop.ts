import { type Instant, limits } from '@tallyboard/core/vocabulary';
import {
  type Engines,
  missingEngines,
  missingForLong,
  startRedis,
  startRedisCluster,
} from '@tallyboard/engines';
import { memoryAllowance } from '@tallyboard/http';
import { type Spending, Unavailable } from '@tallyboard/ports';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisAllowance } from './allowance.js';
import { connectRedis, type RedisClient, whenReady } from './connect.js';

const hour = limits.allowanceWindowMs;
// Pauses on both sides of the hour, and at it.
const pause = fc.oneof(fc.nat({ max: 900_000 }), fc.constantFrom(0, 1, hour - 1, hour));

const spendingOf = (keySha256: string, id: string, at: number): Spending => ({
  ...{ keySha256, endpoint: 'metrics', id },
  at: at as Instant,
});

const oneRedis = async () => {
  const server = await startRedis();
  return { nodes: [server], urls: server.url, dispose: server.dispose };
};

describe.each([
  ['one Redis', missingEngines('redis-server'), oneRedis],
  ['a cluster of three', missingForLong('redis-server'), startRedisCluster],
] as const)('the allowance in %s', (where, missing, start) => {
  if (missing !== null) {
    it.skip(`is not tested: ${missing}`);
    return;
  }
  let servers: Engines;
  let client: RedisClient;
  let run = 0;
  beforeAll(async () => {
    servers = await start();
    client = connectRedis(servers.urls, () => undefined);
    expect(await whenReady(client, 120_000)).toBe(true);
  });
  afterAll(async () => {
    client.disconnect();
    await servers.dispose();
  });

  const allowanceOf = (metrics: number, more: { clock?: 'caller'; idsMax?: number } = {}) =>
    redisAllowance({ client, allowances: { metrics }, prefix: `run-${run++}`, ...more });

  it('decides as the allowance in memory does when a key names several ids', async () => {
    const id = fc.constantFrom('a', 'b}', '{c', 'd'.repeat(100));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(pause, id), { maxLength: 40 }), async (steps) => {
        const redis = allowanceOf(3, { clock: 'caller' });
        const memory = memoryAllowance({ metrics: 3 });
        let at = 1_790_000_000_000;
        for (const [ms, id] of steps) {
          at += ms;
          const spending = spendingOf('key', id, at);
          expect(await redis.spend(spending)).toEqual(await memory.spend(spending));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('accepts exactly the limit of requests that come at once', async () => {
    const { spend } = allowanceOf(60);
    const all = Array.from({ length: 200 }, () =>
      Promise.resolve(spend(spendingOf('burst', 'one', 0))),
    );
    expect((await Promise.all(all)).filter((one) => one?.accepted)).toHaveLength(60);
  });

  it('bounds the ids that a key may name within an hour', async () => {
    const allowance = allowanceOf(60, { clock: 'caller', idsMax: 3 });
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

  it('refuses with 503 where a node is away, and has forgotten nothing when it is back', async () => {
    const allowance = allowanceOf(60);
    const keys = Array.from({ length: 12 }, (_, at) => `node-${at}`);
    /** What is left of each key; `null` where its node is away. */
    const spendAll = () =>
      Promise.all(
        keys.map(async (key) => {
          try {
            return (await allowance.spend(spendingOf(key, 'one', 0)))?.remaining;
          } catch (error) {
            expect(error).toBeInstanceOf(Unavailable);
            return null;
          }
        }),
      );
    expect(await spendAll()).toEqual(keys.map(() => 59));
    const node = servers.nodes.at(-1)!;
    await node.crash();
    const away = await spendAll();
    expect(away).toContain(null);
    // The keys of the other nodes go on.
    expect(away.includes(58)).toBe(where !== 'one Redis');
    await node.start();
    await expect.poll(async () => (await spendAll()).includes(null)).toBe(false);
    for (const left of await spendAll()) expect(left).toBeLessThan(58);
  });

  it.skipIf(where !== 'one Redis')(
    'counts a request once whose answer comes too late',
    async () => {
      const allowance = allowanceOf(9);
      const spend = () => allowance.spend(spendingOf('key', 'one', 0));
      servers.nodes[0]!.freeze();
      const waiting = spend();
      setTimeout(servers.nodes[0]!.thaw, 1_200);
      expect(await waiting).toMatchObject({ accepted: true, remaining: 8 });
      expect(await spend()).toMatchObject({ accepted: true, remaining: 7 });
    },
  );
});
