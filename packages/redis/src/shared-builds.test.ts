import { missingEngines, type RedisServer, startRedis } from '@tallyboard/engines';
import { Unavailable } from '@tallyboard/ports';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectRedis, type RedisClient, whenReady } from './connect.js';
import { takeLease } from './leases.js';
import { sharedBuilds, type WantedIndex } from './shared-builds.js';

const missing = missingEngines('redis-server');
if (missing !== null) console.warn(`skipped: builds shared through Redis; ${missing}`);

const ignore = () => undefined;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Something that happens once, and those who wait for it. */
const signal = () => {
  let give: () => void = ignore;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give: () => give(), given };
};
const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const textOf = (buffer: ArrayBufferLike) => new TextDecoder().decode(buffer);

describe.skipIf(missing !== null)('builds that replicas share', () => {
  let server: RedisServer;
  let client: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    client = connectRedis(server.url, ignore);
    // A machine that stands still for a second is no Redis that is away.
    (client as Redis).options.commandTimeout = 120_000;
    expect(await whenReady(client, 120_000)).toBe(true);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    client.disconnect();
    await server.dispose();
  });

  const replica = (more: { bytesMax?: number; leaseMs?: number } = {}) =>
    sharedBuilds({ client, prefix: 'tb', bytesMax: 1_000, ...more });
  const wanted = (version: string, build: WantedIndex['build']): WantedIndex => ({
    organizationId: 'wksp_one',
    version,
    build,
    signal: new AbortController().signal,
  });

  it('are made once, and all replicas have the same', async () => {
    let builds = 0;
    const build = async () => {
      builds += 1;
      await pause(150);
      return bytesOf('an index');
    };
    const got = await Promise.all([1, 2, 3, 4].map(() => replica().get(wanted('1', build))));
    expect(got.map(textOf)).toEqual(Array(4).fill('an index'));
    expect(builds).toBe(1);
    // Another version is another index.
    await replica().get(wanted('2', build));
    expect(builds).toBe(2);
  });

  it('are not shared when they are too large', async () => {
    const build = () => Promise.resolve(bytesOf('x'.repeat(11)));
    await replica({ bytesMax: 10 }).get(wanted('3', build));
    expect(await client.exists('tb{wksp_one}:3:index')).toBe(0);
  });

  it('fail for everybody who waits, and begin anew later', async () => {
    const begun = signal();
    const build = async () => {
      begun.give();
      await pause(150);
      throw new Error('no luck');
    };
    const never = () => Promise.reject(new Error('must not be built here as well'));
    const first = expect(replica().get(wanted('4', build))).rejects.toThrow('no luck');
    await begun.given;
    const second = expect(replica().get(wanted('4', never))).rejects.toThrow('no luck');
    await Promise.all([first, second]);
  });

  it('are tried by others at once where the events could not be reached', async () => {
    const away = () => Promise.reject(new Unavailable('away', 1));
    await expect(replica().get(wanted('9', away))).rejects.toThrow('away');
    const got = await replica().get(wanted('9', () => Promise.resolve(bytesOf('reached'))));
    expect(textOf(got)).toBe('reached');
  });

  it('pass on to another replica when the one that builds is gone', async () => {
    // Gone: it holds the lease and renews it no more.
    expect(await takeLease(client, 'tb{wksp_one}:5:lease', 300)).not.toBeNull();
    const got = await replica().get(wanted('5', () => Promise.resolve(bytesOf('mine'))));
    expect(textOf(got)).toBe('mine');
  });

  it('outlast the lease as long as the replica that builds is there', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [begun, ended] = [signal(), signal()];
    const slow = async () => {
      begun.give();
      await ended.given;
      return bytesOf('slow');
    };
    const never = () => Promise.reject(new Error('must not be built here as well'));
    const leaseMs = 600_000;
    const first = replica({ leaseMs }).get(wanted('6', slow));
    const left = () => client.pttl('tb{wksp_one}:6:lease');
    await begun.given;
    const second = replica({ leaseMs }).get(wanted('6', never));
    for (let time = 0; time < 2; time += 1) {
      await client.pexpire('tb{wksp_one}:6:lease', leaseMs / 2);
      vi.advanceTimersByTime(leaseMs / 3);
      await expect.poll(left).toBeGreaterThan(leaseMs / 2);
    }
    ended.give();
    expect((await Promise.all([first, second])).map(textOf)).toEqual(['slow', 'slow']);
  });

  it('stop waiting when told so', async () => {
    const stop = new AbortController();
    await takeLease(client, 'tb{wksp_one}:7:lease', 600_000);
    const build = () => Promise.resolve(bytesOf(''));
    const waiting = replica().get({ ...wanted('7', build), signal: stop.signal });
    setTimeout(() => stop.abort(new Error('too late')), 100);
    await expect(waiting).rejects.toThrow('too late');
  });

  it('are made here while Redis is away', async () => {
    await server.stop('SIGKILL');
    const got = await replica().get(wanted('8', () => Promise.resolve(bytesOf('alone'))));
    expect(textOf(got)).toBe('alone');
    await server.start();
  });
});
