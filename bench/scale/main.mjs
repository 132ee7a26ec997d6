// `npm run bench -- scale [--quick] [--events N] [--without-faults] [--docs]`: the same facts from a store and
// from ClickHouse and Redis: equal figures, times of loading and building, requests a second, and a table
// of faults. Runs what `npm run build` built, against the engines of Debian on the loopback interface.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeTables } from '../../scripts/dist/repository.js';
import { keyOf } from '../../scripts/dist/sample-service.js';
import { faultTable } from './faults.mjs';
import { startReplica, tallyboard } from './replicas.mjs';
import { tablesOf } from './report.mjs';
import { metricsOf, readyBody, requestsPerSecond, rosterOf } from './requests.mjs';
import { loadClickhouse, loadEngine, loadEngines, loadStore, loadVocabulary } from './shipped.mjs';

const { groupedColumns, openClickhouse, openShards } = await loadClickhouse();
const { dayOf } = await loadVocabulary();
const { encodeIndex, indexGroups } = await loadEngine();
const { missingEngines, startClickhouse, startRedis } = await loadEngines();
const { groupedReader } = await loadStore();

const missing = missingEngines('redis-server', 'clickhouse-server');
if (missing !== null) {
  console.error(`bench scale: ${missing}`);
  process.exit(2);
}

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    events: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'without-faults': { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
});
const events = Number(options.events ?? (options.quick ? 300_000 : 10_000_000));
const now = '2026-06-15T12:00:00Z';
const today = dayOf(2026, 6, 15);
const times = { createdOn: today, billingTerms: [], today };

const begun = performance.now();
const secondsSince = (/** @type {number} */ from) => (performance.now() - from) / 1000;
const loadNow = () => (loadavg()[0] ?? 0).toFixed(1);

/** @template A @param {() => A | Promise<A>} work */
const seconds = async (work) => {
  const from = performance.now();
  const result = await work();
  return { result, s: secondsSince(from) };
};

/** A part of the run, which says on stderr how long it took. @template A @param {string} name @param {() => A | Promise<A>} work */
const part = async (name, work) => {
  const done = await seconds(work);
  console.error(`${secondsSince(begun).toFixed(0).padStart(5)} s  ${name}: ${done.s.toFixed(1)} s`);
  return done;
};

const loadBefore = loadNow();
const directory = await mkdtemp(join(tmpdir(), 'tallyboard-scale-'));
const clickhouse = await startClickhouse(2);
const redis = await startRedis();
const urls = clickhouse.shards.map(({ url }) => `${url}/scale?cluster=shards`).join(',');
/** @type {{ close: () => Promise<unknown> }[]} */
const replicas = [];

/** The world on both ways. */
const load = async () => {
  const world = join(directory, 'world');
  const members = String(Math.max(100, Math.round(events / 200)));
  const shape = ['--org-type', 'school', '--members', members, '--months', '24'];
  const size = ['--seed', '10', ...shape, '--events', String(events)];
  await part('generating', () => tallyboard(['generate', ...size, '--out', world, '--now', now]));
  const facts = join(world, 'facts');
  const store = join(directory, 'store');
  const intoStore = await part('importing into a store', () =>
    tallyboard(['import', '--store', store, facts, '--now', now]),
  );
  const intoClickhouse = await part('importing into ClickHouse', () =>
    tallyboard(['import', '--clickhouse', urls, facts, '--now', now]),
  );
  const loading = { store: intoStore.s, clickhouse: intoClickhouse.s };
  return { store, loading, ...keyOf(world) };
};

/** Builds in this process, from the store and from ClickHouse in turn. @param {string} store @param {string} org */
const compareBuilds = async (store, org) => {
  const shards = openShards(urls);
  const source = openClickhouse(shards);
  await source.organizations.find(org, '');
  const version = source.eventsOf(org)?.version ?? 0;
  const reader = groupedReader(store);
  const ways = {
    store: () => reader.groupsOf(org, times),
    clickhouse: () => groupedColumns(shards, { scope: org, version }, times),
  };
  const timesOf = () => ({
    read: /** @type {number[]} */ ([]),
    build: /** @type {number[]} */ ([]),
  });
  const taken = { store: timesOf(), clickhouse: timesOf() };
  let bytes = 0;
  for (let round = 0; round < 3; round++) {
    for (const way of /** @type {const} */ (['store', 'clickhouse'])) {
      const read = await seconds(ways[way]);
      const built = await seconds(() => indexGroups(read.result, times));
      taken[way].read.push(read.s);
      taken[way].build.push(built.s);
      bytes = encodeIndex(built.result).byteLength;
    }
  }
  const number = shards.numberOf(org);
  await shards.close();
  reader.close();
  return { times: taken, bytes, number };
};

const common = ['--port', '0', '--now', now, '--log-level', 'silent'];

/** Services on both ways: the same answers, and how many a second. @param {string} store @param {string} org @param {string} key */
const compareServices = async (store, org, key) => {
  const embedded = await startReplica(['--store', store, '--allowance', '0', ...common]);
  replicas.push(embedded);
  const free = ['--clickhouse', urls, '--redis', redis.url, '--allowance', '0', ...common];
  const [one, two] = [await startReplica(free), await startReplica(free)];
  replicas.push(one, two);
  const compared = { all: 0, unequal: 0 };
  for (const request of [...metricsOf(org, key), ...rosterOf(org, key)]) {
    const wanted = await readyBody(embedded.address, request);
    for (const { address } of [one, two]) {
      compared.all += 1;
      if ((await readyBody(address, request)) !== wanted) compared.unequal += 1;
    }
  }
  const peaks = { embedded: embedded.peakBytes(), clickhouse: one.peakBytes() };
  const request = /** @type {import('./requests.mjs').Asked} */ (metricsOf(org, key)[0]);
  const ratesOf = () => /** @type {number[]} */ ([]);
  const rates = { embedded: ratesOf(), one: ratesOf(), two: ratesOf() };
  for (let round = 0; round < 3; round++) {
    rates.embedded.push(await requestsPerSecond([embedded.address], request));
    rates.one.push(await requestsPerSecond([one.address], request));
    rates.two.push(await requestsPerSecond([one.address, two.address], request));
  }
  for (const replica of replicas.splice(0)) await replica.close();
  return { compared, rates, peaks };
};

try {
  const { store, loading, org, key } = await load();
  const { result: builds } = await part('six builds', () => compareBuilds(store, org));
  const { result: served } = await part('services', () => compareServices(store, org, key));
  const shard = clickhouse.shards[builds.number];
  const setting = { clickhouse, redis, urls, org, key, common, shard };
  const { result: faults } = await part('faults', () =>
    options['without-faults'] ? [] : faultTable(setting),
  );
  const loads = [loadBefore, loadNow()];
  const run = {
    events,
    loads,
    seconds: secondsSince(begun),
    loading,
    ...builds,
    ...served,
    faults,
  };
  const tables = tablesOf(run);
  console.log(tables);
  if (options.docs) writeTables('docs/scale.md', 'scale', tables);
  const isSound = faults.every(({ wrong, over }) => wrong === 0 && over === 0);
  if (served.compared.unequal > 0 || !isSound) process.exitCode = 1;
} finally {
  for (const replica of replicas) await replica.close();
  await redis.dispose();
  await clickhouse.dispose();
  await rm(directory, { recursive: true, force: true });
}
