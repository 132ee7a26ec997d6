import { setTimeout as sleep } from 'node:timers/promises';

/** What one look at all files of a store came to. */
export interface Scrub {
  /** How many are not as they were written. */
  readonly damagedFiles: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** How many bytes are read in a millisecond: slowly enough to take at most 2 % of a core. */
const bytesPerMs = 8_000;

/** The least time for a piece of a file, and between two passes, in milliseconds. */
const [pieceMs, passMs] = [5, 1_000];

/**
 * Runs passes over the files of a store until it is stopped.
 *
 * @param pass - compares all files with their checksums, and calls `rest` with the bytes of each piece of them
 * @returns stops it
 */
export const scrubbing = (
  pass: (rest: (bytesCount: number) => Promise<void>) => Promise<void>,
): (() => void) => {
  const stop = new AbortController();
  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stop.signal, ref: false });
  const run = async (): Promise<void> => {
    for (;;) {
      await wait(passMs);
      await pass((bytesCount) => wait(pieceMs + bytesCount / bytesPerMs));
    }
  };
  // It ends by being stopped: nothing else rejects.
  run().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return () => stop.abort();
};
