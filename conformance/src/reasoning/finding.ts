import { canonical, shown } from '../model/json.js';

/** What breaks a law: the answers, and a sentence for people. */
export interface Finding {
  /** The requests whose answers contradict each other. */
  readonly seqs: readonly number[];
  /** What it is about, the same when it is found again in other answers. */
  readonly about: string;
  /** The last day that it is about. */
  readonly until: number;
  readonly says: string;
}

/** Values by a key, in their order. */
export const groupBy = <A>(
  values: readonly A[],
  keyOf: (value: A) => string,
): ReadonlyMap<string, readonly A[]> => {
  const groups = new Map<string, A[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
};

/** One value of a thing that has the same value wherever it appears. */
interface Sighting {
  readonly seq: number;
  readonly until: number;
  readonly key: string;
  /** The key as people read it, where it is another text. */
  readonly label?: string;
  readonly value: unknown;
}

/** What differs from where it was first seen. */
export const sameEverywhere = (sightings: readonly Sighting[]): readonly Finding[] => {
  const first = new Map<string, Sighting>();
  return sightings.flatMap((one) => {
    const before = first.get(one.key);
    if (before === undefined) first.set(one.key, one);
    if (before === undefined || canonical(before.value) === canonical(one.value)) return [];
    return [
      {
        seqs: [...new Set([before.seq, one.seq])],
        about: one.key,
        until: Math.max(before.until, one.until),
        says: `${one.label ?? one.key} is ${shown(before.value)} (request ${before.seq}) and ${shown(one.value)} (request ${one.seq})`,
      },
    ];
  });
};
