import {
  computeMetric,
  computeRoster,
  type MetricsPlan,
  type OrganizationIndex,
  type RosterPlan,
} from '@tallyboard/core';
import { canAnswer, type EventColumns, type IndexTimes, isBuiltFor } from '@tallyboard/core/engine';
import {
  type Awaitable,
  boundedCache,
  type ComputationsPort,
  type PendingState,
  Unavailable,
} from '@tallyboard/ports';
import pLimit from 'p-limit';
import { after, quietly, within } from './awaitable.js';
import { failed } from './compute.js';

/** The events of one organization as they are at one time. */
export interface OrganizationData<Columns> {
  /** Two that have the same version hold the same events. */
  readonly version: string;
  /** Gives the columns to a build that begins, which may use them up. */
  readonly columns: () => Columns | Promise<Columns>;
}

/** Builds the index of some times; stops as soon as it can when the signal is aborted. */
export type Build<Columns> = (
  columns: Columns,
  times: IndexTimes,
  signal: AbortSignal,
) => Promise<OrganizationIndex>;

/** A build that has ended. */
export interface EndedBuild {
  /** Whose index it is. */
  readonly organizationId: string;
  /** Whether there is an index now. */
  readonly status: 'ready' | 'failed';
  /** How long it ran, in milliseconds. */
  readonly ms: number;
  /** The bytes of all indexes in the cache now. */
  readonly cacheBytes: number;
}

/** How indexes are built and cached. */
export interface IndexComputationsOptions<Columns = EventColumns> {
  /**
   * The events of an organization as they are now. Called for every request, so it answers from memory; it
   * throws for an organization that does not exist.
   */
  readonly columnsOf: (organizationId: string) => OrganizationData<Columns>;
  readonly build: Build<Columns>;
  /** Room for built indexes, in bytes. An index that takes more by itself counts as failed. */
  readonly cacheBytes: number;
  /** How many bytes an index takes of that room. */
  readonly sizeOf: (index: OrganizationIndex) => number;
  /** Builds that run at the same time, 1 when left out. */
  readonly buildsAtOnce?: number;
  /** How long a build may take in milliseconds, two minutes when left out. */
  readonly buildMsMax?: number;
  /** How long figures of a version stay failed before its index is built again, in milliseconds; a minute when left out. */
  readonly failedMs?: number;
  /** Gets the error of each build that fails. */
  readonly onError?: (error: unknown) => void;
  /** Gets every build when it has ended. */
  readonly onBuild?: (build: EndedBuild) => void;
}

/** Figures over indexes that are built when they are asked for. */
export interface IndexComputations extends ComputationsPort {
  /** Builds an organization's index before the first request; rejects when that fails. */
  readonly prepare: (organizationId: string, times: IndexTimes) => Promise<void>;
}

/** An index, and the version of the data that it was built from. */
interface VersionedIndex {
  readonly version: string;
  readonly index: OrganizationIndex;
}

/** A build that waits or runs. */
interface Building {
  readonly since: number;
  readonly built: Promise<OrganizationIndex>;
}

/** Why a version has no index, and until when that is so. */
interface Failure {
  readonly version: string;
  readonly error: unknown;
  readonly until: number;
}

/** Figures without an index: those whose events cannot be reached now are pending, any other error has failed them. */
const stateFor = (error: unknown): typeof failed | PendingState =>
  error instanceof Unavailable
    ? { status: 'pending', retryAfterSeconds: error.retryAfterSeconds }
    : failed;

type Plan = MetricsPlan | RosterPlan;

const timesOf = ({ organization: { createdOn, billingTerms }, today }: Plan): IndexTimes => ({
  createdOn,
  billingTerms,
  today,
});

/** The longest `Retry-After` of a build in seconds: a client that comes back then learns of a failure. */
const retryAfterMax = 30;
/** Failures that are remembered. */
const failuresMax = 10_000;

/**
 * Figures over indexes: one build at a time for each organization, the least recently used index makes room. While
 * an index is built its figures are pending, or come from the index before it. A build that fails, or takes too
 * long, has failed for a minute; one that ends with `Unavailable` leaves figures pending for as long as that says.
 */
