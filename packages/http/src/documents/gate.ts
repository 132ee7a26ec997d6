import type { Awaitable } from '@tallyboard/ports';

/** How many may be inside. */
export interface GateLimits {
  /** Of one key. */
  readonly perKey: number;
  /** Of all keys together. */
  readonly total: number;
  /** How long one waits for a place, in milliseconds. */
  readonly waitMs: number;
  /** How long nothing may be taken of an answer while others wait for its place, in milliseconds. */
  readonly untakenMs: number;
}

/** A place, held until its answer is out. */
export interface Place {
  /** Gives the place back; further calls do nothing. */
  readonly leave: () => void;
  /** Notes whether a part of the answer waits for the client, from now on. */
  readonly offer: (waits: boolean) => void;
}

/** Why there was no place in time: the key has all of its own, or all are taken. */
export type Full = 'key' | 'all';

/** Bounds what is under way at a time. */
export interface Gate {
  /**
   * A place, at once or when one becomes free; why not when that takes too long. `end`, another function for each
   * call, ends the answer that has the place. It is called while others wait because all are taken, when its client
   * is the one that has taken nothing for longest.
   */
  readonly enter: (key: string, end?: () => void) => Awaitable<Place | Full>;
  /** How many are inside. */
  readonly inside: () => number;
}

interface Waiting {
  readonly key: string;
  readonly admit: () => void;
}

/** How often one that waits looks for an answer to end, in milliseconds. */
const lookEveryMs = 500;

/** Answers that wait for their clients, by what ends them. */
const untakenAnswers = (untakenMs: number) => {
  // The longest first.
  const since = new Map<() => void, number>();
  return {
    note: (end: () => void, waits: boolean): void => {
      since.delete(end);
      if (waits) since.set(end, performance.now());
    },
    endLongest: (): void => {
      const [longest] = since;
      if (longest === undefined || performance.now() - longest[1] < untakenMs) return;
      since.delete(longest[0]);
      longest[0]();
    },
  };
};

/** Makes a gate. Next enters a key that has the fewest places; among equals, the one that came first. */
export const gate = ({ perKey, total, waitMs, untakenMs }: GateLimits): Gate => {
  const inside = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const untaken = untakenAnswers(untakenMs);
  let all = 0;
  const of = (key: string): number => inside.get(key) ?? 0;
  const fullFor = (key: string): Full | null => {
    if (of(key) >= perKey) return 'key';
    return all >= total ? 'all' : null;
  };

  const admitNext = (): void => {
    let next: Waiting | null = null;
    for (const one of waiting) {
      if (fullFor(one.key) !== null) continue;
      if (next === null || of(one.key) < of(next.key)) next = one;
    }
    next?.admit();
  };

  const take = (key: string, end: () => void): Place => {
    inside.set(key, of(key) + 1);
    all += 1;
    let isInside = true;
    return {
      offer: (waits) => untaken.note(end, waits && isInside),
      leave: () => {
        if (!isInside) return;
        isInside = false;
        untaken.note(end, false);
        all -= 1;
        if (of(key) > 1) inside.set(key, of(key) - 1);
        else inside.delete(key);
        admitNext();
      },
    };
  };

  const wait = (key: string, end: () => void): Promise<Place | Full> =>
    new Promise((resolve) => {
      const makeRoom = (): void => {
        if (fullFor(key) === 'all') untaken.endLongest();
      };
      const stop = (): void => {
        waiting.delete(one);
        clearTimeout(late);
        clearInterval(looking);
      };
      const one: Waiting = {
        key,
        admit: () => {
          stop();
          resolve(take(key, end));
        },
      };
      const late = setTimeout(() => {
        stop();
        resolve(fullFor(key) ?? 'all');
      }, waitMs);
      const looking = setInterval(makeRoom, lookEveryMs);
      waiting.add(one);
      makeRoom();
    });

  return {
    inside: () => all,
    enter: (key, end = () => undefined) =>
      fullFor(key) === null ? take(key, end) : wait(key, end),
  };
};
