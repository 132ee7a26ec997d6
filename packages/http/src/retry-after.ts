import type { MetricsPlan, RosterPlan } from '@tallyboard/core';
import type { PendingState, RequestToken } from '@tallyboard/ports';
import type { Adapter } from './call.js';
import type { Ports } from './ports.js';

/** The seconds that the port expects; `null` if it throws, since the answer itself is known. */
const expectedBy = (
  organizationId: string,
  plan: MetricsPlan | RosterPlan,
  request: RequestToken,
  { computations, onError }: Ports,
): number | null => {
  try {
    return computations.postponed?.(organizationId, plan, request) ?? null;
  } catch (error) {
    onError?.(error);
    return null;
  }
};

/**
 * The seconds of `Retry-After`: the longest that any pending figure asks for, or what the operator chose
 * when nothing is known. Without a pending figure the port is not called.
 */
export const retryAfterFor = (
  organizationId: string,
  plan: MetricsPlan | RosterPlan,
  request: RequestToken,
  states: readonly (PendingState | { readonly status: 'ready' | 'failed' })[],
  { ports, retryAfterSeconds }: Adapter,
): number => {
  const asked = states.filter((state) => state.status === 'pending');
  if (asked.length === 0) return retryAfterSeconds;
  const expected = expectedBy(organizationId, plan, request, ports);
  const known = [expected, ...asked.map((state) => state.retryAfterSeconds)].filter(
    (seconds): seconds is number => Number.isFinite(seconds),
  );
  return known.length === 0 ? retryAfterSeconds : Math.max(...known);
};