export const indexComputations = <Columns = EventColumns>(
  options: IndexComputationsOptions<Columns>,
): IndexComputations => {
  const { columnsOf, build, cacheBytes, sizeOf } = options;
  const { buildsAtOnce = 1, buildMsMax = 120_000, failedMs = 60_000 } = options;
  const onError = quietly(options.onError);
  const onBuild = quietly(options.onBuild);
  const cache = boundedCache<VersionedIndex>(cacheBytes);
  const failures = boundedCache<Failure>(failuresMax);
  const builds = new Map<string, Building>();
  const limit = pLimit(buildsAtOnce);

  const run = async (id: string, data: OrganizationData<Columns>, times: IndexTimes) => {
    const stop = new AbortController();
    const index = await within(
      buildMsMax,
      (async () => build(await data.columns(), times, stop.signal))(),
      () => {
        const error = new Error(
          `The index of ${id} was not built within ${buildMsMax / 1000} seconds.`,
        );
        stop.abort(error);
        throw error;
      },
    );
    const bytes = sizeOf(index);
    if (cache.set(id, { version: data.version, index }, bytes)) return index;
    throw new Error(`The index of ${id} takes ${bytes} bytes of a cache of ${cacheBytes}.`);
  };

  const buildNow = async (id: string, data: OrganizationData<Columns>, times: IndexTimes) => {
    const start = performance.now();
    let status: EndedBuild['status'] = 'failed';
    try {
      const index = await run(id, data, times);
      status = 'ready';
      failures.delete(id);
      return index;
    } catch (error) {
      const ms = error instanceof Unavailable ? error.retryAfterSeconds * 1000 : failedMs;
      failures.set(id, { version: data.version, error, until: performance.now() + ms });
      onError(error);
      throw error;
    } finally {
      builds.delete(id);
      const ms = performance.now() - start;
      onBuild({ organizationId: id, status, ms, cacheBytes: cache.size() });
    }
  };

  /** Joins the organization's build, or begins one. */
  const join = (id: string, data: OrganizationData<Columns>, times: IndexTimes): Building => {
    const running = builds.get(id);
    if (running !== undefined) return running;
    const built = limit(() => buildNow(id, data, times));
    // Perhaps no request waits for it by the time it fails.
    built.catch(() => undefined);
    const building = { since: performance.now(), built };
    builds.set(id, building);
    return building;
  };

  const failureOf = (id: string, version: string): Failure | null => {
    const failure = failures.get(id);
    return failure?.version === version && failure.until > performance.now() ? failure : null;
  };

  const isCurrent = (
    cached: VersionedIndex | undefined,
    { version }: OrganizationData<Columns>,
    times: IndexTimes,
  ): cached is VersionedIndex => cached?.version === version && isBuiltFor(cached.index, times);

  /** The index that is there; where it is not of this version and these times, one that is gets built. */
  const latest = (id: string, data: OrganizationData<Columns>, times: IndexTimes) => {
    const cached = cache.get(id);
    if (cached !== undefined && !isCurrent(cached, data, times)) {
      if (failureOf(id, data.version) === null) join(id, data, times);
    }
    return cached;
  };

  const indexFor = (plan: Plan): Awaitable<OrganizationIndex | ReturnType<typeof stateFor>> => {
    const { id } = plan.organization;
    const [data, times] = [columnsOf(id), timesOf(plan)];
    const cached = latest(id, data, times);
    if (cached !== undefined && canAnswer(cached.index, plan.range)) return cached.index;
    const failure = failureOf(id, data.version);
    if (failure !== null) return stateFor(failure.error);
    return join(id, data, times)
      .built.then((index) =>
        // A build that was running may be one for other times: then another one follows.
        canAnswer(index, plan.range) ? index : join(id, data, times).built,
      )
      .catch(stateFor);
  };

  return {
    metrics: (plan) =>
      after(indexFor(plan), (index) =>
        plan.queries.map((query) =>
          'status' in index
            ? index
            : { status: 'ready' as const, data: computeMetric(index, query, plan) },
        ),
      ),
    roster: (plan) =>
      after(indexFor(plan), (index) =>
        'status' in index ? index : { status: 'ready' as const, page: computeRoster(index, plan) },
      ),
    version: ({ id, createdOn, billingTerms }, today) =>
      latest(id, columnsOf(id), { createdOn, billingTerms, today })?.version ?? null,
    retryAfterSeconds: (organizationId) => {
      const building = builds.get(organizationId);
      if (building === undefined) return null;
      // The longer it takes, the longer it is likely to take still.
      const seconds = Math.ceil((performance.now() - building.since) / 4000);
      return Math.min(Math.max(1, seconds), retryAfterMax);
    },
    prepare: async (organizationId, times) => {
      const data = columnsOf(organizationId);
      const cached = cache.get(organizationId);
      if (!isCurrent(cached, data, times)) await join(organizationId, data, times).built;
    },
  };
};
