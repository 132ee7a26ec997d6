import type { Clock } from './ports.js';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only while nothing else happens: hours take no time, and nothing is ever missed. */
export interface VirtualTime extends Clock {
  /** Keeps time from passing until some work is done. */
  readonly during: <A>(work: Promise<A>) => Promise<A>;
}

// Some promises settle only after a turn of the event loop: time passes when several were idle.
const idleTurns = 4;

/** Time that begins at an instant. */
export const virtualTime = (startMs: number): VirtualTime => {
  let now = startMs;
  let busy = 0;
  let moves = 0;
  const sleepers = new Set<Sleeper>();

  const passTime = (): void => {
    const first = [...sleepers].reduce((a, b) => (b.at < a.at ? b : a));
    now = Math.max(now, first.at);
    first.wake();
  };
  const watch = (seen: number, turn: number): void => {
    setImmediate(() => {
      if (moves !== seen || busy > 0 || sleepers.size === 0) return;
      if (turn < idleTurns) watch(seen, turn + 1);
      else passTime();
    });
  };
  const moved = (): void => {
    moves += 1;
    watch(moves, 1);
  };

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal.removeEventListener('abort', wake);
          moved();
          resolve();
        };
        const sleeper = { at: now + ms, wake };
        sleepers.add(sleeper);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
        else moved();
      }),
    during: async (work) => {
      busy += 1;
      try {
        return await work;
      } finally {
        busy -= 1;
        moved();
      }
    },
  };
};
