import { buildIndex, columnsFrom, dayOfInstant, splitByOrganization } from '@tallyboard/core';
import { createExchange, indexComputations, memoryPorts } from '@tallyboard/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { bundledWorker } from './bundled-worker.test-kit.js';
import { type IndexWorkers, indexWorkers } from './index-workers.js';
import { type Listening, listen } from './listen.js';
import { bytesOf } from './send-in-parts.js';
import { sharedColumns } from './shared-columns.js';

const columns = columnsFrom(splitByOrganization(sampleFacts).get(ids.school)!);
const today = dayOfInstant(now);
const times = { createdOn: today, billingTerms: [], today };
const index = buildIndex(columns, times);
const never = new AbortController().signal;

let workers: IndexWorkers;
beforeAll(async () => {
  workers = indexWorkers(await bundledWorker());
});
afterAll(() => workers.close());

test('a thread builds the same index, from shared columns more than once', async () => {
  const shared = sharedColumns(columns);
  expect(await workers.build(shared, times, never)).toEqual(index);
  expect(await workers.build(shared, times, never)).toEqual(index);
});

test('columns of their own are handed over, and gone', async () => {
  const own = columnsFrom(splitByOrganization(sampleFacts).get(ids.school)!);
  expect(await workers.build(own, times, never)).toEqual(index);
  expect(own.content.day.buffer.byteLength).toBe(0);
});

test('long lists of texts arrive whole', async () => {
  const emails = Array.from({ length: 10_000 }, (_, at) => (at % 7 === 0 ? null : `${at}@x.test`));
  const titles = Array.from({ length: 2049 }, (_, at) => `Board ${at}`);
  const many = { ...columns, boards: { ids: titles, titles } };
  expect(await workers.build(sharedColumns(many), times, never)).toEqual(buildIndex(many, times));
  expect(bytesOf({ emails })).toBeGreaterThan(200_000);
});

test('a build that is called off ends its thread; others go on', async () => {
  const stop = new AbortController();
  const stopped = workers.build(sharedColumns(columns), times, stop.signal);
  stop.abort();
  await expect(stopped).rejects.toThrow('abort');
  await expect(workers.build(columns, times, stop.signal)).rejects.toThrow('abort');
  expect(await workers.build(sharedColumns(columns), times, never)).toEqual(index);
});

test('a thread that breaks rejects with its reason', async () => {
  const broken = { ...sharedColumns(columns), members: null };
  await expect(workers.build(broken as never, times, never)).rejects.toThrow(TypeError);
});

test('answers keep coming while an index is built', async () => {
  const school = { isBuilt: false };
  const slow = indexComputations({
    columnsOf: (id) => ({
      version: '1',
      events: 1000,
      columns: () => (id === ids.school ? sharedColumns(columns) : columns),
    }),
    // The thread is new: it takes its time to start.
    build: async (from, wanted, signal) => {
      if (from === columns) return buildIndex(from, wanted);
      const built = await workers.build(from, wanted, signal);
      school.isBuilt = true;
      return built;
    },
    cacheBytes: 1_000_000,
    sizeOf: bytesOf,
    now: () => performance.now(),
    buildsAtOnce: 2,
  });
  const ports = memoryPorts(sampleFacts, { now, allowance: 0, computations: slow });
  const server: Listening = await listen(createExchange(ports, { waitMs: 0 }), {
    host: '127.0.0.1',
    port: 0,
  });
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
  let answered = 0;
  while (!school.isBuilt) {
    expect(await ask(ids.classroom, 'tess')).toBe(200);
    answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  expect(await ask(ids.school, 'olga')).toBe(200);
  await server.close();
});
