import {
  computeMetric,
  computeRoster,
  type MetricsPlan,
  type OrganizationIndex,
  type RosterPlan,
} from '@tallyboard/core';
import {
  canAnswer,
  type EventColumns,
  encodeIndex,
  type IndexTimes,
  isBuiltFor,
} from '@tallyboard/core/engine';
import {
  type BoundedCache,
  boundedCache,
  type ComputationsPort,
  Unavailable,
} from '@tallyboard/ports';
import pLimit from 'p-limit';
import { after, quietly, within } from './awaitable.js';
import { failed, pending } from './ports.js';

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
  /** Room for built indexes, in bytes, 1 GiB when left out. An index that takes more by itself counts as failed. */
  readonly cacheBytes?: number;
  /** How many bytes an index takes of that room; as many as it has when stored, when left out. */
  readonly sizeOf?: (index: OrganizationIndex) => number;
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

/** The latest build of an organization's index, until it is there. */
interface Building {
  readonly version: string;
  readonly since: number;
  readonly built: Promise<OrganizationIndex>;
  /** Why it failed, and until when none is begun in its stead; `null` while it waits or runs. */
  failure: { readonly error: unknown; readonly until: number } | null;
}

/** Figures without an index: those whose events cannot be reached now are pending, any other error has failed them. */
const stateFor = (error: unknown): typeof failed | typeof pending =>
  error instanceof Unavailable ? pending : failed;

/** The longest `Retry-After` of a build in seconds: a client that comes back then learns of a failure. */
const retryAfterMax = 30;
/** The room for indexes where none is said: 1 GiB. */
const cacheBytesDefault = 2 ** 30;
/** Builds that are remembered: those that run, and those that failed. */
const buildsMax = 10_000;

/**
 * In how many seconds figures that are pending are expected: the longer a build takes, the longer it is likely to
 * take still.
 */
const secondsLeft = ({ failure, since }: Building): number => {
  const now = performance.now();
  if (failure !== null) return Math.ceil((failure.until - now) / 1000);
  return Math.min(Math.max(1, Math.ceil((now - since) / 4000)), retryAfterMax);
};

/** Builds an index into the cache. */
const buildingInto =
  <Columns>(cache: BoundedCache<VersionedIndex>, options: IndexComputationsOptions<Columns>) =>
  async (id: string, data: OrganizationData<Columns>, times: IndexTimes) => {
    const { build, buildMsMax = 120_000, sizeOf, onBuild, onError } = options;
    const { cacheBytes = cacheBytesDefault } = options;
    const start = performance.now();
    const stop = new AbortController();
    let status: EndedBuild['status'] = 'failed';
    try {
      const building = (async () => build(await data.columns(), times, stop.signal))();
      const index = await within(buildMsMax, building, () => {
        const seconds = buildMsMax / 1000;
        const error = new Error(`The index of ${id} was not built within ${seconds} seconds.`);
        stop.abort(error);
        throw error;
      });
      const bytes = sizeOf?.(index) ?? encodeIndex(index).byteLength;
      if (!cache.set(id, { version: data.version, index }, bytes)) {
        throw new Error(`The index of ${id} takes ${bytes} bytes of a cache of ${cacheBytes}.`);
      }
      status = 'ready';
      return index;
    } catch (error) {
      quietly(onError)(error);
      throw error;
    } finally {
      const ms = performance.now() - start;
      quietly(onBuild)({ organizationId: id, status, ms, cacheBytes: cache.size() });
    }
  };

/** Builds and caches the indexes of organizations. */
const cachedIndexes = <Columns>(options: IndexComputationsOptions<Columns>) => {
  const cache = boundedCache<VersionedIndex>(options.cacheBytes ?? cacheBytesDefault);
  const builds = boundedCache<Building>(buildsMax);
  const limit = pLimit(options.buildsAtOnce ?? 1);
  const build = buildingInto(cache, options);

  /** The organization's build: one that waits or runs, one of these data that failed lately, or one that begins. */
  const buildingFor = (id: string, times: IndexTimes): Building => {
    const data = options.columnsOf(id);
    const latest = builds.get(id);
    if (latest !== undefined) {
      const { failure, version } = latest;
      if (failure === null) return latest;
      if (version === data.version && failure.until > performance.now()) return latest;
    }
    const built = limit(() => build(id, data, times));
    const { version } = data;
    const building: Building = { version, since: performance.now(), built, failure: null };
    builds.set(id, building);
    const { failedMs = 60_000 } = options;
    built.then(
      () => builds.delete(id),
      (error: unknown) => {
        const ms = error instanceof Unavailable ? error.retryAfterSeconds * 1000 : failedMs;
        building.failure = { error, until: performance.now() + ms };
      },
    );
    return building;
  };

  /** The index that is there. Where it is not of the data as they are now, or of other times, a build begins. */
  const latest = (id: string, times: IndexTimes): VersionedIndex | undefined => {
    const { version } = options.columnsOf(id);
    const cached = cache.get(id);
    const isCurrent = cached?.version === version && isBuiltFor(cached.index, times);
    if (cached !== undefined && !isCurrent) buildingFor(id, times);
    return cached;
  };

  return { latest, buildingFor, building: builds.get };
};

/**
 * Figures over indexes: one build at a time for each organization, the least recently used index makes room. While
 * an index is built its figures are pending, or come from the index before it. A build that fails, or takes too
 * long, has failed for a minute; one that ends with `Unavailable` leaves figures pending for as long as that says.
 */
export const indexComputations = <Columns = EventColumns>(
  options: IndexComputationsOptions<Columns>,
): IndexComputations => {
  const { latest, buildingFor, building } = cachedIndexes(options);

  /** The index that answers a plan, at once if it is there; else the state of all figures. */
  const indexFor = ({ organization, today, range }: MetricsPlan | RosterPlan) => {
    const { id, createdOn, billingTerms } = organization;
    const times = { createdOn, billingTerms, today };
    const cached = latest(id, times);
    if (cached !== undefined && canAnswer(cached.index, range)) return cached.index;
    const { built, failure } = buildingFor(id, times);
    if (failure !== null) return stateFor(failure.error);
    return built
      .then((index) =>
        // A build that was running may be one for other times: then another one follows.
        canAnswer(index, range) ? index : buildingFor(id, times).built,
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
      latest(id, { createdOn, billingTerms, today })?.version ?? null,
    retryAfterSeconds: (id) => {
      const running = building(id);
      return running === undefined ? null : secondsLeft(running);
    },
    prepare: async (id, times) => {
      if (latest(id, times) === undefined) await buildingFor(id, times).built;
    },
  };
};
