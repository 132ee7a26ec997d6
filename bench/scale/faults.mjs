// Faults in mid-traffic: two replicas are asked for figures all the time while something is killed and
// comes back. No answer may have a wrong figure, and no more requests may be accepted than allowed.

import { firstQuestions } from './first-questions.mjs';
import { startReplica } from './replicas.mjs';
import { metricsOf, readyBody } from './requests.mjs';
import { pause, traffic } from './traffic.mjs';

/** More than all faults together use up: every one of them meets requests that are accepted. */
const limit = 6_000;

/**
 * The faults, each with what brings it about.
 *
 * @param {any} setting
 * @param {Awaited<ReturnType<typeof startReplica>>[]} replicas - those that are asked; faults replace them
 * @param {readonly string[]} args - how another one is started
 * @returns {readonly (readonly [name: string, strike: () => Promise<void>])[]}
 */
const faultsOf = ({ clickhouse, redis }, replicas, args) => {
  return [
    ['nothing', async () => pause(500)],
    [
      'a replica is killed, another takes its place',
      async () => {
        await replicas[1]?.close('SIGKILL');
        await pause(300);
        replicas[1] = await startReplica(args);
      },
    ],
    [
      'a replica gets SIGTERM, another takes its place',
      async () => {
        const old = replicas[0];
        replicas[0] = await startReplica(args);
        await old?.close('SIGTERM');
      },
    ],
    ...clickhouse.shards.map((/** @type {any} */ shard, /** @type {number} */ number) => [
      `shard ${number + 1} of ClickHouse is killed and comes back`,
      async () => {
        await shard.stop('SIGKILL');
        await pause(1_500);
        await shard.start();
      },
    ]),
    [
      'Redis is killed and comes back',
      async () => {
        await redis.stop('SIGKILL');
        await pause(800);
        await redis.start();
      },
    ],
    [
      'Redis hangs for a second and a half',
      async () => {
        redis.freeze();
        await pause(1_500);
        redis.thaw();
      },
    ],
  ];
};

/** @param {any} setting - with the shard that has the organization */
export const faultTable = async (setting) => {
  const { redis, urls, org, key, common } = setting;
  const asked = metricsOf(org, key);
  const prefix = ['--clickhouse', urls, '--redis', redis.url, ...common];
  const reference = await startReplica([...prefix, '--allowance', '0']);
  const wanted = /** @type {string[]} */ ([]);
  for (const one of asked) wanted.push(await readyBody(reference.address, one));
  await reference.close();
  const rows = await firstQuestions(setting, setting.shard, wanted);

  const args = [...prefix, '--allowance', String(limit)];
  const replicas = [await startReplica(args), await startReplica(args)];
  const addresses = () => replicas.map(({ address }) => address);
  let [accepted, unsure] = [0, 0];
  /** Counts what a run of traffic was granted. @param {import('./traffic.mjs').Seen} seen */
  const settle = (seen) => {
    accepted += seen.ok + seen.pending;
    unsure += seen.lost + seen.away;
  };
  /** Has every replica build its index, so that each fault meets replicas that answer. */
  const warm = async () => {
    for (const address of addresses()) {
      const { seen, stop } = traffic(() => [address], asked, wanted, 2_000);
      while (seen.ok === 0) await pause(50);
      await stop();
      settle(seen);
    }
  };
  try {
    for (const [name, strike] of faultsOf(setting, replicas, args)) {
      await warm();
      const { seen, stop } = traffic(addresses, asked, wanted);
      await pause(300);
      await strike();
      const healed = performance.now();
      await pause(1_500);
      await stop();
      settle(seen);
      const back = seen.lastBad === 0 ? '0' : (Math.max(0, seen.back - healed) / 1000).toFixed(1);
      rows.push({ name, ...seen, over: Math.max(0, accepted - limit), back });
    }
    // What is left of the hour: all of it must be had, and no more.
    const { seen, stop } = traffic(addresses, asked, wanted, 1);
    while (seen.refused < 20) await pause(100);
    await stop();
    accepted += seen.ok + seen.pending;
    const missing = Math.max(0, limit - accepted - unsure);
    rows.push({
      name: `the rest of the hour: ${accepted} of ${limit} accepted, ${missing} lost`,
      ...seen,
      wrong: seen.wrong + missing,
      over: Math.max(0, accepted - limit),
      back: '0',
    });
  } finally {
    for (const replica of replicas) await replica.close();
  }
  return rows;
};
