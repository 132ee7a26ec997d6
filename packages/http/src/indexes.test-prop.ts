import {
  buildIndex,
  columnsFrom,
  type Facts,
  isAccepted,
  type OrganizationIndex,
  planMetrics,
  splitByOrganization,
} from '@tallyboard/core';
import type { MetricState } from '@tallyboard/core/vocabulary';
import { dayOfInstant } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { indexComputations } from './indexes.js';
import { ids, now, sampleFacts } from './sample-facts.test-kit.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const names = ['a', 'b', 'c'] as const;
const today = dayOfInstant(now);

const planOf = (name: string) => {
  const organization = { id: name, type: 'school', createdOn: 18_000, billingTerms: [] } as never;
  const plan = planMetrics({ body: { metrics: [{ name: 'postCount' }] }, organization, today });
  if (!isAccepted(plan)) throw new Error('refused');
  return plan.right;
};
const plans = new Map(names.map((name) => [name as string, planOf(name)]));

const school = JSON.stringify(splitByOrganization(sampleFacts).get(ids.school)!);
const built = new Map<string, OrganizationIndex>();

/** The index of a version: it has as many posts. */
const indexOf = (name: string, version: number): OrganizationIndex => {
  const known = built.get(`${name} ${version}`);
  if (known !== undefined) return known;
  const own = JSON.parse(school.replaceAll(ids.school, name)) as Facts;
  const post = Array.from({ length: version }, (_, at) => ({ ...own.post[0]!, id: `v${at}` }));
  const columns = columnsFrom({ ...own, post, comment: [], reaction: [], attachment: [] });
  const index = buildIndex(columns, { createdOn: 18_000 as never, billingTerms: [], today });
  built.set(`${name} ${version}`, index);
  return index;
};

interface Job {
  readonly name: string;
  readonly version: number;
  readonly end: (index: OrganizationIndex) => void;
  readonly fail: () => void;
}

/** One organization as it should be. */
interface Model {
  version: number;
  cached: number | null;
  building: boolean;
  failed: { readonly version: number; readonly until: number } | null;
}

const microtasks = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

const world = (buildsAtOnce: number) => {
  const jobs: Job[] = [];
  const models = new Map(
    names.map((name): [string, Model] => [
      name,
      { version: 1, cached: null, building: false, failed: null },
    ]),
  );
  const computations = indexComputations<{ readonly name: string; readonly version: number }>({
    columnsOf: (name) => {
      const { version } = models.get(name)!;
      return { version: String(version), columns: () => ({ name, version }) };
    },
    build: (columns) =>
      new Promise((end, reject) => {
        jobs.push({ ...columns, end, fail: () => reject(new Error('broken')) });
      }),
    buildsAtOnce,
    sizeOf: () => 10,
    buildMsMax: 2 ** 31 - 1,
  });
  /** What a request finds at once: a version, a failure, or that it must wait. */
  const ask = (name: string) => computations.metrics(plans.get(name)!);
  return { jobs, models, ask };
};

const heard = ([state]: readonly MetricState[]): unknown =>
  state?.status === 'ready' ? state.data : state?.status;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('ask'), name: fc.constantFrom(...names) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('end', 'fail'), at: fc.nat() }) },
  fc.record({ does: fc.constant('import'), name: fc.constantFrom(...names) }),
  fc.record({ does: fc.constant('pass'), ms: fc.nat({ max: 70_000 }) }),
);

test('requests, imports, ends and failures in any order: each request gets what it should', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, atOnce) => {
        const { jobs, models, ask } = world(atOnce);
        const waiting: { readonly name: string; state: unknown }[] = [];
        const end = async (job: Job, isBuilt: boolean): Promise<void> => {
          jobs.splice(jobs.indexOf(job), 1);
          const model = models.get(job.name)!;
          model.building = false;
          if (isBuilt) {
            model.cached = job.version;
            model.failed = null;
          } else model.failed = { version: job.version, until: performance.now() + 60_000 };
          const open = waiting.filter(({ name, state }) => name === job.name && state === null);
          if (isBuilt) job.end(indexOf(job.name, job.version));
          else job.fail();
          await microtasks();
          for (const { state } of open) expect(state).toBe(isBuilt ? job.version : 'failed');
        };
        for (const one of steps) {
          if ('ms' in one) vi.advanceTimersByTime(one.ms);
          else if ('at' in one) {
            const job = jobs[one.at % Math.max(1, jobs.length)];
            if (job !== undefined) await end(job, one.does === 'end');
          } else if (one.does === 'import') models.get(one.name)!.version += 1;
          else {
            const model = models.get(one.name)!;
            const { version, cached, failed } = model;
            const hasFailed = failed?.version === version && failed.until > performance.now();
            if (cached !== version && !hasFailed) model.building = true;
            const states = ask(one.name);
            if (!(states instanceof Promise)) {
              expect(heard(states)).toBe(cached ?? (hasFailed ? 'failed' : 'to wait'));
            } else {
              expect([cached, hasFailed]).toEqual([null, false]);
              const waiter = { name: one.name, state: null as unknown };
              waiting.push(waiter);
              void states.then((given) => (waiter.state = heard(given)));
            }
          }
          await microtasks();
          const building = [...models.values()].filter((model) => model.building).length;
          expect(jobs.length).toBe(Math.min(building, atOnce));
        }
        for (let [job] = jobs; job !== undefined; [job] = jobs) await end(job, true);
        expect(waiting.filter(({ state }) => state === null)).toEqual([]);
      },
    ),
  );
});
