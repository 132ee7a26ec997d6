/**
 * Spreads work over turns of the event loop: each call resolves in a turn of its own, after those of
 * earlier calls. However many documents are rendered, between two pieces everything else has its turn.
 */
export const turnsOfLoop = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setTimeout(resolve, 0)));
    return last;
  };
};
