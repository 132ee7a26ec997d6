import type { MetricsPlan, RosterPlan } from '@tallyboard/core';
import type { Adapter } from './call.js';
import type { PendingState } from './ports.js';

/**
 * The seconds of `Retry-After`: the longest that any pending figure asks for, or what the operator chose
 * when nothing is known. Without a pending figure the port hears nothing.
 */
export const retryAfterFor = (
  organizationId: string,
  plan: MetricsPlan | RosterPlan,
  states: readonly (PendingState | { readonly status: 'ready' | 'failed' })[],
  { ports, retryAfterSeconds }: Adapter,
): number => {
  const known: number[] = [];
  let isPending = false;
  for (const state of states) {
    if (state.status !== 'pending') continue;
    isPending = true;
    if (state.retryAfterSeconds !== undefined) known.push(state.retryAfterSeconds);
  }
  if (!isPending) return retryAfterSeconds;
  const expected = ports.computations.postponed?.(organizationId, plan) ?? null;
  if (expected !== null) known.push(expected);
  return known.length === 0 ? retryAfterSeconds : Math.max(...known);
};
