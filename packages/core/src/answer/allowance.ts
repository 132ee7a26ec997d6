import { limits } from '../catalog/limits.js';
import { failArgument } from '../model/fail-argument.js';
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

const checkInstant = (place: string, instant: unknown): void => {
  if (!Number.isFinite(instant)) {
    failArgument(place, instant, 'an Instant, a number of milliseconds');
  }
};

/**
 * Counts one request against an hourly allowance (section 8). The hour slides: a request is refused
 * when `limit` requests were counted less than an hour before it.
 *
 * @param window - the instants counted so far
 * @param at - the instant of this request, not before any of them
 * @param limit - requests per hour
 * @throws TypeError when an instant is no number, or the limit none from 0 up: every request would be accepted
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
  checkInstant('at', at);
  if (!Array.isArray(window)) failArgument('window', window, 'the window of the decision before');
  if (typeof limit !== 'number' || !(limit >= 0))
    failArgument('limit', limit, 'a number from 0 up');
  const counted = window.filter((instant) => {
    const age = at - instant;
    if (Number.isNaN(age)) checkInstant('window', instant);
    return age < limits.allowanceWindowMs;
  });
  const accepted = counted.length < limit;
  const after = accepted ? [...counted, at] : counted;
  const oldest = after[0] ?? at;
  const resetSeconds = Math.max(1, Math.ceil((oldest + limits.allowanceWindowMs - at) / 1000));
  return { accepted, window: after, remaining: limit - after.length, resetSeconds };
};
