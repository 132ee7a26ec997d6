import type { MetricsPlan } from '@tallyboard/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexKeeper } from './index-keeper.js';

/** What is built here: it only says of what. */
interface Stub {
  readonly id: string;
  readonly version: number;
}

interface Job extends Stub {
  readonly end: (index: Stub) => void;
  readonly fail: () => void;
}

/** One organization as it should be. */
interface Standing {
  version: number;
  kept: number | null;
  building: boolean;
  pausedUntil: number;
  readonly told: Set<number>;
  readonly owed: Set<number>;
}

type Found = Stub | null | 'waiting';

const ids = ['a', 'b', 'c'] as const;
const id = fc.constantFrom(...ids);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('ask'), id, what: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('end', 'fail'), at: fc.nat() }) },
  fc.record({ does: fc.constant('news'), id }),
  fc.record({ does: fc.constant('pass'), ms: fc.nat({ max: 70_000 }) }),
);

const planOf = (what: number) =>
  ({
    organization: { createdOn: 0, billingTerms: [] },
    range: { from: what, to: what },
    byMonth: false,
    queries: [],
    today: 0,
  }) as unknown as MetricsPlan;

const microtasks = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const world = (cacheBytes: number, buildsAtOnce: number) => {
  const jobs: Job[] = [];
  let time = 0;
  let failures = 0;
  const standings = new Map(
    ids.map((name): [string, Standing] => [
      name,
      {
        version: 1,
        kept: null,
        building: false,
        pausedUntil: 0,
        told: new Set(),
        owed: new Set(),
      },
    ]),
  );
  const keeper = indexKeeper<Stub, Stub>({
    columnsOf: (name) => {
      const { version } = standings.get(name)!;
      return {
        version: String(version),
        events: 5_000_000,
        columns: () => ({ id: name, version }),
      };
    },
    build: (columns) =>
      new Promise((end, reject) => {
        jobs.push({ ...columns, end, fail: () => reject(new Error('broken')) });
      }),
    isBuiltFor: () => true,
    canAnswer: () => true,
    cacheBytes,
    buildsAtOnce,
    sizeOf: () => 10,
    now: () => time,
    buildMsMax: 2 ** 31 - 1,
    onError: () => (failures += 1),
  });
  const checkJobs = (): void => {
    expect(new Set(jobs.map((job) => job.id)).size).toBe(jobs.length);
    expect(jobs.length).toBeLessThanOrEqual(buildsAtOnce);
  };
  return {
    jobs,
    keeper,
    standings,
    checkJobs,
    failures: () => failures,
    now: () => time,
    pass: (ms: number) => (time += ms),
  };
};

/** Asks for two figures of one request, and gives up at once if they are not there. */
const ask = ({ keeper }: ReturnType<typeof world>, name: string, what: number) => {
  const plan = planOf(what);
  const request = {};
  const found = keeper.find(name, plan, request);
  // The other figures of a request get the same.
  expect(keeper.find(name, plan, request)).toBe(found);
  const waits = found instanceof Promise;
  const ms = keeper.postpone(name, plan, request);
  expect(ms !== null).toBe(waits);
  return { found: waits ? ('waiting' as const) : found, promise: waits ? found : null };
};

/** What asking should find, and what it changes. */
const expected = (of: Standing, name: string, what: number, now: number): Found => {
  if (of.kept !== null) {
    if (of.kept !== of.version && now >= of.pausedUntil) of.building = true;
    return { id: name, version: of.kept };
  }
  if (of.owed.delete(what)) return null;
  of.building = true;
  of.told.add(what);
  return 'waiting';
};

const endJob = (of: Standing, { version }: Job, isBuilt: boolean, now: number): void => {
  of.building = false;
  if (isBuilt) {
    of.kept = version;
    of.owed.clear();
    of.pausedUntil = 0;
  } else {
    for (const what of of.told) of.owed.add(what);
    of.pausedUntil = now + 60_000;
  }
  of.told.clear();
};

it('any order of requests, ends and failures: each request gets what it should', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 3 }), run),
  );

  async function run(
    steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
    atOnce: number,
  ) {
    const here = world(1000, atOnce);
    const waiters: { readonly name: string; heard: Stub | null | undefined }[] = [];
    const end = async (job: Job, isBuilt: boolean): Promise<void> => {
      here.jobs.splice(here.jobs.indexOf(job), 1);
      const open = waiters.filter(({ name, heard }) => name === job.id && heard === undefined);
      endJob(here.standings.get(job.id)!, job, isBuilt, here.now());
      if (isBuilt) job.end({ id: job.id, version: job.version });
      else job.fail();
      await microtasks();
      for (const { heard } of open) {
        expect(heard).toEqual(isBuilt ? { id: job.id, version: job.version } : null);
      }
    };
    for (const one of steps) {
      if ('ms' in one) here.pass(one.ms);
      else if ('at' in one) {
        const job = here.jobs[one.at % Math.max(1, here.jobs.length)];
        if (job !== undefined) await end(job, one.does === 'end');
      } else if ('what' in one) {
        const should = expected(here.standings.get(one.id)!, one.id, one.what, here.now());
        const { found, promise } = ask(here, one.id, one.what);
        expect(found).toEqual(should);
        if (promise !== null) {
          const waiter = { name: one.id, heard: undefined as Stub | null | undefined };
          waiters.push(waiter);
          void promise.then((index) => (waiter.heard = index));
        }
      } else here.standings.get(one.id)!.version += 1;
      await microtasks();
      here.checkJobs();
      const building = [...here.standings.values()].filter((of) => of.building).length;
      expect(here.jobs.length).toBe(Math.min(building, atOnce));
    }
    // No request waits for ever.
    for (let [job] = here.jobs; job !== undefined; [job] = here.jobs) await end(job, true);
    expect(waiters.filter(({ heard }) => heard === undefined)).toEqual([]);
  }
});

it('keeps no more indexes than fit, and answers from those alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(id, { maxLength: 30 }), async (asked) => {
      const here = world(25, 1);
      for (const name of asked) {
        ask(here, name, 0);
        await microtasks();
        for (const job of here.jobs.splice(0)) job.end({ id: job.id, version: 1 });
        await microtasks();
        expect(ask(here, name, 0).found).toEqual({ id: name, version: 1 });
      }
      const held = ids.filter((name) => ask(here, name, 1).found !== 'waiting');
      expect(held.length).toBeLessThanOrEqual(2);
      await microtasks();
      for (let [job] = here.jobs; job !== undefined; [job] = here.jobs) {
        here.jobs.shift();
        job.fail();
        await microtasks();
      }
    }),
  );
});
