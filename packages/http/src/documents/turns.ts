import { within } from '../awaitable.js';

const nothing = (): void => undefined;

/** Starts each task when the one before has ended, or has taken so many milliseconds. */
export const inTurn = (msMax = 1_000): (<A>(task: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    // Without the result, which would stay in memory.
    const ended = done.then(nothing, nothing);
    last = last.then(() => within(msMax, ended, nothing));
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
