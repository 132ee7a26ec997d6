import type { ResourceLimits, Worker } from 'node:worker_threads';
import { buildIndex, columnsFrom, splitByOrganization } from '@tallyboard/core';
import { type EventColumns } from '@tallyboard/core/engine';
import { indexComputations } from '@tallyboard/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ids, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { paths, serveSample } from '../../../http/src/sample-service.test-kit.js';
import { indexIn, sizeOf } from './build-where-quickest.js';
import { bundledWorker } from './bundled-worker.test-kit.js';
import { type IndexWorkers, indexWorkers } from './index-workers.js';

/*
 * The thread that builds an index breaks in each way while its figures are asked for. They fail, or
 * wait, and are the true ones once a sound thread has built; no process ends.
 */

const columns = columnsFrom(splitByOrganization(sampleFacts).get(ids.school)!);
// Boards without anything on them: many texts change no figure, but take their time.
const manyTexts = Array.from({ length: 200_000 }, (_, at) => `board without a post ${at}`);
const much: EventColumns = {
  ...columns,
  boards: {
    ids: [...columns.boards.ids, ...manyTexts],
    titles: [...columns.boards.titles, ...manyTexts],
  },
};
const given = { small: columns, much };

/** A thread that does this with the first message it gets. */
const threadThat = (does: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { ${does} });`,
    )}`,
  );

interface Fault {
  /** What runs in the thread; that of the service when left out. */
  readonly source?: URL;
  readonly limits?: ResourceLimits;
  /** What is done to the thread from outside, as soon as there is one. */
  readonly strike?: (worker: Worker) => void;
  readonly columns?: keyof typeof given;
  /** What the log is told. */
  readonly heard: RegExp;
}

const faults: Readonly<Record<string, Fault>> = {
  'is killed while it builds': {
    source: threadThat('for (;;);'),
    strike: (worker) => worker.once('online', () => void worker.terminate()),
    heard: /A building thread ended with code 1/,
  },
  'ends its process': {
    source: threadThat('process.exit(7);'),
    heard: /A building thread ended with code 7/,
  },
  'cannot allocate a column': {
    source: threadThat('new Float64Array(2 ** 40);'),
    heard: /RangeError: Invalid typed array length/,
  },
  'throws what is no error': { source: threadThat("throw 'no error';"), heard: /^no error$/ },
  'runs out of memory': {
    columns: 'much',
    limits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 },
    heard: /reaching memory limit/,
  },
  'cannot be started': {
    source: new URL('file:///nowhere/thread.mjs'),
    heard: /Cannot find module/,
  },
  'never comes to an end': { source: threadThat('for (;;);'), heard: /was not built within 1 sec/ },
};

let source: URL;
let sound: IndexWorkers;
beforeAll(async () => {
  source = await bundledWorker();
  sound = indexWorkers(source);
});

let injected = 0;
afterAll(async () => {
  await sound.close();
  console.log(`faults injected into builds: ${injected}, none answered wrongly`);
});

describe('a thread that builds', () => {
  test.each(Object.keys(faults))('%s', async (name) => {
    const fault = faults[name]!;
    const broken = indexWorkers(fault.source ?? source, fault.limits);
    const errors: unknown[] = [];
    const buildMsMax = fault.heard.source.includes('within') ? 1_000 : 600_000;
    let builds = 0;
    const computations = indexComputations({
      columnsOf: () => ({
        version: '1',
        columns: () => (builds === 0 ? given[fault.columns ?? 'small'] : given.small),
      }),
      build: async (from: EventColumns, times, signal) => {
        builds += 1;
        const source = { from: 'facts', columns: from } as const;
        const job = { organizationId: ids.school, times, source };
        if (builds > 1) {
          // The second build of what never ends has the same second: too little for a thread on a busy machine.
          return buildMsMax === 1_000
            ? buildIndex(from, times)
            : indexIn(await sound.build(job, signal));
        }
        if (fault.strike !== undefined) process.once('worker', fault.strike);
        return indexIn(await broken.build(job, signal));
      },
      cacheBytes: 100_000_000,
      sizeOf,
      failedMs: 500,
      buildMsMax,
      onError: (error) => errors.push(error),
    });
    const ask = serveSample({ computations, waitMs: 20, allowance: 0 });
    const good = await serveSample()(paths.metrics);

    const states: unknown[] = [];
    while (states.at(-1) !== 'ready') {
      const { status, headers, json } = await ask(paths.metrics);
      const state = json.meta?.['status'];
      if (state !== states.at(-1)) states.push(state);
      expect([200, 202]).toContain(status);
      if (state === 'pending') expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (state === 'ready') expect(json.data).toEqual(good.json.data);
      else expect(json.data).toMatchObject({ attributes: { metrics: [] } });
    }
    // It stays failed for half a second, is reported once, and is then built anew.
    expect(states.filter((state) => state !== 'pending')).toEqual(['partial', 'ready']);
    expect(errors.map(String)).toEqual([expect.stringMatching(fault.heard)]);
    expect(builds).toBe(2);
    injected += 1;
    await broken.close();
  });
});
