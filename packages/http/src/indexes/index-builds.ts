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

/** What builds go by. */
export interface BuildsOptions<Columns, Index> extends BuildTerms {
  readonly build: Build<Columns, Index>;
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** Takes what was built, before anybody hears of it; when it throws the build has failed. */
  readonly keep: (organizationId: string, version: string, index: Index) => void;
  /** Hears of a build that failed, before anybody else does. */
  readonly lose: (organizationId: string, error: unknown) => void;
  /** Hears of every build when it has ended. */
  readonly ended?: (organizationId: string, status: 'ready' | 'failed', ms: number) => void;
}

/** A build under way: one that runs, or that waits for its turn. */
interface Flight<Columns, Index> {
  readonly data: OrganizationData<Columns>;
  readonly built: Promise<Index>;
  readonly run: () => Promise<void>;
  startedAt: number | null;
}

/** Builds of indexes: one at a time for each organization, and not too many together. */
export interface IndexBuilds<Columns, Index> {
  /** Joins the organization's build that is under way, or begins one. */
  readonly join: (
    organizationId: string,
    data: OrganizationData<Columns>,
    times: IndexTimes,
  ) => Promise<Index>;
  /** Expected milliseconds until the organization's build is over; `null` if none is under way. */
  readonly msLeft: (organizationId: string) => number | null;
}

/** What a build rejects with that took too long. */
const tooLate = (organizationId: string, ms: number): Error =>
  new Error(`The index of ${organizationId} was not built within ${ms / 1000} seconds.`);

/** Makes the place where builds are carried out. */
export const indexBuilds = <Columns, Index>(
  options: BuildsOptions<Columns, Index>,
): IndexBuilds<Columns, Index> => {
  const { build, now, keep, lose, ended, buildsAtOnce, buildMsMax } = options;
  const flights = new Map<string, Flight<Columns, Index>>();
  const waiting: Flight<Columns, Index>[] = [];
  const running = new Set<Flight<Columns, Index>>();
  let speed = noBuilds;

  /** Builds within the time allowed, whatever the builder does. */
  const buildInTime = (
    organizationId: string,
    data: OrganizationData<Columns>,
    times: IndexTimes,
  ): Promise<Index> => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = tooLate(organizationId, buildMsMax);
        reject(error);
        stop.abort(error);
      }, buildMsMax);
    });
    const work = async (): Promise<Index> => build(await data.columns(), times, stop.signal);
    return Promise.race([work(), late]).finally(() => clearTimeout(timer));
  };

  const beginNext = (): void => {
    while (running.size < buildsAtOnce) {
      const next = waiting.shift();
      if (next === undefined) return;
      next.startedAt = now();
      running.add(next);
      void next.run();
    }
  };

  const newFlight = (
    organizationId: string,
    data: OrganizationData<Columns>,
    times: IndexTimes,
  ) => {
    let succeed: (index: Index) => void = () => undefined;
    let fail: (reason: unknown) => void = () => undefined;
    const built = new Promise<Index>((resolve, reject) => {
      succeed = resolve;
      fail = reject;
    });
    // Nobody may be waiting for it by the time it fails.
    built.catch(() => undefined);
    const end = (): void => {
      running.delete(flight);
      flights.delete(organizationId);
      beginNext();
    };
    const run = async (): Promise<void> => {
      const begun = now();
      try {
        const index = await buildInTime(organizationId, data, times);
        speed = afterBuild(speed, { events: data.events, ms: now() - begun });
        keep(organizationId, data.version, index);
        ended?.(organizationId, 'ready', now() - begun);
        end();
        succeed(index);
      } catch (error) {
        lose(organizationId, error);
        ended?.(organizationId, 'failed', now() - begun);
        end();
        fail(error);
      }
    };
    const flight: Flight<Columns, Index> = { data, built, run, startedAt: null };
    return flight;
  };

  const runningNow = (): readonly RunningBuild[] =>
    [...running].map(({ data, startedAt }) => ({
      events: data.events,
      elapsedMs: now() - (startedAt ?? now()),
    }));

  return {
    join: (organizationId, data, times) => {
      const under = flights.get(organizationId);
      if (under !== undefined) return under.built;
      const flight = newFlight(organizationId, data, times);
      flights.set(organizationId, flight);
      waiting.push(flight);
      beginNext();
      return flight.built;
    },
    msLeft: (organizationId) => {
      const flight = flights.get(organizationId);
      if (flight === undefined) return null;
      const terms = { buildsAtOnce, buildMsMax };
      if (flight.startedAt !== null) {
        const { events } = flight.data;
        const own = { events, elapsedMs: now() - flight.startedAt };
        return msUntilDone(speed, [own], [], terms);
      }
      const before = waiting.slice(0, waiting.indexOf(flight) + 1);
      const events = before.map(({ data }) => data.events);
      return msUntilDone(speed, runningNow(), events, terms);
    },
  };
};
