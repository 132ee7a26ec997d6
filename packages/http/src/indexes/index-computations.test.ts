import {
  buildIndex,
  columnsFrom,
  dayOfInstant,
  type OrganizationIndex,
  splitByOrganization,
} from '@tallyboard/core';
import { Unavailable } from '@tallyboard/ports';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ids, now, sampleFacts } from '../sample-facts.test-kit.js';
import { goodBody, paths, serveSample } from '../sample-service.test-kit.js';
import { indexComputations } from './index-computations.js';

const facts = splitByOrganization(sampleFacts);
const events = 4_000_000;
const school = facts.get(ids.school)!;
const times = {
  createdOn: dayOfInstant(school.organization[0]!.createdAt),
  billingTerms: school.billingTerm,
  today: dayOfInstant(now),
};

/** Lets a request come as far as it comes without the passing of time; reading bodies takes turns. */
const untilItWaits = async (heard: Promise<unknown>): Promise<void> => {
  const answer = { isHeard: false };
  void heard.finally(() => (answer.isHeard = true));
  const timers = vi.getTimerCount();
  while (!answer.isHeard && vi.getTimerCount() === timers) await new Promise(setImmediate);
};

/** The sample with builds that end when a test says so. */
const served = (options: { readonly size?: number; readonly buildMsMax?: number } = {}) => {
  const builds: {
    readonly end: () => void;
    readonly fail: (error?: Error) => void;
    aborted: boolean;
  }[] = [];
  const errors: unknown[] = [];
  const data = { version: '1' };
  const computations = indexComputations({
    columnsOf: (id) => {
      const own = facts.get(id);
      if (own === undefined) throw new Error(`nothing of ${id}`);
      return { ...data, events, columns: () => columnsFrom(own) };
    },
    build: (columns, times, signal) =>
      new Promise<OrganizationIndex>((resolve, reject) => {
        const build = {
          end: () => resolve(buildIndex(columns, times)),
          fail: (error: Error = new Error('broken')) => reject(error),
          aborted: false,
        };
        signal.addEventListener('abort', () => (build.aborted = true));
        builds.push(build);
      }),
    cacheBytes: 1000,
    sizeOf: () => options.size ?? 10,
    now: () => Date.now(),
    buildMsMax: options.buildMsMax ?? 30_000,
    onError: (error) => errors.push(error),
  });
  const askFor = serveSample({ computations });
  const ask = async (path: string = paths.metrics, body: unknown = goodBody) => {
    const heard = askFor(path, path === paths.roster ? {} : { body });
    await untilItWaits(heard);
    // What the adapter waits.
    await vi.advanceTimersByTimeAsync(200);
    return heard;
  };
  return { builds, errors, data, computations, ask, askFor };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

describe('section 3: while an index is built', () => {
  test('202 with the time that is left, for figures and roster; then 200', async () => {
    const { ask, builds } = served();
    const first = await ask();
    expect([first.status, first.headers.get('Retry-After')]).toEqual([202, '2']);
    expect(first.json.meta).toMatchObject({ status: 'pending', retryAfter: 2 });
    await vi.advanceTimersByTimeAsync(1000);
    expect((await ask(paths.roster)).headers.get('Retry-After')).toBe('1');
    // Overdue: a quarter of what it has taken so far.
    await vi.advanceTimersByTimeAsync(18_000);
    expect((await ask()).headers.get('Retry-After')).toBe('5');
    expect(builds).toHaveLength(1);
    builds[0]?.end();
    expect((await ask()).status).toBe(200);
    expect((await ask(paths.roster)).json.meta).toMatchObject({ status: 'ready' });
    expect(builds).toHaveLength(1);
  });

  test('requests that still wait when it ends are answered', async () => {
    const { askFor, builds } = served();
    const heard = askFor(paths.metrics, { body: goodBody });
    await untilItWaits(heard);
    await vi.advanceTimersByTimeAsync(100);
    builds[0]?.end();
    expect((await heard).status).toBe(200);
  });

  test('a build that fails is heard of once by each request, then begun anew', async () => {
    const { ask, builds, errors } = served();
    const two = { metrics: [{ name: 'postCount' }, { name: 'visitorCount' }] };
    expect((await ask()).status).toBe(202);
    expect((await ask(paths.metrics, two)).status).toBe(202);
    builds[0]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(errors).toHaveLength(1);
    const partial = await ask(paths.metrics, two);
    expect([partial.status, partial.json.meta?.['status']]).toEqual([200, 'partial']);
    expect(partial.json.meta?.['errors']).toHaveLength(2);
    expect(builds).toHaveLength(1);
    expect((await ask(paths.metrics, two)).status).toBe(202);
    expect(builds).toHaveLength(2);
    expect((await ask()).json.meta).toMatchObject({ status: 'partial' });
    builds[1]?.end();
    expect((await ask()).json.meta).toMatchObject({ status: 'ready' });
  });

  test('events that cannot be reached leave figures pending, and the next request tries anew', async () => {
    const { ask, askFor, builds } = served();
    expect((await ask()).status).toBe(202);
    builds[0]?.fail(new Unavailable('away', 7));
    await vi.advanceTimersByTimeAsync(0);
    for (const number of [1, 2]) {
      const heard = askFor(paths.metrics, { body: goodBody });
      await untilItWaits(heard);
      builds[number]?.fail(new Unavailable('away', 7));
      const answer = await heard;
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([202, '7']);
    }
    const last = askFor(paths.metrics, { body: goodBody });
    await untilItWaits(last);
    builds[3]?.end();
    expect((await last).json.meta).toMatchObject({ status: 'ready' });
  });

  test('a build that takes too long is stopped and has failed', async () => {
    const { ask, builds, errors } = served({ buildMsMax: 2000 });
    expect((await ask(paths.roster)).status).toBe(202);
    await vi.advanceTimersByTimeAsync(2000);
    expect([builds[0]?.aborted, errors]).toEqual([true, [expect.any(Error)]]);
    expect((await ask(paths.roster)).json.meta).toMatchObject({ status: 'failed' });
    expect((await ask(paths.roster)).status).toBe(202);
    builds[1]?.end();
    await vi.advanceTimersByTimeAsync(0);
  });

  test('an index that can never fit has failed too', async () => {
    const { askFor, builds, errors } = served({ size: 1001 });
    const heard = askFor(paths.metrics, { body: goodBody });
    await untilItWaits(heard);
    builds[0]?.end();
    expect((await heard).json.meta).toMatchObject({ status: 'partial' });
    expect(String(errors[0])).toContain('1001 bytes');
  });

  test('old answers until newer data is built', async () => {
    const { ask, builds, data, computations } = served();
    const prepared = computations.prepare(ids.school, times);
    await vi.advanceTimersByTimeAsync(0);
    builds[0]?.end();
    await prepared;
    data.version = '2';
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(builds).toHaveLength(2);
    builds[1]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect((await ask()).status).toBe(200);
    expect(builds).toHaveLength(2);
  });

  test('prepare rejects with the reason', async () => {
    const { builds, computations } = served();
    const prepared = computations.prepare(ids.school, times);
    await vi.advanceTimersByTimeAsync(0);
    builds[0]?.fail();
    await expect(prepared).rejects.toThrow('broken');
    await expect(computations.prepare('wksp_nowhere', times)).rejects.toThrow('nothing of');
  });
});
