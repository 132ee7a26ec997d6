// Faults in mid-traffic: two replicas are asked for figures all the time while something is killed and
// comes back. No answer may have a wrong figure, and no more requests may be accepted than allowed.

import { startReplica } from './replicas.mjs';
import { metricsOf, readyBody } from './requests.mjs';

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** More than all faults together use up: every one of them meets requests that are accepted. */
const limit = 6_000;

/**
 * Asks both replicas in turn until told to stop.
 *
 * @param {() => readonly string[]} addresses @param {readonly import('./requests.mjs').Asked[]} asked
 * @param {readonly string[]} wanted
 */
const traffic = (addresses, asked, wanted, pauseMs = 40) => {
  const seen = { ok: 0, pending: 0, away: 0, refused: 0, lost: 0, wrong: 0, lastBad: 0, back: 0 };
  let isOver = false;
  const client = async (/** @type {number} */ number) => {
    for (let turn = number; !isOver; turn++) {
      const which = turn % asked.length;
      const { path, init } = /** @type {import('./requests.mjs').Asked} */ (asked[which]);
      try {
        const response = await fetch(`${addresses()[turn % 2]}${path}`, init);
        const body = await response.text();
        if (response.status === 200) {
          seen.ok += 1;
          if (body !== wanted[which]) seen.wrong += 1;
          if (seen.back < seen.lastBad) seen.back = performance.now();
        } else if (response.status === 202) seen.pending += 1;
        else if (response.status === 429) seen.refused += 1;
        else if (response.status === 503) {
          seen.away += 1;
          seen.lastBad = performance.now();
        } else seen.wrong += 1;
      } catch {
        // Sent and perhaps counted; the answer never came.
        seen.lost += 1;
        seen.lastBad = performance.now();
      }
      await pause(pauseMs);
    }
  };
  const clients = Promise.all([0, 1, 2, 3].map(client));
  return {
    seen,
    stop: async () => {
      isOver = true;
      await clients;
    },
  };
};

/** @param {any} setting */
export const faultTable = async ({ clickhouse, redis, urls, org, key, common }) => {
  const asked = metricsOf(org, key);
  const prefix = ['--clickhouse', urls, '--redis', redis.url, ...common];
  const reference = await startReplica([...prefix, '--allowance', '0']);
  const wanted = [];
  for (const one of asked) wanted.push(await readyBody(reference.address, one));
  await reference.close();
  const args = [...prefix, '--allowance', String(limit)];
  const replicas = [await startReplica(args), await startReplica(args)];
  const addresses = () => replicas.map(({ address }) => address);
  const faults = [
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
      'a replica is told to end, another takes its place',
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
  const rows = [];
  let [accepted, unsure] = [0, 0];
  try {
    for (const [name, strike] of faults) {
      const { seen, stop } = traffic(addresses, asked, wanted);
      await pause(300);
      await strike();
      const healed = performance.now();
      await pause(1_500);
      await stop();
      accepted += seen.ok + seen.pending;
      unsure += seen.lost + seen.away;
      const back = seen.lastBad === 0 ? '0' : (Math.max(0, seen.back - healed) / 1000).toFixed(1);
      rows.push({ name, ...seen, over: Math.max(0, accepted - limit), back });
    }
    // What is left of the hour: all of it must be had, and no more.
    const { seen, stop } = traffic(addresses, asked, wanted, 1);
    while (seen.refused < 20) await pause(100);
    await stop();
    accepted += seen.ok + seen.pending;
    const missing = Math.max(0, limit - accepted - unsure);
    const name = `the rest of the hour: ${accepted} of ${limit} accepted, ${missing} lost`;
    rows.push({
      name,
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
