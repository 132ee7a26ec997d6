import {
  buildIndex,
  columnsFrom,
  dayOfInstant,
  type OrganizationIndex,
  splitByOrganization,
} from '@tallyboard/core';
import { Unavailable } from '@tallyboard/ports';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EndedBuild, indexComputations } from './indexes.js';
import { ids, now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths, serveSample } from './sample-service.test-kit.js';

const facts = splitByOrganization(sampleFacts);
const today = dayOfInstant(now);
const times = { createdOn: today, billingTerms: [], today };

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
    readonly signal: AbortSignal;
  }[] = [];
  const [errors, ended]: [unknown[], EndedBuild[]] = [[], []];
  const computations = indexComputations({
    columnsOf: (id) => {
      const own = facts.get(id);
      if (own === undefined) throw new Error(`nothing of ${id}`);
      return { version: '1', columns: () => columnsFrom(own) };
    },
    build: (columns, wanted, signal) =>
      new Promise<OrganizationIndex>((resolve, reject) => {
        const end = (): void => resolve(buildIndex(columns, wanted));
        const fail = (error: Error = new Error('broken')): void => reject(error);
        builds.push({ end, fail, signal });
      }),
    cacheBytes: 1000,
    sizeOf: () => options.size ?? 10,
    buildMsMax: options.buildMsMax ?? 130_000,
    // What they throw ends no build.
    onError: (error) => {
      errors.push(error);
      throw new Error('no log');
    },
    onBuild: (build) => {
      ended.push(build);
      throw new Error('no log');
    },
  });
  const askFor = serveSample({ computations });
  const ask = async (path: string = paths.metrics, body: unknown = goodBody) => {
    const heard = askFor(path, path === paths.roster ? {} : { body });
    await untilItWaits(heard);
    // What the adapter waits.
    await vi.advanceTimersByTimeAsync(200);
    return heard;
  };
  return { builds, errors, ended, computations, ask, askFor };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('section 3: while an index is built', () => {
  test('202 for figures and roster, to ask again after a quarter of what it took so far; then 200', async () => {
    const { ask, builds, ended } = served();
    const first = await ask();
    expect([first.status, first.headers.get('Retry-After')]).toEqual([202, '1']);
    expect(first.json.meta).toMatchObject({ status: 'pending', retryAfter: 1 });
    await vi.advanceTimersByTimeAsync(18_800);
    expect((await ask()).headers.get('Retry-After')).toBe('5');
    await vi.advanceTimersByTimeAsync(100_000);
    expect((await ask(paths.roster)).headers.get('Retry-After')).toBe('30');
    expect(builds).toHaveLength(1);
    builds[0]?.end();
    expect((await ask()).status).toBe(200);
    expect((await ask(paths.roster)).json.meta).toMatchObject({ status: 'ready' });
    expect(builds).toHaveLength(1);
    const ms = expect.any(Number) as number;
    expect(ended).toEqual([{ organizationId: ids.school, status: 'ready', ms, cacheBytes: 10 }]);
  });

  test('a build that fails has failed for a minute, then the next request begins another', async () => {
    const { ask, builds, errors } = served();
    const two = { metrics: [{ name: 'postCount' }, { name: 'visitorCount' }] };
    expect((await ask(paths.metrics, two)).status).toBe(202);
    builds[0]?.fail();
    await vi.advanceTimersByTimeAsync(30_000);
    const partial = await ask(paths.metrics, two);
    expect([partial.status, partial.json.meta?.['status']]).toEqual([200, 'partial']);
    expect(partial.json.meta?.['errors']).toHaveLength(2);
    expect((await ask(paths.roster)).json.meta).toMatchObject({ status: 'failed' });
    expect([builds.length, errors.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await ask()).status).toBe(202);
    builds[1]?.end();
    expect((await ask()).json.meta).toMatchObject({ status: 'ready' });
  });

  test('events that cannot be reached leave figures pending for as long as that says', async () => {
    const { ask, builds } = served();
    expect((await ask()).status).toBe(202);
    builds[0]?.fail(new Unavailable('away', 7));
    await vi.advanceTimersByTimeAsync(0);
    const pending = await ask();
    expect([pending.status, pending.headers.get('Retry-After')]).toEqual([202, '7']);
    expect(builds).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(7_000);
    expect((await ask()).status).toBe(202);
    builds[1]?.end();
    expect((await ask()).json.meta).toMatchObject({ status: 'ready' });
  });

  test('a build that takes too long is stopped and has failed', async () => {
    const { ask, builds, errors } = served({ buildMsMax: 2000 });
    expect((await ask(paths.roster)).status).toBe(202);
    await vi.advanceTimersByTimeAsync(2000);
    expect([builds[0]?.signal.aborted, String(errors[0])]).toEqual([
      true,
      expect.stringContaining('was not built within 2 seconds'),
    ]);
    expect((await ask(paths.roster)).json.meta).toMatchObject({ status: 'failed' });
  });

  test('an index that can never fit has failed too', async () => {
    const { askFor, builds, errors } = served({ size: 1001 });
    const heard = askFor(paths.metrics);
    await untilItWaits(heard);
    builds[0]?.end();
    expect((await heard).json.meta).toMatchObject({ status: 'partial' });
    expect(String(errors[0])).toContain('1001 bytes');
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
