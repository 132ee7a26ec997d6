import type { FetchHandler } from '../src/transport/fetch-transport.js';

/** A service that counts what it is asked, by key and path. */
export const counting = (inner: FetchHandler) => {
  const counts = new Map<string, number>();
  const fetch: FetchHandler = (request) => {
    const { pathname } = new URL(request.url);
    const name = `${String(request.headers.get('x-api-key'))} ${pathname}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return inner(request);
  };
  const ending = (end: string): readonly number[] =>
    [...counts].filter(([name]) => name.endsWith(end)).map(([, count]) => count);
  return {
    fetch,
    /** The largest number of requests of one key to one path that ends so. */
    most: (end: string): number => Math.max(0, ...ending(end)),
    /** The requests of the owner's key to the path that ends so. */
    of: (end: string): number =>
      [...counts]
        .filter(([name]) => name.endsWith(end) && name.startsWith('world-key-of-the-owner'))
        .reduce((sum, [, count]) => sum + count, 0),
  };
};
