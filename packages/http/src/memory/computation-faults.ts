import type { MetricsPlan, RosterPlan } from '@tallyboard/core';
import { queryKey } from '@tallyboard/core/engine';
import { type ResolvedQuery } from '@tallyboard/core/vocabulary';
import { boundedCache, type ComputationsPort } from '@tallyboard/ports';
import { after } from '../awaitable.js';
import { failed, pending } from '../compute.js';

/** Figures whose requests are counted at a time. */
const figuresMax = 100_000;

/** Computations as a whole, with another state in place of those that `instead` gives one for. */
const replacing = <State extends typeof pending | typeof failed>(
  computations: ComputationsPort,
  insteadOfQuery: (query: ResolvedQuery, plan: MetricsPlan) => State | null,
  insteadOfRoster: (plan: RosterPlan) => State | null,
): ComputationsPort => ({
  metrics: (plan) => {
    const instead = plan.queries.map((query) => insteadOfQuery(query, plan));
    return after(computations.metrics(plan), (states) =>
      states.map((state, at) => instead[at] ?? state),
    );
  },
  roster: (plan) => insteadOfRoster(plan) ?? computations.roster(plan),
});

/**
 * Makes the first `count` requests for each figure pending, and for each roster and range, as a service
 * does that computes only when asked (section 3). For trying out clients.
 */
export const pendingFirst = (computations: ComputationsPort, count: number): ComputationsPort => {
  if (count === 0) return computations;
  const counts = boundedCache<number>(figuresMax);
  const pendingAt = ({ organization, range }: MetricsPlan | RosterPlan, figure: string) => {
    const key = [organization.id, range.from, range.to, figure].join(' ');
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return times <= count ? pending : null;
  };
  return replacing(
    computations,
    (query, plan) => pendingAt(plan, `${plan.byMonth ? 'byMonth' : 'plain'} ${queryKey(query)}`),
    (plan) => pendingAt(plan, 'users'),
  );
};

/** Makes the named metrics fail, and the roster when `users` is among the names. */
export const failing = (
  computations: ComputationsPort,
  names: readonly string[],
): ComputationsPort => {
  const failedAt = (name: string) => (names.includes(name) ? failed : null);
  return replacing(
    computations,
    ({ name }) => failedAt(name),
    () => failedAt('users'),
  );
};
