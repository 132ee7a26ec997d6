import type { MetricsPlan, RosterPlan } from '@tallyboard/core';
import { queryKey } from '@tallyboard/core/engine';
import { boundedCache, type ComputationsPort } from '@tallyboard/ports';
import { after } from '../awaitable.js';
import { failed, pending } from '../ports.js';

/** Figures whose requests are counted at a time. */
const figuresMax = 100_000;

/**
 * For trying out clients: the first `count` requests for each figure are pending, and for each roster and range, as
 * with a service that computes only when asked (section 3); metrics that are named fail, `users` for the roster.
 */
export const withFaults = (
  computations: ComputationsPort,
  count: number,
  failing: readonly string[],
): ComputationsPort => {
  if (count === 0 && failing.length === 0) return computations;
  const counts = boundedCache<number>(figuresMax);
  const faultOf = (
    { organization, range }: MetricsPlan | RosterPlan,
    name: string,
    figure: string,
  ): typeof pending | typeof failed | null => {
    const key = [organization.id, range.from, range.to, figure].join(' ');
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    if (times <= count) return pending;
    return failing.includes(name) ? failed : null;
  };
  return {
    metrics: (plan) => {
      const form = plan.byMonth ? 'byMonth' : 'plain';
      const faults = plan.queries.map((query) =>
        faultOf(plan, query.name, `${form} ${queryKey(query)}`),
      );
      return after(computations.metrics(plan), (states) =>
        states.map((state, at) => faults[at] ?? state),
      );
    },
    roster: (plan) => faultOf(plan, 'users', 'users') ?? computations.roster(plan),
  };
};
