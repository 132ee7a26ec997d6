import type { Awaitable } from '../ports.js';

/** How many may be inside. */
export interface GateLimits {
  /** Of one key. */
  readonly perKey: number;
  /** Of all keys together. */
  readonly total: number;
  /** How long one waits for a place, in milliseconds. */
  readonly waitMs: number;
}

/** Gives the place back; further calls do nothing. */
export type Leave = () => void;

/** Why there was no place in time: the key has all of its own, or all are taken. */
export type Full = 'key' | 'all';

/** Bounds what is under way at a time. */
export interface Gate {
  /** A place, at once or when one becomes free; why not when that takes too long. */
  readonly enter: (key: string) => Awaitable<Leave | Full>;
  /** How many are inside. */
  readonly inside: () => number;
}

interface Waiting {
  readonly key: string;
  readonly admit: (leave: Leave) => void;
}

/** Makes a gate; those who wait enter in the order in which they came. */
export const gate = ({ perKey, total, waitMs }: GateLimits): Gate => {
  const inside = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;
  const of = (key: string): number => inside.get(key) ?? 0;
  const fullFor = (key: string): Full | null => {
    if (of(key) >= perKey) return 'key';
    return all >= total ? 'all' : null;
  };

  const admitNext = (): void => {
    for (const one of waiting) {
      if (all >= total) return;
      if (fullFor(one.key) !== null) continue;
      waiting.delete(one);
      one.admit(take(one.key));
    }
  };

  const take = (key: string): Leave => {
    inside.set(key, of(key) + 1);
    all += 1;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      all -= 1;
      if (of(key) > 1) inside.set(key, of(key) - 1);
      else inside.delete(key);
      admitNext();
    };
  };

  return {
    inside: () => all,
    enter: (key) => {
      if (fullFor(key) === null) return take(key);
      return new Promise((resolve) => {
        const late = setTimeout(() => {
          waiting.delete(one);
          resolve(fullFor(key) ?? 'all');
        }, waitMs);
        const one: Waiting = {
          key,
          admit: (leave) => {
            clearTimeout(late);
            resolve(leave);
          },
        };
        waiting.add(one);
      });
    },
  };
};
