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
  type Awaitable,
  type BoundedCache,
  boundedCache,
  type ComputationsPort,
  type PendingState,
  Unavailable,
} from '@tallyboard/ports';
import pLimit from 'p-limit';
import { after, quietly, within } from './awaitable.js';
import { failed } from './ports.js';

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
/** The room for indexes where none is said: 1 GiB. */
const cacheBytesDefault = 2 ** 30;
/** Failures that are remembered. */
const failuresMax = 10_000;

/** Builds and caches the indexes of organizations. */
class IndexKeeper<Columns> {
  readonly #options: IndexComputationsOptions<Columns>;
  readonly #cache: BoundedCache<VersionedIndex>;
  readonly #failures = boundedCache<Failure>(failuresMax);
  readonly #builds = new Map<string, Building>();
  readonly #limit: ReturnType<typeof pLimit>;

  constructor(options: IndexComputationsOptions<Columns>) {
    this.#options = options;
    this.#cache = boundedCache(options.cacheBytes ?? cacheBytesDefault);
    this.#limit = pLimit(options.buildsAtOnce ?? 1);
  }

  /** Whether an index is there for these times, of the data as they are now. */
  isCurrent(id: string, { version }: OrganizationData<Columns>, times: IndexTimes): boolean {
    const cached = this.#cache.get(id);
    return cached?.version === version && isBuiltFor(cached.index, times);
  }

  /** The index that is there; where it is not of this version and these times, one that is gets built. */
  latest(
    id: string,
    data: OrganizationData<Columns>,
    times: IndexTimes,
  ): VersionedIndex | undefined {
    const cached = this.#cache.get(id);
    if (cached !== undefined && !this.isCurrent(id, data, times)) {
      if (this.#failureOf(id, data.version) === null) void this.join(id, data, times);
    }
    return cached;
  }

  /** The index that answers a plan; why there is none. */
  indexFor(plan: Plan): Awaitable<OrganizationIndex | ReturnType<typeof stateFor>> {
    const { id } = plan.organization;
    const [data, times] = [this.#options.columnsOf(id), timesOf(plan)];
    const cached = this.latest(id, data, times);
    if (cached !== undefined && canAnswer(cached.index, plan.range)) return cached.index;
    const failure = this.#failureOf(id, data.version);
    if (failure !== null) return stateFor(failure.error);
    return this.join(id, data, times)
      .then((index) =>
        // A build that was running may be one for other times: then another one follows.
        canAnswer(index, plan.range) ? index : this.join(id, data, times),
      )
      .catch(stateFor);
  }

  /** The organization's build: the one that waits or runs, or one that begins. */
  join(id: string, data: OrganizationData<Columns>, times: IndexTimes): Promise<OrganizationIndex> {
    const running = this.#builds.get(id);
    if (running !== undefined) return running.built;
    const built = this.#limit(() => this.#build(id, data, times));
    // Perhaps no request waits for it by the time it fails.
    built.catch(() => undefined);
    this.#builds.set(id, { since: performance.now(), built });
    return built;
  }

  /** In how many seconds the organization's build is expected: the longer it takes, the longer it is likely to take still. */
  secondsLeft(id: string): number | null {
    const building = this.#builds.get(id);
    if (building === undefined) return null;
    const seconds = Math.ceil((performance.now() - building.since) / 4000);
    return Math.min(Math.max(1, seconds), retryAfterMax);
  }

  #failureOf(id: string, version: string): Failure | null {
    const failure = this.#failures.get(id);
    return failure?.version === version && failure.until > performance.now() ? failure : null;
  }

  async #build(id: string, data: OrganizationData<Columns>, times: IndexTimes) {
    const { failedMs = 60_000, onBuild, onError } = this.#options;
    const start = performance.now();
    let status: EndedBuild['status'] = 'failed';
    try {
      const index = await this.#buildInTime(id, data, times);
      status = 'ready';
      this.#failures.delete(id);
      return index;
    } catch (error) {
      const ms = error instanceof Unavailable ? error.retryAfterSeconds * 1000 : failedMs;
      this.#failures.set(id, { version: data.version, error, until: performance.now() + ms });
      quietly(onError)(error);
      throw error;
    } finally {
      this.#builds.delete(id);
      const ms = performance.now() - start;
      quietly(onBuild)({ organizationId: id, status, ms, cacheBytes: this.#cache.size() });
    }
  }

  async #buildInTime(id: string, data: OrganizationData<Columns>, times: IndexTimes) {
    const { build, buildMsMax = 120_000, cacheBytes = cacheBytesDefault } = this.#options;
    const stop = new AbortController();
    const building = (async () => build(await data.columns(), times, stop.signal))();
    const index = await within(buildMsMax, building, () => {
      const error = new Error(
        `The index of ${id} was not built within ${buildMsMax / 1000} seconds.`,
      );
      stop.abort(error);
      throw error;
    });
    const bytes = this.#options.sizeOf?.(index) ?? encodeIndex(index).byteLength;
    if (this.#cache.set(id, { version: data.version, index }, bytes)) return index;
    throw new Error(`The index of ${id} takes ${bytes} bytes of a cache of ${cacheBytes}.`);
  }
}

/**
 * Figures over indexes: one build at a time for each organization, the least recently used index makes room. While
 * an index is built its figures are pending, or come from the index before it. A build that fails, or takes too
 * long, has failed for a minute; one that ends with `Unavailable` leaves figures pending for as long as that says.
 */
export const indexComputations = <Columns = EventColumns>(
  options: IndexComputationsOptions<Columns>,
): IndexComputations => {
  const keeper = new IndexKeeper(options);
  return {
    metrics: (plan) =>
      after(keeper.indexFor(plan), (index) =>
        plan.queries.map((query) =>
          'status' in index
            ? index
            : { status: 'ready' as const, data: computeMetric(index, query, plan) },
        ),
      ),
    roster: (plan) =>
      after(keeper.indexFor(plan), (index) =>
        'status' in index ? index : { status: 'ready' as const, page: computeRoster(index, plan) },
      ),
    version: ({ id, createdOn, billingTerms }, today) =>
      keeper.latest(id, options.columnsOf(id), { createdOn, billingTerms, today })?.version ?? null,
    retryAfterSeconds: (id) => keeper.secondsLeft(id),
    prepare: async (id, times) => {
      const data = options.columnsOf(id);
      if (!keeper.isCurrent(id, data, times)) await keeper.join(id, data, times);
    },
  };
};
