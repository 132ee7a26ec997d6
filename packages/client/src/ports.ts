/** How a request travels: `fetch`, or a substitute. */
export type Fetch = (
  address: string,
  request: {
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
    /** A redirect would carry the key to wherever it leads, so none is followed. */
    readonly redirect: 'manual';
  },
) => Promise<Response>;

/** Time, as the client reads and spends it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves when the time is over or `signal` aborts, whichever comes first; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Chance: a number from 0 up to, not including, 1. */
export type Random = () => number;

// What `setTimeout` takes at most, 24 days; it would fire at once for more.
const sleepMsMax = 2 ** 31 - 1;

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, Math.min(ms, sleepMsMax));
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    }),
};
