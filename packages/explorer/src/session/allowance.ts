import type { AllowanceNotice } from '@tallyboard/client';

/** What is left of an allowance, and when that was said. */
export interface Allowance {
  readonly notice: AllowanceNotice;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Answers within this time may be out of order. */
const togetherMs = 1_000;

/** The later of two: requests that were sent together may be answered in another order than they were counted in. */
export const newerOf = (last: Allowance | null, next: Allowance): Allowance =>
  last !== null && next.at - last.at < togetherMs && last.notice.remaining < next.notice.remaining
    ? last
    : next;

/** When the next request is possible; `null` for now. */
export const backAt = (allowance: Allowance | null, now: number): number | null => {
  if (allowance === null || allowance.notice.remaining > 0) return null;
  const until = allowance.at + allowance.notice.resetSeconds * 1000;
  return until > now ? until : null;
};
