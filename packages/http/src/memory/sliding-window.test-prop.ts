import { type AllowanceWindow, countRequest } from '@tallyboard/core';
import { type Instant, limits } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slidingWindow } from './sliding-window.js';

// Pauses on both sides of the hour, and at it.
const pause = fc.oneof(
  fc.nat({ max: 900_000 }),
  fc.constantFrom(0, limits.allowanceWindowMs - 1, limits.allowanceWindowMs),
);

it('counts as countRequest does', () => {
  fc.assert(
    fc.property(
      fc.array(pause, { maxLength: 200 }),
      fc.integer({ min: 1, max: 20 }),
      (pauses, limit) => {
        const window = slidingWindow();
        let pure: AllowanceWindow = [];
        let at = 0;
        for (const ms of pauses) {
          at += ms;
          const { window: after, ...decision } = countRequest(pure, at as Instant, limit);
          pure = after;
          expect(window.count(at as Instant, limit)).toEqual(decision);
        }
      },
    ),
  );
});
