import type { Awaitable } from '@tallyboard/ports';

/** How many slots there are, and who may have how many. */
export interface SlotLimits {
  /** Of one key. */
  readonly perKey: number;
  /** Of all keys of one organization. */
  readonly perOrganization: number;
  /** Of all together. */
  readonly total: number;
  /** How long one waits for a slot, in milliseconds. */
  readonly waitMs: number;
  /** What a reader must take while others wait for its slot, in bytes a second. */
  readonly leastRate: number;
  /** How long a reader is watched before its rate counts, in milliseconds. */
  readonly watchMs: number;
}

/** Who takes a slot. */
export interface Owner {
  readonly organization: string;
  readonly key: string;
}

/** A slot, held until its answer is out. */
export interface Slot {
  /** Gives the slot back; further calls do nothing. */
  readonly release: () => void;
  /** A part of the answer waits for the client from now on. */
  readonly offered: () => void;
  /** The client has taken so many bytes of it. */
  readonly taken: (bytes: number) => void;
}

/** Why there was no slot in time: the key has all of its own, or all it could have are taken. */
export type Full = 'key' | 'all';

/** How often one that waits looks for an answer to end, in milliseconds. */
const lookEveryMs = 500;

/** How fast a client takes what it is offered. Time in which the service itself works does not count. */
const readerRate = (watchMs: number) => {
  let [bytes, ms, watchedMs] = [0, 0, 0];
  let since: number | null = null;
  /** What was seen before weighs half as much after `watchMs`: kernels take the first megabytes at once. */
  const pass = (taken: number): void => {
    if (since === null) return;
    const passed = performance.now() - since;
    const fade = 0.5 ** (passed / watchMs);
    bytes = bytes * fade + taken;
    ms = ms * fade + passed;
    watchedMs += passed;
    since += passed;
  };
  return {
    offered: (): void => {
      since = performance.now();
    },
    taken: (count: number): void => {
      pass(count);
      since = null;
    },
    /** Bytes a second; infinite until the client was watched long enough. */
    perSecond: (): number => {
      pass(0);
      return watchedMs < watchMs ? Number.POSITIVE_INFINITY : (1000 * bytes) / ms;
    },
  };
};

const countOf = (all: Iterable<Owner>, by: keyof Owner, owner: Owner): number =>
  [...all].filter((one) => one[by] === owner[by]).length;

/**
 * A fair semaphore, as a function that acquires a slot: at once or when one becomes free; why not when that takes too
 * long. Next enters the one whose organization has the fewest slots, then the one whose key asks for the fewest, held
 * and waited for, then the one that came first. `end` ends the answer that has the slot: it is called when its client
 * takes less than the least rate while others wait.
 */
export const fairSlots = (limits: SlotLimits) => {
  const holders = new Set<Owner & { end: () => void; perSecond: () => number }>();
  const waiting = new Set<Owner & { admit: () => void }>();
  const heldBy = (by: keyof Owner, owner: Owner): number => countOf(holders, by, owner);
  const isAllTaken = (): boolean => holders.size >= limits.total;

  const fullFor = (owner: Owner): Full | null => {
    if (heldBy('key', owner) >= limits.perKey) return 'key';
    const isFull = heldBy('organization', owner) >= limits.perOrganization;
    return isFull || isAllTaken() ? 'all' : null;
  };

  const admitNext = (): void => {
    const slotsOf = (one: Owner) => heldBy('organization', one);
    const requestsOf = (one: Owner) => heldBy('key', one) + countOf(waiting, 'key', one);
    const [next] = [...waiting]
      .filter((one) => fullFor(one) === null)
      .sort((a, b) => slotsOf(a) - slotsOf(b) || requestsOf(a) - requestsOf(b));
    next?.admit();
  };

  /** Ends the slowest answer that is below the least rate, of those that keep this one waiting. */
  const endSlowest = (owner: Owner): void => {
    if (fullFor(owner) !== 'all') return;
    const [slowest] = [...holders]
      .filter(({ organization }) => isAllTaken() || organization === owner.organization)
      .map(({ end, perSecond }) => ({ end, rate: perSecond() }))
      .filter(({ rate }) => rate < limits.leastRate)
      .sort((a, b) => a.rate - b.rate);
    slowest?.end();
  };

  const take = (owner: Owner, end: () => void): Slot => {
    const { perSecond, ...reading } = readerRate(limits.watchMs);
    const holder = { ...owner, end, perSecond };
    holders.add(holder);
    const release = (): void => {
      if (holders.delete(holder)) admitNext();
    };
    return { ...reading, release };
  };

  const wait = (owner: Owner, end: () => void): Promise<Slot | Full> =>
    new Promise((resolve) => {
      const settle = (given: Slot | Full): void => {
        waiting.delete(one);
        clearTimeout(late);
        clearInterval(looking);
        resolve(given);
      };
      const one = { ...owner, admit: () => settle(take(owner, end)) };
      const late = setTimeout(() => settle(fullFor(owner) ?? 'all'), limits.waitMs);
      const looking = setInterval(() => endSlowest(owner), lookEveryMs);
      waiting.add(one);
      endSlowest(owner);
    });

  return (owner: Owner, end: () => void): Awaitable<Slot | Full> =>
    fullFor(owner) === null ? take(owner, end) : wait(owner, end);
};
