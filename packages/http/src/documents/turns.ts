/** Starts each task when the one before has ended. */
export const inTurn = (): (<A>(task: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    // Nothing of the result: it would stay in memory until the next task ends.
    last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };
};

/**
 * Spreads work over turns of the event loop: each call resolves in a turn of its own, after those of
 * earlier calls. However many documents are rendered, between two pieces everything else has its turn.
 */
export const turnsOfLoop = (): (() => Promise<void>) => {
  const turn = inTurn();
  return () => turn(() => new Promise((resolve) => setTimeout(resolve, 0)));
};
