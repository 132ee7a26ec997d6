import { setTimeout as pause } from 'node:timers/promises';
import { missingEngines, type RedisServer, startRedis } from '@tallyboard/engines';
import { Unavailable } from '@tallyboard/ports';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectRedis, type RedisClient, whenReady } from './connect.js';
import { sharedBuilds, type WantedIndex } from './shared-builds.js';

const missing = missingEngines('redis-server');
if (missing !== null) console.warn(`skipped: builds shared through Redis; ${missing}`);

/** A build that resolves `begun` when it starts, and ends when `end` is called. */
const heldBuild = () => {
  let give: () => void = () => undefined;
  let end: (text: string | Error) => void = () => undefined;
  const begun = new Promise<void>((resolve) => (give = resolve));
  const ended = new Promise<string | Error>((resolve) => (end = resolve));
  const build = async () => {
    give();
    const text = await ended;
    if (text instanceof Error) throw text;
    return bytesOf(text);
  };
  return { build, begun, end: (text: string | Error) => end(text) };
};
const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const never = () => Promise.reject(new Error('must not be built here as well'));

describe.skipIf(missing !== null)('builds that replicas share', () => {
  let server: RedisServer;
  let client: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    client = connectRedis(server.url, () => undefined);
    // A machine that stands still for a second is no Redis that is away.
    (client as Redis).options.commandTimeout = 120_000;
    expect(await whenReady(client, 120_000)).toBe(true);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    client.disconnect();
    await server.dispose();
  });

  const get = async (
    version: string,
    build: WantedIndex['build'],
    {
      signal = new AbortController().signal,
      ...more
    }: Partial<{
      readonly signal: AbortSignal;
      readonly bytesMax: number;
      readonly leaseMs: number;
    }> = {},
  ): Promise<string> => {
    const replica = sharedBuilds({ client, prefix: 'tb', bytesMax: 1_000, ...more });
    const wanted = { organizationId: 'wksp_one', version, build, signal };
    return new TextDecoder().decode(await replica.get(wanted));
  };

  it('are made once a version, and all replicas have the same', async () => {
    const build = vi.fn(async () => {
      await pause(150);
      return bytesOf('an index');
    });
    const got = await Promise.all([1, 2, 3, 4].map(() => get('1', build)));
    expect(got).toEqual(Array(4).fill('an index'));
    expect(build).toHaveBeenCalledTimes(1);
    await get('2', build);
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('are not shared when they are too large', async () => {
    await get('3', () => Promise.resolve(bytesOf('x'.repeat(11))), { bytesMax: 10 });
    expect(await client.exists('tb{wksp_one}:3:index')).toBe(0);
  });

  it('fail for everybody who waits, unless only the one could not reach the events', async () => {
    const { build, begun, end } = heldBuild();
    const first = expect(get('4', build)).rejects.toThrow('no luck');
    await begun;
    const second = expect(get('4', never)).rejects.toThrow('no luck');
    end(new Error('no luck'));
    await Promise.all([first, second]);
    const away = () => Promise.reject(new Unavailable('away', 1));
    await expect(get('9', away)).rejects.toThrow('away');
    expect(await get('9', () => Promise.resolve(bytesOf('reached')))).toBe('reached');
  });

  it('pass on to another replica when the one that builds is gone', async () => {
    // Gone: it holds the lease and renews it no more.
    await client.set('tb{wksp_one}:5:lease', 'of another', 'PX', 300);
    expect(await get('5', () => Promise.resolve(bytesOf('mine')))).toBe('mine');
  });

  it('outlast the lease as long as the replica that builds is there', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { build, begun, end } = heldBuild();
    const leaseMs = 600_000;
    const first = get('6', build, { leaseMs });
    await begun;
    const second = get('6', never, { leaseMs });
    for (let time = 0; time < 2; time += 1) {
      await client.pexpire('tb{wksp_one}:6:lease', leaseMs / 2);
      vi.advanceTimersByTime(leaseMs / 3);
      await expect.poll(() => client.pttl('tb{wksp_one}:6:lease')).toBeGreaterThan(leaseMs / 2);
    }
    end('slow');
    expect(await Promise.all([first, second])).toEqual(['slow', 'slow']);
  });

  it('stop waiting when told so', async () => {
    const stop = new AbortController();
    await client.set('tb{wksp_one}:7:lease', 'of another', 'PX', 600_000);
    const waiting = get('7', never, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('too late')), 100);
    await expect(waiting).rejects.toThrow('too late');
  });

  it('are made here while Redis is away', async () => {
    await server.crash();
    expect(await get('8', () => Promise.resolve(bytesOf('alone')))).toBe('alone');
    await server.start();
  });
});
