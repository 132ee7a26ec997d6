import {
  canAnswer,
  computeMetric,
  computeRoster,
  type EventColumns,
  type IndexTimes,
  isBuiltFor,
  type MetricsPlan,
  type OrganizationIndex,
  type RosterPlan,
} from '@tallyboard/core';
import type { Awaitable, ComputationsPort, PendingState } from '@tallyboard/ports';
import { Unavailable } from '@tallyboard/ports';
import { failed } from '../settle.js';
import { retryAfterSecondsOf } from './build-time.js';
import { type IndexKeeper, indexKeeper, type KeeperOptions } from './index-keeper.js';

/** What figures over built indexes need; see `KeeperOptions` for the choices. */
export type IndexComputationsOptions<Columns = EventColumns> = Omit<
  KeeperOptions<Columns, OrganizationIndex>,
  'isBuiltFor' | 'canAnswer'
>;

/** Figures over indexes that are built when they are asked for. */
export interface IndexComputations extends ComputationsPort {
  /** Builds an organization's index before the first request; rejects when that fails. */
  readonly prepare: (organizationId: string, times: IndexTimes) => Promise<void>;
}

/** Figures whose events cannot be reached now are pending; any other error is a fault of ours. */
const pendingWhileAway = (error: unknown): PendingState => {
  if (!(error instanceof Unavailable)) throw error;
  return { status: 'pending', retryAfterSeconds: error.retryAfterSeconds };
};

/** Goes on with an index once it is there. */
const withIndex = <State>(
  found: ReturnType<IndexKeeper<OrganizationIndex>['find']>,
  compute: (index: OrganizationIndex) => State,
): Awaitable<State | typeof failed | PendingState> => {
  if (found === null) return failed;
  if (!(found instanceof Promise)) return compute(found);
  return found.then((index) => (index === null ? failed : compute(index)), pendingWhileAway);
};

/**
 * Figures over indexes that are built elsewhere, one build at a time for each organization, and kept as
 * long as they fit. While a build runs its figures are pending, and `postponed` says when to ask again. A
 * build that fails, or takes too long, is a failed figure once for every request that waited for
 * it; the request after that starts a new build. One that ends with `Unavailable` is no failure: figures
 * stay pending, and every request tries anew.
 */
export const indexComputations = <Columns = EventColumns>(
  options: IndexComputationsOptions<Columns>,
): IndexComputations => {
  const keeper = indexKeeper<Columns, OrganizationIndex>({
    ...options,
    isBuiltFor,
    canAnswer: (index, { range }) => canAnswer(index, range),
  });
  return {
    metric: (organizationId, plan: MetricsPlan, query, request) =>
      withIndex(keeper.find(organizationId, plan, request), (index) => ({
        status: 'ready' as const,
        data: computeMetric(index, query, plan),
      })),
    roster: (organizationId, plan: RosterPlan, request) =>
      withIndex(keeper.find(organizationId, plan, request), (index) => ({
        status: 'ready' as const,
        page: computeRoster(index, plan),
      })),
    basis: (organizationId, times) => {
      try {
        return keeper.kept(organizationId, times);
      } catch {
        // A request for a figure reports it.
        return null;
      }
    },
    postponed: (organizationId, plan, request) => {
      const ms = keeper.postpone(organizationId, plan, request);
      return ms === null ? null : retryAfterSecondsOf(ms);
    },
    prepare: async (organizationId, times) => {
      await keeper.prepare(organizationId, times);
    },
  };
};
