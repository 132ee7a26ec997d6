import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildIndex, dayOfInstant } from '@tallyboard/core';
import { createExchange, indexComputations, memoryPorts } from '@tallyboard/http';
import { syntheticColumns } from '../../core/bench/synthetic-columns.js';
import { indexIn, sizeOf } from '../src/serve/build-where-quickest.js';
import { indexWorkers } from '../src/serve/index-workers.js';
import { listen } from '../src/serve/listen.js';
import { percentile, requestFor, startClient } from './measured.js';
import { dashboard, ids, key, now, serviceFacts } from './service-facts.js';

/*
 * The delay of the event loop, and the answers of one organization, while the index of another with
 * many events is built; then the same with no build for comparison.
 */

const events = Number(process.argv[2] ?? 10_000_000);
const rounds = Number(process.argv[3] ?? 3);

const columnsOf = (count: number, members: number) =>
  syntheticColumns({ seed: 1, events: count, members, months: 60, activity: 'zipf' });
const [small, large] = [columnsOf(5_000, 100), columnsOf(events, 50_000)];
const today = dayOfInstant(now);
const times = { createdOn: today, billingTerms: [], today };
const workers = indexWorkers();
let version = 0;
const computations = indexComputations({
  columnsOf: (id) => ({
    version: id === ids.large ? `large ${version}` : 'small',
    events: id === ids.large ? events : 5_000,
    columns: () => (id === ids.large ? large : small),
  }),
  build: async (from, times, signal) => {
    if (from === small) return buildIndex(from, times);
    const source = { from: 'facts', columns: from } as const;
    return indexIn(await workers.build({ organizationId: ids.large, times, source }, signal));
  },
  // Room for one large index: with each round the one before goes.
  cacheBytes: 2 ** 30,
  sizeOf,
  now: () => performance.now(),
});
await computations.prepare(ids.small, times);
const ports = memoryPorts(serviceFacts(), { now, allowance: 0, computations });
const server = await listen(createExchange(ports), { port: 0, host: '127.0.0.1' });
const port = Number(new URL(server.address).port);
const client = startClient();

const askLarge = async () => {
  const response = await fetch(`${server.address}/v1/organizations/${ids.large}/analytics`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: dashboard,
  });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get('Retry-After') };
};

/** Asks for the small organization second by second for as long as something else goes on. */
const during = async (goesOn: Promise<unknown>) => {
  const load = { port, request: requestFor(ids.small), connections: 4, seconds: 1, rate: 100 };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const latencies: number[] = [];
  const other = { isOver: false };
  void goesOn.finally(() => {
    delay.disable();
    other.isOver = true;
  });
  delay.enable();
  while (!other.isOver) latencies.push(...(await client.load(load)).latencies);
  return { delay, latencies: latencies.sort((a, b) => a - b) };
};

const show = ({ delay, latencies }: Awaited<ReturnType<typeof during>>): string => {
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) =>
    (ns / 1e6).toFixed(1),
  );
  const ms = [50, 99, 100].map((percent) => percentile(latencies, percent).toFixed(1));
  const answers = `${latencies.length} answers after ${ms.join(' / ')} ms (p50, p99, max)`;
  return `delay p50 ${p50} p99 ${p99} max ${max} ms; ${answers}`;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
await during(sleep(2000));
console.log(`no build: ${show(await during(sleep(4000)))}`);
for (let round = 1; round <= rounds; round += 1) {
  version = round;
  const begun = performance.now();
  const built = computations.prepare(ids.large, times).then(() => performance.now() - begun);
  const first = await askLarge();
  const measured = during(built);
  const ms = await built;
  console.log(`${events} events built: ${show(await measured)}; build ${(ms / 1000).toFixed(2)} s`);
  console.log(
    `  told at first: ${JSON.stringify(first)}; afterwards ${JSON.stringify(await askLarge())}`,
  );
}
client.close();
await server.close();
await workers.close();
