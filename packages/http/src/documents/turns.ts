/** Resolves when a task has ended, or after so many milliseconds; without the result, which would stay in memory. */
const endedWithin = (task: Promise<unknown>, msMax: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, msMax);
    const end = (): void => {
      clearTimeout(late);
      resolve();
    };
    task.then(end, end);
  });

/** Starts each task when the one before has ended, or has taken so many milliseconds. */
export const inTurn = (msMax = 1_000): (<A>(task: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = last.then(() => endedWithin(done, msMax));
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
