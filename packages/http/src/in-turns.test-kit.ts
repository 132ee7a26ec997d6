import { vi } from 'vitest';

/**
 * What comes while faked time passes by a millisecond in each turn of the loop, however long a turn takes; and how
 * many milliseconds something waited for.
 */
export const inTurns = async <A>(coming: Promise<A>): Promise<readonly [came: A, ms: number]> => {
  const state = { isThere: false };
  const end = (): void => void (state.isThere = true);
  coming.then(end, end);
  let ms = 0;
  while (!state.isThere) {
    await new Promise(setImmediate);
    if (vi.getTimerCount() === 0) continue;
    await vi.advanceTimersByTimeAsync(1);
    ms += 1;
  }
  return [await coming, ms];
};
