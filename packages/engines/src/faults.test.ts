import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseForTests, importLines } from '../../clickhouse/src/clickhouse.test-kit.js';
import { formatInstant } from '../../core/src/vocabulary.js';
import { ids, keyOf, now, sampleFacts } from '../../http/src/sample-facts.test-kit.js';
import { linesOf } from '../../store/src/import/import-facts.test-kit.js';
import { missingForLong, type RedisServer, startRedis } from './index.js';

/*
 * Two replicas, each a process, get requests all the time while a replica, a shard or Redis is killed or hangs. Every answer of
 * 200 has the same bytes as before the fault, and no more requests are accepted than allowed.
 */

const missing = missingForLong('redis-server', 'clickhouse-server');
if (missing !== null) console.warn(`skipped: faults under traffic; ${missing}`);

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const allowed = 3_000;
const common = ['--port', '0', '--log-level', 'silent', '--now', formatInstant(now)];

interface Replica {
  readonly address: string;
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

const startReplica = async (args: readonly string[]): Promise<Replica> => {
  const words = ['packages/cli/bin/tallyboard.mjs', 'serve', ...common, ...args];
  const child: ChildProcess = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout!, 'data')) as [Buffer];
  const [address] = /http:[^\s"]+/.exec(String(said)) ?? [];
  if (address === undefined) throw new Error(`no address: ${String(said)}`);
  const ended = once(child, 'exit');
  return {
    address: address.replace(/\/$/, ''),
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
};

const bodies = [
  { metrics: [{ name: 'postCount' }, { name: 'visitorCount' }, { name: 'memberCount' }] },
  { metrics: [{ name: 'topBoards', sortBy: ['posts', 'visitors'] }, { name: 'commentCount' }] },
  { metrics: [{ name: 'postCount' }], dimensions: ['month'] },
].map((body) => JSON.stringify(body));

const ask = (address: string, body: string) =>
  fetch(`${address}/v1/organizations/${ids.school}/analytics`, {
    method: 'POST',
    headers: { 'X-API-KEY': keyOf('olga'), 'Content-Type': 'application/json' },
    body,
  });

describe.skipIf(missing !== null)('under traffic', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  let redis: RedisServer;
  const replicas: Replica[] = [];
  const wanted: string[] = [];
  const seen = { 200: 0, 202: 0, 429: 0, 503: 0, lost: 0, wrong: [] as string[] };
  let args: readonly string[];

  /** The answer once its figures are there. */
  const ready = async (address: string, body: string): Promise<string> => {
    for (;;) {
      const response = await ask(address, body).catch(() => null);
      const text = (await response?.text()) ?? '';
      if (response?.status === 200) return text;
      await pause(200);
    }
  };
  const askOnce = async (turn: number): Promise<void> => {
    const which = turn % bodies.length;
    try {
      const response = await ask(replicas[turn % replicas.length]!.address, bodies[which]!);
      const text = await response.text();
      const { status } = response;
      const isWrong = status === 200 ? text !== wanted[which] : !(status in seen);
      if (isWrong) seen.wrong.push(`${status}: ${text.slice(0, 300)}`);
      else seen[status as 200] += 1;
    } catch {
      seen.lost += 1;
    }
  };
  /** Has four clients ask in turn while something happens. */
  const during = async (strike: () => Promise<void>): Promise<void> => {
    let isOver = false;
    const client = async (first: number): Promise<void> => {
      for (let turn = first; !isOver; turn++) {
        await askOnce(turn);
        await pause(40);
      }
    };
    const clients = [0, 1, 2, 3].map(client);
    await pause(300);
    await strike();
    await pause(1_500);
    isOver = true;
    await Promise.all(clients);
  };

  beforeAll(async () => {
    [clickhouse, redis] = await Promise.all([clickhouseForTests(2), startRedis()]);
    const { problems } = await importLines(
      clickhouse.open('faults'),
      clickhouse.place,
      linesOf(sampleFacts),
    );
    expect(problems).toEqual([]);
    const data = ['--clickhouse', clickhouse.addresses('faults')];
    const reference = await startReplica([...data, '--allowance', '0']);
    for (const body of bodies) wanted.push(await ready(reference.address, body));
    await reference.end('SIGTERM');
    args = [...data, '--redis', redis.url, '--allowance', String(allowed)];
    replicas.push(await startReplica(args), await startReplica(args));
    for (const { address } of replicas) await ready(address, bodies[0]!);
  });
  afterAll(async () => {
    for (const { end } of replicas) await end('SIGKILL');
    await redis.dispose();
    await clickhouse.dispose();
  });

  const shardFault = (number: number) => async (): Promise<void> => {
    const shard = clickhouse.servers.nodes[number]!;
    await shard.crash();
    await pause(1_500);
    await shard.start();
  };
  const faults: Readonly<Record<string, () => Promise<void>>> = {
    'a replica is killed': async () => {
      await replicas[1]!.end('SIGKILL');
      replicas[1] = await startReplica(args);
    },
    'a replica gets SIGTERM': async () => {
      const old = replicas[0]!;
      replicas[0] = await startReplica(args);
      await old.end('SIGTERM');
    },
    'the first shard is killed': shardFault(0),
    'a shard hangs': async () => {
      const shard = clickhouse.servers.nodes[1]!;
      shard.freeze();
      await pause(3_000);
      shard.thaw();
    },
    'Redis is killed': async () => {
      await redis.crash();
      await pause(800);
      await redis.start();
    },
    'Redis hangs': async () => {
      redis.freeze();
      await pause(1_500);
      redis.thaw();
    },
  };

  it.each(Object.keys(faults))('no figure is wrong while %s', async (name) => {
    const before = seen[200];
    await during(faults[name]!);
    expect(seen.wrong).toEqual([]);
    for (const { address } of replicas) expect(await ready(address, bodies[0]!)).toBe(wanted[0]);
    expect(seen[200]).toBeGreaterThan(before);
  });

  it('accept what is left of the hour, and no more', async () => {
    while (seen[429] < 20) await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(askOnce));
    expect(seen.wrong).toEqual([]);
    expect(seen[200] + seen[202]).toBeLessThanOrEqual(allowed);
    console.log(JSON.stringify({ ...seen, wrong: seen.wrong.length }));
  });
});
