import { type Instant, limits } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryAllowance } from './own-ports.js';

// Pauses on both sides of the hour, and at it.
const pause = fc.oneof(
  fc.nat({ max: 900_000 }),
  fc.constantFrom(0, limits.allowanceWindowMs - 1, limits.allowanceWindowMs),
);

/** The rule of section 8 as it reads: the requests of the last hour are counted anew each time. */
const countRequest = (window: readonly number[], at: number, limit: number) => {
  const counted = window.filter((instant) => at - instant < limits.allowanceWindowMs);
  const accepted = counted.length < limit;
  const after = accepted ? [...counted, at] : counted;
  const reset = ((after[0] ?? at) + limits.allowanceWindowMs - at) / 1000;
  const resetSeconds = Math.max(1, Math.ceil(reset));
  return { accepted, window: after, remaining: limit - after.length, resetSeconds };
};

it('counts as the rule reads', () => {
  fc.assert(
    fc.property(
      fc.array(pause, { maxLength: 200 }),
      fc.integer({ min: 1, max: 20 }),
      (pauses, limit) => {
        const allowance = memoryAllowance({ roster: limit });
        let pure: readonly number[] = [];
        let at = 0;
        for (const ms of pauses) {
          at += ms;
          const { window: after, ...decision } = countRequest(pure, at, limit);
          pure = after;
          const spending = {
            keySha256: 'k',
            endpoint: 'roster',
            id: 'x',
            at: at as Instant,
          } as const;
          expect(allowance.spend(spending)).toEqual({ ...decision, limit });
        }
      },
    ),
  );
});
