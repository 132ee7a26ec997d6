import type { IndexTimes, MetricsPlan, RosterPlan } from '@tallyboard/core';
import { Unavailable } from '../unavailable.js';
import { boundedCache } from './bounded-cache.js';
import { type Build, indexBuilds, type OrganizationData } from './index-builds.js';
import { requestKey } from './request-key.js';

/** How indexes are built and kept. */
export interface KeeperOptions<Columns, Index> {
  /**
   * What there is of an organization now. Asked for every figure, so it answers from memory; it throws
   * for an organization that does not exist.
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
  /** Hears of builds that fail. */
  readonly onError?: (error: unknown) => void;
  /** Hears of every build when it has ended. */
  readonly onBuild?: (build: EndedBuild) => void;
}

/** A build that has ended. */
export interface EndedBuild {
  /** Whose index it is. */
  readonly organizationId: string;
  /** Whether there is an index now. */
  readonly status: 'ready' | 'failed';
  /** How long it took, in milliseconds, without the time that it waited for its turn. */
  readonly ms: number;
  /** What all indexes that are kept take now, in bytes. */
  readonly cacheBytes: number;
}

/** A request, known by itself while it is answered and by what it asks for afterwards. */
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
  readonly find: (organizationId: string, plan: Plan) => Index | null | Promise<Index | null>;
  /** The index that is there at this moment, `null` if none is. */
  readonly kept: (organizationId: string, times: IndexTimes) => Index | null;
  /** Notes that a request does not wait; expected milliseconds, `null` if nothing is being built. */
  readonly postpone: (organizationId: string, plan: Plan) => number | null;
  /** Has an index built that is not there, and waits for it. */
  readonly prepare: (organizationId: string, times: IndexTimes) => Promise<Index>;
}

/** Requests remembered for each organization; those beyond merely begin anew after a failure. */
const rememberedMax = 10_000;
/** How long after a failure a new version is tried again, while an older one answers. */
const retryMs = 60_000;

const addTo = (sets: Map<string, Set<string>>, id: string, key: string): void => {
  const set = sets.get(id) ?? new Set<string>();
  if (set.size < rememberedMax) set.add(key);
  sets.set(id, set);
};

/** Makes a keeper of indexes. */
export const indexKeeper = <Columns, Index>(
  options: KeeperOptions<Columns, Index>,
): IndexKeeper<Index> => {
  const { columnsOf, cacheBytes, sizeOf, now, onError, onBuild, build } = options;
  const { isBuiltFor, canAnswer } = options;
  const { buildsAtOnce = 1, buildMsMax = 120_000 } = options;
  const cache = boundedCache<{ readonly version: string; readonly index: Index }>(cacheBytes);
  // All figures of a request are answered alike: what its first one heard holds for the others.
  const heard = new WeakMap<Plan, null | Promise<Index | null>>();
  // By organization the requests that were told to ask again, and those that asked for what failed.
  const postponed = new Map<string, Set<string>>();
  const failed = new Map<string, Set<string>>();
  const retryFrom = new Map<string, number>();

  const keep = (id: string, version: string, index: Index): void => {
    const bytes = sizeOf(index);
    if (!cache.set(id, { version, index }, bytes)) {
      throw new Error(`The index of ${id} takes ${bytes} bytes of a cache of ${cacheBytes}.`);
    }
    for (const notes of [postponed, failed, retryFrom]) notes.delete(id);
  };
  const lose = (id: string, error: unknown): void => {
    // What cannot be reached has not failed: whoever asks again begins anew.
    const isAway = error instanceof Unavailable;
    if (!isAway) for (const key of postponed.get(id) ?? []) addTo(failed, id, key);
    postponed.delete(id);
    retryFrom.set(id, now() + (isAway ? error.retryAfterSeconds * 1000 : retryMs));
    onError?.(error);
  };
  const ended = (organizationId: string, status: EndedBuild['status'], ms: number): void =>
    onBuild?.({ organizationId, status, ms, cacheBytes: cache.bytes() });
  const builds = indexBuilds({ build, now, keep, lose, ended, buildsAtOnce, buildMsMax });

  /** The index that is there; one of newer data, or of other times, is built when there must be one. */
  const kept = (id: string, data: OrganizationData<Columns>, times: IndexTimes): Index | null => {
    const found = cache.get(id);
    if (found === undefined) return null;
    const isNew = found.version === data.version && isBuiltFor(found.index, times);
    if (!isNew && now() >= (retryFrom.get(id) ?? 0)) void builds.join(id, data, times);
    return found.index;
  };

  const unlessAway = (plan: Plan) => (error: unknown) => {
    if (!(error instanceof Unavailable)) return null;
    // Nothing is being built that this request could be told to wait for.
    heard.delete(plan);
    throw error;
  };

  /** A build that was under way may be one for other times: then there is another behind it. */
  const built = async (id: string, data: OrganizationData<Columns>, plan: Plan): Promise<Index> => {
    const index = await builds.join(id, data, timesOf(plan));
    return canAnswer(index, plan) ? index : builds.join(id, data, timesOf(plan));
  };

  const find = (id: string, plan: Plan): Index | null | Promise<Index | null> => {
    const before = heard.get(plan);
    if (before !== undefined) return before;
    const data = columnsOf(id);
    const found = kept(id, data, timesOf(plan));
    if (found !== null && canAnswer(found, plan)) return found;
    const isFailed = failed.get(id)?.delete(requestKey(plan)) === true;
    const hears = isFailed ? null : built(id, data, plan).catch(unlessAway(plan));
    heard.set(plan, hears);
    return hears;
  };

  const postpone = (id: string, plan: Plan): number | null => {
    if (!(heard.get(plan) instanceof Promise)) return null;
    const ms = builds.msLeft(id);
    // Without a build it ended just now, too late for this request to hear of it.
    const ended = cache.get(id) === undefined ? failed : null;
    const notes = ms === null ? ended : postponed;
    if (notes !== null) addTo(notes, id, requestKey(plan));
    return ms ?? 0;
  };

  const prepare = async (id: string, times: IndexTimes): Promise<Index> => {
    const data = columnsOf(id);
    const found = cache.get(id);
    return found?.version === data.version && isBuiltFor(found.index, times)
      ? found.index
      : builds.join(id, data, times);
  };

  return { find, kept: (id, times) => kept(id, columnsOf(id), times), postpone, prepare };
};
