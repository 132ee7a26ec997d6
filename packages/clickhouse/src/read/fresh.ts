import { boundedCache, Unavailable } from '@tallyboard/ports';

/** How long an answer is used, and how long while its source cannot be reached. */
export interface Freshness {
  /** How long an answer is used without asking again, in milliseconds. */
  readonly freshMs: number;
  /** How long it is used while the source cannot be reached, in milliseconds. */
  readonly staleMs: number;
  /** How long to wait for the source before a stale answer is used, in milliseconds. */
  readonly patienceMs: number;
  /** The most answers that are remembered. */
  readonly most: number;
}

interface Held<A> {
  readonly value: A;
  readonly at: number;
}

/** What was promised, or something else when that takes too long. */
const soonOr = <A>(promised: Promise<A>, otherwise: A, ms: number): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<A>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([promised, late]).finally(() => clearTimeout(timer));
};

/** Remembers answers for `freshMs`. While the source is away or slow, the last one is used up to `staleMs`. */
export const remembering = <A>(
  ask: (key: string) => Promise<A>,
  { freshMs, staleMs, patienceMs, most }: Freshness,
): ((key: string) => Promise<A>) => {
  const held = boundedCache<Held<A>>(most);
  const asking = new Map<string, Promise<A>>();

  const renew = async (key: string, last: Held<A> | undefined): Promise<A> => {
    const at = performance.now();
    try {
      const value = await ask(key);
      held.set(key, { value, at });
      return value;
    } catch (error) {
      if (error instanceof Unavailable && last !== undefined && at - last.at < staleMs) {
        return last.value;
      }
      throw error;
    } finally {
      asking.delete(key);
    }
  };

  return (key) => {
    const last = held.get(key);
    const age = last === undefined ? Number.POSITIVE_INFINITY : performance.now() - last.at;
    if (last !== undefined && age < freshMs) return Promise.resolve(last.value);
    const under = asking.get(key) ?? renew(key, last);
    asking.set(key, under);
    return last !== undefined && age < staleMs ? soonOr(under, last.value, patienceMs) : under;
  };
};
