// `npm run bench -- scale [--quick] [--events N] [--without-faults]`: the same facts from a store and from ClickHouse and
// Redis: equal figures, times of loading and building, requests a second, and a table of faults.
// Runs what `npm run build` built, against the engines of Debian on the loopback interface.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultTable } from './faults.mjs';
import { startReplica, tallyboard } from './replicas.mjs';
import { keyOf, metricsOf, readyBody, requestsPerSecond, rosterOf } from './requests.mjs';
import { loadClickhouse, loadCore, loadEngines, loadStore } from './shipped.mjs';

const { openClickhouse, openShards } = await loadClickhouse();
const { buildIndex, encodeIndex } = await loadCore();
const { missingEngines, startClickhouse, startRedis } = await loadEngines();
const { openStore } = await loadStore();

const missing = missingEngines('redis-server', 'clickhouse-server');
if (missing !== null) {
  console.error(`bench scale: ${missing}`);
  process.exit(2);
}

const args = process.argv.slice(2);
const at = args.indexOf('--events');
const events = at >= 0 ? Number(args[at + 1]) : args.includes('--quick') ? 300_000 : 10_000_000;
const withFaults = !args.includes('--without-faults');
const now = '2026-06-15T12:00:00Z';

/** @template A @param {() => A | Promise<A>} work */
const seconds = async (work) => {
  const begun = performance.now();
  const result = await work();
  return { result, s: (performance.now() - begun) / 1000 };
};

const loadBefore = loadavg()[0];
const directory = await mkdtemp(join(tmpdir(), 'tallyboard-scale-'));
const clickhouse = await startClickhouse(2);
const redis = await startRedis();
const urls = clickhouse.shards.map(({ url }) => `${url}/scale?cluster=shards`).join(',');
/** @type {{ close: () => Promise<void> }[]} */
const replicas = [];
let isSound = true;
try {
  const world = join(directory, 'world');
  const members = String(Math.max(100, Math.round(events / 200)));
  const shape = ['--org-type', 'school', '--members', members, '--months', '24'];
  await tallyboard([
    'generate',
    '--seed',
    '10',
    ...shape,
    '--events',
    String(events),
    '--out',
    world,
    '--now',
    now,
  ]);
  const facts = join(world, 'facts');
  const store = join(directory, 'store');
  const intoStore = await seconds(() =>
    tallyboard(['import', '--store', store, facts, '--now', now]),
  );
  const intoClickhouse = await seconds(() =>
    tallyboard(['import', '--clickhouse', urls, facts, '--now', now]),
  );
  const { org, key } = await keyOf(world);

  const shards = openShards(urls);
  const source = openClickhouse(shards);
  await source.organizations.find(org, '');
  const opened = await openStore(store, console.error);
  const ways = {
    raw: () => opened.eventsOf(org)?.columns(),
    rollups: () => source.eventsOf(org)?.columns(),
  };
  const timesOf = () => ({
    read: /** @type {number[]} */ ([]),
    build: /** @type {number[]} */ ([]),
  });
  let indexBytes = 0;
  const times = { raw: timesOf(), rollups: timesOf() };
  for (let round = 0; round < 3; round++) {
    for (const way of /** @type {const} */ (['raw', 'rollups'])) {
      const columns = ways[way];
      const read = await seconds(columns);
      const built = await seconds(async () => buildIndex(/** @type {never} */ (read.result)));
      times[way].read.push(read.s);
      times[way].build.push(built.s);
      indexBytes = encodeIndex(built.result).byteLength;
    }
  }
  await shards.close();
  opened.close();

  const common = ['--port', '0', '--now', now, '--log-level', 'silent'];
  const embedded = await startReplica(['--store', store, '--allowance', '0', ...common]);
  const free = ['--clickhouse', urls, '--redis', redis.url, '--allowance', '0', ...common];
  const [one, two] = [await startReplica(free), await startReplica(free)];
  replicas.push(embedded, one, two);
  let compared = 0;
  for (const request of [...metricsOf(org, key), ...rosterOf(org, key)]) {
    const wanted = await readyBody(embedded.address, request);
    for (const { address } of [one, two]) {
      isSound &&= (await readyBody(address, request)) === wanted;
      compared += 1;
    }
  }
  const request = /** @type {import('./requests.mjs').Asked} */ (metricsOf(org, key)[0]);
  const ratesOf = () => /** @type {number[]} */ ([]);
  const rates = { embedded: ratesOf(), one: ratesOf(), two: ratesOf() };
  for (let round = 0; round < 3; round++) {
    rates.embedded.push(await requestsPerSecond([embedded.address], request));
    rates.one.push(await requestsPerSecond([one.address], request));
    rates.two.push(await requestsPerSecond([one.address, two.address], request));
  }
  for (const replica of replicas.splice(0)) await replica.close();

  const setting = { clickhouse, redis, urls, org, key, common };
  const faults = withFaults ? await faultTable(setting) : [];
  isSound &&= faults.every(({ wrong, over }) => wrong === 0 && over === 0);

  const spread = (/** @type {number[]} */ list) => {
    const sorted = [...list].sort((a, b) => a - b);
    const show = (x = 0) => (x < 100 ? x.toFixed(2) : x.toFixed(0));
    return `${show(sorted[1])} (${show(sorted[0])}-${show(sorted[2])})`;
  };
  console.log(`## Scale: ${events.toLocaleString('en-US')} events, load ${loadBefore?.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after

| What | Store, embedded | ClickHouse, two shards |
|---|---|---|
| loading, s | ${intoStore.s.toFixed(1)} | ${intoClickhouse.s.toFixed(1)} |
| columns for an index, s | ${spread(times.raw.read)} | ${spread(times.rollups.read)} |
| index from columns, s | ${spread(times.raw.build)} | ${spread(times.rollups.build)} |
| index, bytes an event | ${(indexBytes / events).toFixed(1)} | the same |
| requests a second, one replica | ${spread(rates.embedded)} | ${spread(rates.one)} |
| requests a second, two replicas | - | ${spread(rates.two)} |

Answers compared: ${compared}, ${isSound ? 'all equal' : 'NOT ALL EQUAL'}.

| Fault, in mid-traffic | Answers 200 | 202 | 503 | Lost | Wrong figures | Counted over the allowance | Back after, s |
|---|---|---|---|---|---|---|---|
${faults.map((row) => `| ${row.name} | ${row.ok} | ${row.pending} | ${row.away} | ${row.lost} | ${row.wrong} | ${row.over} | ${row.back} |`).join('\n')}`);
} finally {
  for (const replica of replicas) await replica.close();
  await redis.dispose();
  await clickhouse.dispose();
  await rm(directory, { recursive: true, force: true });
}
if (!isSound) process.exitCode = 1;
