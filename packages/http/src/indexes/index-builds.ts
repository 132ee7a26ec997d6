import type { IndexTimes } from '@tallyboard/core';
import {
  afterBuild,
  type BuildTerms,
  msUntilDone,
  noBuilds,
  type RunningBuild,
} from './build-time.js';

/** The events of one organization as they are at one time. */
export interface OrganizationData<Columns> {
  /** Two that have the same version hold the same events. */
  readonly version: string;
  /** How many events there are: what the time of a build depends on. */
  readonly events: number;
  /** Gives the columns to a build that begins, which may use them up. */
  readonly columns: () => Columns | Promise<Columns>;
}

/** Builds the index of some times; stops as soon as it can when the signal is aborted. */
export type Build<Columns, Index> = (
  columns: Columns,
  times: IndexTimes,
  signal: AbortSignal,
) => Promise<Index>;

/** How builds are carried out, and what happens with what they give. */
export interface BuildsOptions<Columns, Index> extends BuildTerms {
  readonly build: Build<Columns, Index>;
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** Takes what was built, before `join` resolves; when it throws the build has failed. */
  readonly keep: (organizationId: string, version: string, index: Index) => void;
  /** Gets the error of a build that failed, before `join` rejects. */
  readonly lose: (organizationId: string, error: unknown) => void;
  /** Gets every build when it has ended. */
  readonly ended?: (organizationId: string, status: 'ready' | 'failed', ms: number) => void;
}

/** A build in flight: one that runs, or that waits for its turn. */
interface InFlight<Index> {
  readonly events: number;
  readonly built: Promise<Index>;
  readonly run: () => void;
  /** `null` while it waits. */
  startedAt: number | null;
}

/** Builds of indexes: one at a time for each organization, and not too many together. */
export interface IndexBuilds<Columns, Index> {
  /** Joins the organization's build that is in flight, or begins one. */
  readonly join: (
    organizationId: string,
    data: OrganizationData<Columns>,
    times: IndexTimes,
  ) => Promise<Index>;
  /** Expected milliseconds until the organization's build is over; `null` if none is in flight. */
  readonly msLeft: (organizationId: string) => number | null;
}

/** Runs within so many milliseconds, whatever the work does: then it is called off. */
const withinMs = <A>(
  ms: number,
  otherwise: string,
  work: (signal: AbortSignal) => Promise<A>,
): Promise<A> => {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(otherwise);
      reject(error);
      stop.abort(error);
    }, ms);
  });
  return Promise.race([work(stop.signal), late]).finally(() => clearTimeout(timer));
};

/** How many events running builds have, and for how long they have run. */
const runningAt = (now: number, builds: readonly InFlight<unknown>[]): readonly RunningBuild[] =>
  builds.map(({ events, startedAt }) => ({ events, elapsedMs: now - (startedAt ?? now) }));

/** Makes the place where builds are carried out. */
export const indexBuilds = <Columns, Index>(
  options: BuildsOptions<Columns, Index>,
): IndexBuilds<Columns, Index> => {
  const { build, now, keep, lose, ended, buildsAtOnce, buildMsMax } = options;
  const inFlight = new Map<string, InFlight<Index>>();
  const waiting: InFlight<Index>[] = [];
  const running = new Set<InFlight<Index>>();
  let speed = noBuilds;

  const beginNext = (): void => {
    while (running.size < buildsAtOnce) {
      const next = waiting.shift();
      if (next === undefined) return;
      next.startedAt = now();
      running.add(next);
      next.run();
    }
  };

  const newBuild = (id: string, data: OrganizationData<Columns>, times: IndexTimes) => {
    const { events } = data;
    const late = `The index of ${id} was not built within ${buildMsMax / 1000} seconds.`;
    const work = async (): Promise<Index> => {
      const begun = now();
      const end = (status: 'ready' | 'failed'): void => {
        running.delete(own);
        inFlight.delete(id);
        beginNext();
        ended?.(id, status, now() - begun);
      };
      try {
        const index = await withinMs(buildMsMax, late, async (signal) =>
          build(await data.columns(), times, signal),
        );
        speed = afterBuild(speed, { events, ms: now() - begun });
        keep(id, data.version, index);
        end('ready');
        return index;
      } catch (error) {
        lose(id, error);
        end('failed');
        throw error;
      }
    };
    let run = (): void => undefined;
    const built = new Promise<Index>((resolve, reject) => {
      run = () => void work().then(resolve, reject);
    });
    // Perhaps no request waits for it by the time it fails.
    built.catch(() => undefined);
    const own: InFlight<Index> = { events, built, run, startedAt: null };
    inFlight.set(id, own);
    waiting.push(own);
    beginNext();
    return own;
  };

  return {
    join: (organizationId, data, times) =>
      (inFlight.get(organizationId) ?? newBuild(organizationId, data, times)).built,
    msLeft: (organizationId) => {
      const own = inFlight.get(organizationId);
      if (own === undefined) return null;
      const ahead = own.startedAt === null ? [...running] : [own];
      const before = waiting.slice(0, waiting.indexOf(own) + 1).map(({ events }) => events);
      return msUntilDone(speed, runningAt(now(), ahead), before, options);
    },
  };
};
