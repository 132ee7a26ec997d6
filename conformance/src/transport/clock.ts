/** Time as a run sees it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly now: () => number;
  /** Resolves after so many milliseconds of this clock. */
  readonly sleep: (ms: number) => Promise<void>;
}

// setTimeout counts in 32 bits.
const longestTimerMs = 2_000_000_000;

/** The clock on the wall. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, Math.min(Math.max(0, ms), longestTimerMs));
    }),
};

/** A clock that moves only when a program sleeps: waits of an hour take no time. */
export const virtualClock = (start: number): Clock => {
  let instant = start;
  return {
    now: () => instant,
    sleep: (ms) => {
      instant += Math.max(0, ms);
      return Promise.resolve();
    },
  };
};
