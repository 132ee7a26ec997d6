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

const countOf = (all: Iterable<Owner>, by: keyof Owner, owner: Owner): number =>
  [...all].filter((one) => one[by] === owner[by]).length;

/**
 * A fair semaphore. Next enters the one whose organization has the fewest slots, then the one whose key asks for the
 * fewest, held and waited for, then the one that came first.
 */
export class Slots {
  readonly #holders = new Set<Holder>();
  readonly #waiting = new Set<Waiting>();
  readonly #limits: SlotLimits;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * A slot, at once or when one becomes free; why not when that takes too long. `end` ends the answer that has the
   * slot: it is called when its client takes less than the least rate while others wait.
   */
  acquire(owner: Owner, end: () => void): Awaitable<Slot | Full> {
    return this.#fullFor(owner) === null ? this.#take(owner, end) : this.#wait(owner, end);
  }

  #fullFor(owner: Owner): Full | null {
    const { perKey, perOrganization } = this.#limits;
    if (countOf(this.#holders, 'key', owner) >= perKey) return 'key';
    const isFull = countOf(this.#holders, 'organization', owner) >= perOrganization;
    return isFull || this.#isAllTaken() ? 'all' : null;
  }

  #isAllTaken(): boolean {
    return this.#holders.size >= this.#limits.total;
  }

  #take(owner: Owner, end: () => void): Slot {
    const rate = readerRate(this.#limits.watchMs);
    const holder = { ...owner, end, rate };
    this.#holders.add(holder);
    return {
      offered: rate.offered,
      taken: rate.taken,
      release: () => {
        if (this.#holders.delete(holder)) this.#admitNext();
      },
    };
  }

  #wait(owner: Owner, end: () => void): Promise<Slot | Full> {
    return new Promise((resolve) => {
      const stop = (): void => {
        this.#waiting.delete(one);
        clearTimeout(late);
        clearInterval(looking);
      };
      const one: Waiting = {
        ...owner,
        admit: () => {
          stop();
          resolve(this.#take(owner, end));
        },
      };
      const late = setTimeout(() => {
        stop();
        resolve(this.#fullFor(owner) ?? 'all');
      }, this.#limits.waitMs);
      const looking = setInterval(() => this.#endSlowest(owner), lookEveryMs);
      this.#waiting.add(one);
      this.#endSlowest(owner);
    });
  }

  #admitNext(): void {
    const slotsOf = (one: Owner) => countOf(this.#holders, 'organization', one);
    const requestsOf = (one: Owner) =>
      countOf(this.#holders, 'key', one) + countOf(this.#waiting, 'key', one);
    const [next] = [...this.#waiting]
      .filter((one) => this.#fullFor(one) === null)
      .sort((a, b) => slotsOf(a) - slotsOf(b) || requestsOf(a) - requestsOf(b));
    next?.admit();
  }

  /** Ends the slowest answer that is below the least rate, of those that keep this one waiting. */
  #endSlowest(owner: Owner): void {
    if (this.#fullFor(owner) !== 'all') return;
    const [slowest] = [...this.#holders]
      .filter(({ organization }) => this.#isAllTaken() || organization === owner.organization)
      .map((holder) => ({ holder, perSecond: holder.rate.perSecond() }))
      .filter(({ perSecond }) => perSecond < this.#limits.leastRate)
      .sort((a, b) => a.perSecond - b.perSecond);
    slowest?.holder.end();
  }
}
