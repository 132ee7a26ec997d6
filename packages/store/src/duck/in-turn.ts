/** Starts each task when the one before has ended. */
export const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <A>(task: () => Promise<A>): Promise<A> => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
};
