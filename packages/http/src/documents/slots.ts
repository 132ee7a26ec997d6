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

/** A fair semaphore. */
export interface Slots {
  /**
   * A slot, at once or when one becomes free; why not when that takes too long. `end` ends the answer that has the
   * slot: it is called when its client takes less than the least rate while others wait.
   */
  readonly acquire: (owner: Owner, end?: () => void) => Awaitable<Slot | Full>;
  /** How many are taken. */
  readonly taken: () => number;
}

/** How often one that waits looks for an answer to end, in milliseconds. */
const lookEveryMs = 500;

/** How fast a client takes what it is offered. Time in which the service itself works does not count. */
const readerRate = (watchMs: number) => {
  let [bytes, ms, watchedMs] = [0, 0, 0];
  let since: number | null = null;
  /** What was seen before weighs half as much after `watchMs`: kernels take the first megabytes at once. */
  const pass = (now: number, taken: number): void => {
    if (since === null) return;
    const fade = 0.5 ** ((now - since) / watchMs);
    [bytes, ms, watchedMs] = [
      bytes * fade + taken,
      ms * fade + now - since,
      watchedMs + now - since,
    ];
    since = now;
  };
  return {
    offered: (): void => {
      since = performance.now();
    },
    taken: (count: number): void => {
      pass(performance.now(), count);
      since = null;
    },
    /** Bytes a second; infinite until the client was watched long enough. */
    perSecond: (): number => {
      pass(performance.now(), 0);
      return watchedMs < watchMs ? Number.POSITIVE_INFINITY : (1000 * bytes) / ms;
    },
  };
};

interface Holder extends Owner {
  readonly end: () => void;
  readonly rate: ReturnType<typeof readerRate>;
}

interface Waiting extends Owner {
  readonly admit: () => void;
}

/**
 * Makes the slots. Next enters the one whose organization has the fewest, then the one whose key asks for the fewest,
 * held and waited for, then the one that came first.
 */
export const slots = (limits: SlotLimits): Slots => {
  const { perKey, perOrganization, total, waitMs, leastRate, watchMs } = limits;
  const holders = new Set<Holder>();
  const waiting = new Set<Waiting>();
  const countOf = (isCounted: (holder: Holder) => boolean): number =>
    [...holders].filter(isCounted).length;
  const ofKey = ({ key }: Owner): number => countOf((holder) => holder.key === key);
  const ofOrganization = ({ organization }: Owner): number =>
    countOf((holder) => holder.organization === organization);
  const isAllTaken = (): boolean => holders.size >= total;

  const fullFor = (owner: Owner): Full | null => {
    if (ofKey(owner) >= perKey) return 'key';
    return isAllTaken() || ofOrganization(owner) >= perOrganization ? 'all' : null;
  };

  const waitingOf = ({ key }: Owner): number =>
    [...waiting].filter((one) => one.key === key).length;
  const requestsOf = (owner: Owner): number => ofKey(owner) + waitingOf(owner);

  const admitNext = (): void => {
    const [next] = [...waiting]
      .filter((one) => fullFor(one) === null)
      .sort((a, b) => ofOrganization(a) - ofOrganization(b) || requestsOf(a) - requestsOf(b));
    next?.admit();
  };

  /** Ends the slowest answer that is below the least rate, of those that keep this one waiting. */
  const endSlowest = (owner: Owner): void => {
    if (fullFor(owner) !== 'all') return;
    const [slowest] = [...holders]
      .filter(({ organization }) => isAllTaken() || organization === owner.organization)
      .map((holder) => ({ holder, perSecond: holder.rate.perSecond() }))
      .filter(({ perSecond }) => perSecond < leastRate)
      .sort((a, b) => a.perSecond - b.perSecond);
    slowest?.holder.end();
  };

  const take = (owner: Owner, end: () => void): Slot => {
    const rate = readerRate(watchMs);
    const holder = { ...owner, end, rate };
    holders.add(holder);
    return {
      offered: rate.offered,
      taken: rate.taken,
      release: () => {
        if (holders.delete(holder)) admitNext();
      },
    };
  };

  const wait = (owner: Owner, end: () => void): Promise<Slot | Full> =>
    new Promise((resolve) => {
      const stop = (): void => {
        waiting.delete(one);
        clearTimeout(late);
        clearInterval(looking);
      };
      const one: Waiting = {
        ...owner,
        admit: () => {
          stop();
          resolve(take(owner, end));
        },
      };
      const late = setTimeout(() => {
        stop();
        resolve(fullFor(owner) ?? 'all');
      }, waitMs);
      const looking = setInterval(() => endSlowest(owner), lookEveryMs);
      waiting.add(one);
      endSlowest(owner);
    });

  return {
    taken: () => holders.size,
    acquire: (owner, end = () => undefined) =>
      fullFor(owner) === null ? take(owner, end) : wait(owner, end),
  };
};
