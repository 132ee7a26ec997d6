import type { Awaitable } from './ports.js';

/** Goes on with a value: at once when it is there, for every wait costs turns of the event loop. */
export const after = <A, B>(value: Awaitable<A>, go: (value: A) => Awaitable<B>): Awaitable<B> =>
  value instanceof Promise ? value.then(go) : go(value);
