import { limits } from '../catalog/limits.js';
import { failArgument } from '../model/arguments.js';
import type { Instant } from '../model/instant.js';

/** The instants of the requests counted within the last hour, ascending. */
export type AllowanceWindow = readonly Instant[];

/** What the allowance says to one request. */
export interface AllowanceDecision {
  /** Whether the request may go on; a refused one is not counted. */
  readonly accepted: boolean;
  /** The window after this request; a refused request does not count. */
  readonly window: AllowanceWindow;
  /** Requests still free in the hour that ends now. */
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window, at least 1. */
  readonly resetSeconds: number;
}

/**
 * Counts one request against an hourly allowance (section 8). The hour slides: a request is refused
 * when `limit` requests were counted less than an hour before it.
 *
 * @param window - the instants counted so far
 * @param at - the instant of this request, not before any of them
 * @param limit - requests per hour
 * @throws TypeError when `at` is no number: every request would be accepted
 *
 * @example
 * ```ts
 * const first = countRequest([], 0 as Instant, 1);
 * first.accepted; // true
 * countRequest(first.window, 60_000 as Instant, 1).accepted; // false
 * countRequest(first.window, 3_600_000 as Instant, 1).accepted; // true
 * ```
 */
export const countRequest = (
  window: AllowanceWindow,
  at: Instant,
  limit: number = limits.requestsPerHour,
): AllowanceDecision => {
  if (!Number.isFinite(at)) failArgument('at', at, 'an Instant, a number of milliseconds');
  const counted = window.filter((instant) => at - instant < limits.allowanceWindowMs);
  const accepted = counted.length < limit;
  const after = accepted ? [...counted, at] : counted;
  const oldest = after[0] ?? at;
  const resetSeconds = Math.max(1, Math.ceil((oldest + limits.allowanceWindowMs - at) / 1000));
  return { accepted, window: after, remaining: limit - after.length, resetSeconds };
};
