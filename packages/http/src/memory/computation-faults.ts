import { queryKey } from '@tallyboard/core';
import type { ComputationsPort } from '@tallyboard/ports';
import { boundedCache } from '@tallyboard/ports';
import { rangeKey } from '../indexes/request-key.js';
import { failed, pending } from '../settle.js';

/** Figures whose requests are counted at a time. */
const figuresMax = 100_000;

/**
 * Makes the first `count` requests for each figure pending, and for each roster and range, as a service
 * does that computes only when asked (section 3). For trying out clients.
 */
export const pendingFirst = (computations: ComputationsPort, count: number): ComputationsPort => {
  if (count === 0) return computations;
  const counts = boundedCache<number>(figuresMax);
  const asked = (figure: string): number => {
    const times = (counts.get(figure) ?? 0) + 1;
    counts.set(figure, times);
    return times;
  };
  return {
    ...computations,
    metric: (organizationId, plan, query, request) => {
      const form = plan.byMonth ? 'byMonth' : 'plain';
      const figure = [organizationId, rangeKey(plan.range), form, queryKey(query)].join(' ');
      return asked(figure) <= count
        ? pending
        : computations.metric(organizationId, plan, query, request);
    },
    roster: (organizationId, plan, request) => {
      const figure = [organizationId, rangeKey(plan.range), 'users'].join(' ');
      return asked(figure) <= count ? pending : computations.roster(organizationId, plan, request);
    },
  };
};

/** Makes the named metrics fail, and the roster when `users` is among the names. */
export const failing = (
  computations: ComputationsPort,
  names: readonly string[],
): ComputationsPort => ({
  ...computations,
  metric: (organizationId, plan, query, request) =>
    names.includes(query.name) ? failed : computations.metric(organizationId, plan, query, request),
  roster: (organizationId, plan, request) =>
    names.includes('users') ? failed : computations.roster(organizationId, plan, request),
});
