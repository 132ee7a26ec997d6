import type { IndexTimes, MetricsPlan, RosterPlan } from '@tallyboard/core';
import type { RequestToken } from '@tallyboard/ports';
import { type BoundedCache, boundedCache, Unavailable } from '@tallyboard/ports';
import { quietly } from '../awaitable.js';
import {
  type Build,
  type IndexBuilds,
  indexBuilds,
  type OrganizationData,
} from './index-builds.js';
import { requestKey } from './request-key.js';
import { type RetryNotes, retryNotes } from './retry-notes.js';

/** How indexes are built and kept. */
export interface KeeperOptions<Columns, Index> {
  /**
   * The events of an organization as they are now. Called for every figure, so it answers from memory; it
   * throws for an organization that does not exist.
   */
  readonly columnsOf: (organizationId: string) => OrganizationData<Columns>;
  readonly build: Build<Columns, Index>;
  /** Whether an index answers every request of these times; if not, one that does is built. */
  readonly isBuiltFor: (index: Index, times: IndexTimes) => boolean;
  /** Whether it answers this request, which then need not wait for that build. */
  readonly canAnswer: (index: Index, plan: Plan) => boolean;
  /** Room for built indexes, in bytes. An index that takes more by itself counts as failed. */
  readonly cacheBytes: number;
  /** How many bytes an index takes of that room. */
  readonly sizeOf: (index: Index) => number;
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** Builds that run at the same time, 1 when left out. */
  readonly buildsAtOnce?: number;
  /** How long a build may take in milliseconds, two minutes when left out. */
  readonly buildMsMax?: number;
  /** Gets the error of each build that fails. */
  readonly onError?: (error: unknown) => void;
  /** Gets every build when it has ended. */
  readonly onBuild?: (build: EndedBuild) => void;
}

/** A build that has ended. */
export interface EndedBuild {
  /** Whose index it is. */
  readonly organizationId: string;
  /** Whether there is an index now. */
  readonly status: 'ready' | 'failed';
  /** How long it ran, in milliseconds. */
  readonly ms: number;
  /** The bytes of all indexes that are kept now. */
  readonly cacheBytes: number;
}

type Plan = MetricsPlan | RosterPlan;

const timesOf = ({ organization: { createdOn, billingTerms }, today }: Plan): IndexTimes => ({
  createdOn,
  billingTerms,
  today,
});

/** Keeps indexes and has them built. */
export interface IndexKeeper<Index> {
  /**
   * The index for a request: at once, or when its build ends; `null` if that has failed. Rejects with
   * `Unavailable` when the events cannot be reached.
   */
  readonly find: (
    organizationId: string,
    plan: Plan,
    request: RequestToken,
  ) => Index | null | Promise<Index | null>;
  /** The index that is there at this moment, `null` if none is. */
  readonly kept: (organizationId: string, times: IndexTimes) => Index | null;
  /** Notes that a request does not wait; expected milliseconds, `null` if nothing is being built. */
  readonly postpone: (organizationId: string, plan: Plan, request: RequestToken) => number | null;
  /** Has an index built that is not there, and waits for it. */
  readonly prepare: (organizationId: string, times: IndexTimes) => Promise<Index>;
}

/** An index, and the version of the data that it was built from. */
interface VersionedIndex<Index> {
  readonly version: string;
  readonly index: Index;
}

type VersionedCache<Index> = BoundedCache<VersionedIndex<Index>>;

/** Builds whose indexes go into a cache; one that is too large for it has failed. */
const buildsInto = <Columns, Index>(
  cache: VersionedCache<Index>,
  notes: RetryNotes,
  options: KeeperOptions<Columns, Index>,
): IndexBuilds<Columns, Index> => {
  const { cacheBytes, sizeOf } = options;
  const onError = quietly(options.onError);
  const onBuild = quietly(options.onBuild);
  const { build, now, buildsAtOnce = 1, buildMsMax = 120_000 } = options;
  return indexBuilds({
    build,
    now,
    buildsAtOnce,
    buildMsMax,
    keep: (id, version, index) => {
      const bytes = sizeOf(index);
      if (!cache.set(id, { version, index }, bytes)) {
        throw new Error(`The index of ${id} takes ${bytes} bytes of a cache of ${cacheBytes}.`);
      }
      notes.built(id);
    },
    lose: (id, error) => {
      notes.failed(id, error);
      onError(error);
    },
    ended: (organizationId, status, ms) =>
      onBuild({ organizationId, status, ms, cacheBytes: cache.size() }),
  });
};

/** Makes a keeper of indexes. */
export const indexKeeper = <Columns, Index>(
  options: KeeperOptions<Columns, Index>,
): IndexKeeper<Index> => {
  const { columnsOf, isBuiltFor, canAnswer } = options;
  const cache: VersionedCache<Index> = boundedCache(options.cacheBytes);
  // All figures of a request get what its first one got.
  const found = new WeakMap<RequestToken, null | Promise<Index | null>>();
  const notes = retryNotes(options.now);

  const builds = buildsInto(cache, notes, options);

  /** The index that is there; one of newer data, or of other times, is built when there must be one. */
  const kept = (id: string, data: OrganizationData<Columns>, times: IndexTimes): Index | null => {
    const known = cache.get(id);
    if (known === undefined) return null;
    const isNew = known.version === data.version && isBuiltFor(known.index, times);
    if (!isNew && notes.mayBuild(id)) void builds.join(id, data, times);
    return known.index;
  };

  /** A build that was in flight may be one for other times: then another one follows. */
  const built = async (id: string, data: OrganizationData<Columns>, plan: Plan): Promise<Index> => {
    const index = await builds.join(id, data, timesOf(plan));
    return canAnswer(index, plan) ? index : builds.join(id, data, timesOf(plan));
  };

  return {
    find: (id, plan, request) => {
      const before = found.get(request);
      if (before !== undefined) return before;
      const data = columnsOf(id);
      const index = kept(id, data, timesOf(plan));
      if (index !== null && canAnswer(index, plan)) return index;
      const unlessAway = (error: unknown): null => {
        if (!(error instanceof Unavailable)) return null;
        // No build is in flight that this request could wait for.
        found.delete(request);
        throw error;
      };
      const isFailed = notes.takeFailure(id, requestKey(plan));
      const coming = isFailed ? null : built(id, data, plan).catch(unlessAway);
      found.set(request, coming);
      return coming;
    },
    kept: (id, times) => kept(id, columnsOf(id), times),
    postpone: (id, plan, request) => {
      if (!(found.get(request) instanceof Promise)) return null;
      const ms = builds.msLeft(id);
      if (ms !== null) notes.wait(id, requestKey(plan));
      // Without a build it ended just now, too late for this request.
      else if (cache.get(id) === undefined) notes.missed(id, requestKey(plan));
      return ms ?? 0;
    },
    prepare: async (id, times) => {
      const data = columnsOf(id);
      const known = cache.get(id);
      return known?.version === data.version && isBuiltFor(known.index, times)
        ? known.index
        : builds.join(id, data, times);
    },
  };
};
