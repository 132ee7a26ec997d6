import { type Instant, limits } from '@tallyboard/core/vocabulary';
import type { Spent } from '@tallyboard/ports';

/** The requests of one hour that slides, counted at a cost that is the same for any limit. */
export interface SlidingWindow {
  readonly count: (at: Instant, limit: number) => Omit<Spent, 'limit'>;
}

/** A window in which nothing was counted yet. */
export const slidingWindow = (): SlidingWindow => {
  let instants: Instant[] = [];
  // Those before this place have left the window.
  let start = 0;
  const leave = (at: Instant): void => {
    // A clock that was put back: what it counted ahead of now leaves an hour from now, not later.
    for (let ahead = instants.length - 1; ahead >= start && instants[ahead]! > at; ahead -= 1) {
      instants[ahead] = at;
    }
    while (start < instants.length && at - instants[start]! >= limits.allowanceWindowMs) start += 1;
    // Copying half at a time: less than one move for each request in the long run.
    if (start * 2 > instants.length) {
      instants = instants.slice(start);
      start = 0;
    }
  };
  return {
    count: (at, limit) => {
      leave(at);
      const accepted = instants.length - start < limit;
      if (accepted) instants.push(at);
      const oldest = instants[start] ?? at;
      const resetSeconds = Math.max(1, Math.ceil((oldest + limits.allowanceWindowMs - at) / 1000));
      return { accepted, remaining: limit - (instants.length - start), resetSeconds };
    },
  };
};
