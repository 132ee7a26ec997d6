/** Starts each task when the one before has ended. */
export const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <A>(task: () => Promise<A>): Promise<A> => {
    const done = last.then(task);
    // Nothing of the result: it would stay in memory until the next task ends.
    last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };
};
