import { queryKey } from '@tallyboard/core';
import { rangeKey } from '../indexes/request-key.js';
import type { ComputationsPort } from '../ports.js';
import { failed, pending } from '../settle.js';

/** Figures remembered at a time: more are forgotten, the earliest first. */
const figuresMax = 100_000;

/** Counts how often it was asked for each text, up to a bound on the number of texts. */
const tally = (): ((text: string) => number) => {
  const counts = new Map<string, number>();
  return (text) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    const [earliest] = counts.keys();
    if (counts.size > figuresMax && earliest !== undefined) counts.delete(earliest);
    return count;
  };
};

/**
 * Makes the first `count` requests for each figure pending, and for each roster and range, as a service
 * does that computes only when asked (section 3). For trying out clients.
 */
export const pendingFirst = (computations: ComputationsPort, count: number): ComputationsPort => {
  if (count === 0) return computations;
  const asked = tally();
  return {
    ...computations,
    metric: (organizationId, plan, query) => {
      const form = plan.byMonth ? 'byMonth' : 'plain';
      const figure = [organizationId, rangeKey(plan.range), form, queryKey(query)].join(' ');
      return asked(figure) <= count ? pending : computations.metric(organizationId, plan, query);
    },
    roster: (organizationId, plan) => {
      const figure = [organizationId, rangeKey(plan.range), 'users'].join(' ');
      return asked(figure) <= count ? pending : computations.roster(organizationId, plan);
    },
  };
};

/** Makes the named metrics fail, and the roster when `users` is among the names. */
export const failing = (
  computations: ComputationsPort,
  names: readonly string[],
): ComputationsPort => ({
  ...computations,
  metric: (organizationId, plan, query) =>
    names.includes(query.name) ? failed : computations.metric(organizationId, plan, query),
  roster: (organizationId, plan) =>
    names.includes('users') ? failed : computations.roster(organizationId, plan),
});
