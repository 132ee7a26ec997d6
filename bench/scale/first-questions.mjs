// First questions: a service that knows nothing yet is asked while the shard of the organization is
// away, and goes on being asked until the shard is back and its figures are there.

import { startReplica } from './replicas.mjs';
import { metricsOf, readyBody } from './requests.mjs';
import { pause, traffic } from './traffic.mjs';

/** Longer than the slowest build. */
const backSecondsMax = 240;

/** @param {any} shard */
const killed = (shard) => ({
  strike: () => shard.stop('SIGKILL'),
  heal: () => shard.start(),
  forMs: 3_000,
});

/** @param {any} shard */
const hanging = (shard) => ({
  strike: async () => shard.freeze(),
  heal: async () => shard.thaw(),
  forMs: 12_000,
});

/**
 * @param {any} setting
 * @param {any} shard - the one that has the organization
 * @param {readonly string[]} wanted
 */
export const firstQuestions = async ({ urls, org, key, common }, shard, wanted) => {
  const asked = metricsOf(org, key);
  const cases = /** @type {const} */ ([
    ['killed, nothing is known', killed(shard), false],
    ['killed, the organization is known', killed(shard), true],
    ['hanging, nothing is known', hanging(shard), false],
    ['hanging, the organization is known', hanging(shard), true],
  ]);
  const rows = [];
  for (const [name, { strike, heal, forMs }, isKnown] of cases) {
    // Without Redis: no other service has built an index for this one.
    const service = await startReplica(['--clickhouse', urls, '--allowance', '0', ...common]);
    if (isKnown) {
      const [first] = /** @type {[import('./requests.mjs').Asked]} */ (asked);
      // Refused for what it asks, after the organization was looked up.
      await fetch(`${service.address}${first.path}`, { ...first.init, body: '{}' });
    }
    await strike();
    const { seen, stop } = traffic(() => [service.address], asked, wanted);
    await pause(forMs);
    await heal();
    const healed = performance.now();
    while (seen.firstOk === 0 && performance.now() - healed < backSecondsMax * 1_000) {
      await pause(100);
    }
    await pause(500);
    await stop();
    // One that does not come back, and one that answers while it cannot know, are as wrong as a figure.
    const isWrong = seen.firstOk < healed;
    const back = isWrong ? 'never' : ((seen.firstOk - healed) / 1_000).toFixed(1);
    const wrong = seen.wrong + (isWrong ? 1 : 0);
    rows.push({ name: `first question, shard ${name}`, ...seen, wrong, over: 0, back });
    // The next case begins with a shard that answers.
    for (const one of asked.slice(0, 1)) await readyBody(service.address, one);
    await service.close();
  }
  return rows;
};
