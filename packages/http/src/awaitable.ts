import type { Awaitable } from '@tallyboard/ports';

/** Whether a value has to be waited for. Promises of some libraries are no instances of `Promise`. */
export const isPromise = <A>(value: Awaitable<A>): value is Promise<A> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';

/** Goes on with a value: at once when it is there, for every wait costs turns of the event loop. */
export const after = <A, B>(value: Awaitable<A>, go: (value: A) => Awaitable<B>): Awaitable<B> =>
  isPromise(value) ? Promise.resolve(value).then(go) : go(value);

/** A callback of the embedder; an error of its own must not end what it reports on. */
export const quietly =
  <Told extends readonly unknown[]>(callback: ((...told: Told) => unknown) | undefined) =>
  (...told: Told): void => {
    try {
      const done = callback?.(...told);
      if (isPromise(done)) Promise.resolve(done).catch(() => undefined);
    } catch {
      // Nothing is left that it could be reported to.
    }
  };

/** What a promise gives within so many milliseconds; what `late` gives, or throws, where it takes longer. */
export const within = <A>(ms: number, promise: Promise<A>, late: () => A): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(Promise.resolve().then(late)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
