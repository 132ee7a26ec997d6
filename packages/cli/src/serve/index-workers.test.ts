import type { Worker } from 'node:worker_threads';
import { buildIndex, columnsFrom, dayOfInstant, splitByOrganization } from '@tallyboard/core';
import { encodeIndex } from '@tallyboard/core/engine';
import { createExchange, indexComputations, memoryPorts, Unavailable } from '@tallyboard/http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import {
  linesOf,
  ndjson,
  tellingImport,
  testDirectory,
} from '../../../store/src/import/import-facts.test-kit.js';
import { indexIn, sizeOf } from './build-where-quickest.js';
import { bundledWorker } from './bundled-worker.test-kit.js';
import type { IndexJob, IndexSource } from './index-jobs.js';
import { type IndexWorkers, indexWorkers } from './index-workers.js';
import { openPort } from './listen.js';

const columnsOf = (id: string) => columnsFrom(splitByOrganization(sampleFacts).get(id)!);
const columns = columnsOf(ids.school);
const today = dayOfInstant(now);
const times = { createdOn: today, billingTerms: [], today };
const index = Buffer.from(encodeIndex(buildIndex(columns, times)));
const never = new AbortController().signal;
const place = testDirectory();

const jobOver = (source: IndexSource): IndexJob => ({
  organizationId: ids.school,
  times,
  source,
});
const fromFacts = jobOver({ from: 'facts', columns });
const directory = place.fresh();
const fromStore = jobOver({ from: 'store', directory });

let workers: IndexWorkers;
beforeAll(async () => {
  workers = indexWorkers(await bundledWorker());
});
afterAll(async () => {
  await workers.close();
  place.remove();
});

const built = async (job: IndexJob): Promise<Buffer> =>
  Buffer.from(await workers.build(job, never));

test('a thread builds the same index, more than once', async () => {
  expect((await built(fromFacts)).equals(index)).toBe(true);
  expect((await built(fromFacts)).equals(index)).toBe(true);
});

test('a thread reads a store by itself', async () => {
  await tellingImport(directory, [place.file('facts.ndjson', ndjson(linesOf(sampleFacts)))]);
  expect((await built(fromStore)).equals(index)).toBe(true);
  await expect(built(jobOver({ from: 'store', directory: place.fresh() }))).rejects.toThrow(
    /is no store/,
  );
});

test('a ClickHouse that a thread cannot reach is away', async () => {
  const addresses = 'http://127.0.0.1:9/tallyboard';
  const away = built(jobOver({ from: 'clickhouse', addresses, version: 1 }));
  await expect(away).rejects.toThrow(Unavailable);
  await expect(away).rejects.toMatchObject({ retryAfterSeconds: 2 });
});

test('a build that is called off ends its thread, with DuckDB at work in it too; others go on', async () => {
  const stop = new AbortController();
  const stopped = workers.build(fromFacts, stop.signal);
  stop.abort();
  await expect(stopped).rejects.toThrow('abort');
  await expect(workers.build(fromFacts, stop.signal)).rejects.toThrow('abort');
  for (let afterMs = 40; afterMs < 400; afterMs += 40)
    await Promise.allSettled([workers.build(fromStore, AbortSignal.timeout(afterMs))]);
  expect((await built(fromFacts)).equals(index)).toBe(true);
});

test('a thread that says that it ends is not terminated, and keeps the process, however long it takes', async () => {
  const source = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (text) => {
      if (text === 'end') parentPort.postMessage('ending');
      if (text === 'go') parentPort.close();
    });`;
  const slow = indexWorkers(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const stop = new AbortController();
  const stopped = slow.build(fromFacts, stop.signal);
  const thread = await started;
  const exit = new Promise((resolve) => thread.once('exit', resolve));
  const said = new Promise((resolve) => thread.once('message', resolve));
  const unref = vi.spyOn(thread, 'unref');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stop.abort();
  await expect(stopped).rejects.toThrow('abort');
  expect(await said).toBe('ending');
  vi.advanceTimersByTime(3_600_000);
  vi.useRealTimers();
  thread.postMessage('go');
  expect(await exit).toBe(0);
  expect(unref).not.toHaveBeenCalled();
});

test('a thread that breaks rejects with its reason', async () => {
  const broken = { ...columns, members: null } as never;
  await expect(built(jobOver({ from: 'facts', columns: broken }))).rejects.toThrow(TypeError);
});

test('answers keep coming while an index is built', async () => {
  const school = { isBuilt: false };
  let answered = 0;
  const slow = indexComputations<string>({
    columnsOf: (id) => ({ version: '1', columns: () => id }),
    build: async (id, wanted, signal) => {
      if (id !== ids.school) return buildIndex(columnsOf(id), wanted);
      let bytes = await workers.build({ ...fromFacts, times: wanted }, signal);
      // As long as it takes: a small index is built before the first answer has come.
      while (answered < 3) bytes = await workers.build({ ...fromFacts, times: wanted }, signal);
      school.isBuilt = true;
      return indexIn(bytes);
    },
    cacheBytes: 1_000_000,
    sizeOf,
    buildsAtOnce: 2,
  });
  const ports = memoryPorts(sampleFacts, { now, allowance: 0, computations: slow });
  const server = await openPort({ host: '127.0.0.1', port: 0 });
  server.serve(createExchange(ports, { waitMs: 0 }));
  const ask = async (id: string, userId: string): Promise<number> => {
    const response = await fetch(`${server.address}/v1/organizations/${id}/analytics`, {
      method: 'POST',
      headers: { 'X-API-KEY': keyOf(userId), 'Content-Type': 'application/json' },
      body: JSON.stringify({ metrics: [{ name: 'postCount' }] }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  await slow.prepare(ids.classroom, times);
  expect(await ask(ids.school, 'olga')).toBe(202);
  while (!school.isBuilt) {
    expect(await ask(ids.classroom, 'tess')).toBe(200);
    answered += 1;
  }
  expect(await ask(ids.school, 'olga')).toBe(200);
  await server.close();
});
