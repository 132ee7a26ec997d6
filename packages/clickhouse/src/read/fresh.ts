import { boundedCache, Unavailable } from '@tallyboard/ports';

/** How long an answer is used without asking again, and how long while its source cannot be reached, in milliseconds. */
const [freshMs, staleMs] = [1_000, 60_000];
/** How long to wait for the source before a stale answer is used, in milliseconds. */
const patienceMs = 1_000;
/** The most answers that are remembered. */
const answersMax = 100_000;

interface Held<A> {
  readonly value: A;
  readonly at: number;
}

/** What was promised, or something else when that takes too long. */
const soonOr = <A>(promised: Promise<A>, otherwise: A): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<A>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), patienceMs);
  });
  return Promise.race([promised, late]).finally(() => clearTimeout(timer));
};

/** Remembers the answers of a source, which is given the last one. */
export const remembering = <A>(ask: (key: string, last: A | undefined) => Promise<A>) => {
  const held = boundedCache<Held<A>>(answersMax);
  const asking = new Map<string, Promise<A>>();

  const renew = async (key: string, last: Held<A> | undefined): Promise<A> => {
    const at = performance.now();
    try {
      const value = await ask(key, last?.value);
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

  return {
    /** At most a second old. While the source is away or slow, the last one is used for up to a minute. */
    find: (key: string): Promise<A> => {
      const last = held.get(key);
      const age = last === undefined ? Number.POSITIVE_INFINITY : performance.now() - last.at;
      if (last !== undefined && age < freshMs) return Promise.resolve(last.value);
      const renewal = asking.get(key) ?? renew(key, last);
      asking.set(key, renewal);
      return last !== undefined && age < staleMs ? soonOr(renewal, last.value) : renewal;
    },
    /** The last answer, without asking. */
    last: (key: string): A | undefined => held.get(key)?.value,
  };
};
