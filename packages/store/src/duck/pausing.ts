/** How long a loop may hold the event loop, in milliseconds. */
const heldMs = 8;

/**
 * Lets everything else have a turn of the event loop when a loop has held it for a while. Counted by time, not
 * by rows: a chunk of 2,048 rows may hold 40 MB of texts.
 */
export const pausing = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < heldMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
};
