import { randomFrom } from '../random.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** All texts of two letters: an id is put together from a handful of them. */
const pairs = Array.from(alphabet, (one) => Array.from(alphabet, (other) => one + other)).flat();

/** Chance for one purpose, which a seed determines: drawing more for one leaves the others as they were. */
export const chanceFor = (seed: string, ...purpose: readonly string[]) => {
  // FNV-1a, 32 bits.
  const hash = (state: number, letter: string): number =>
    Math.imul(state ^ letter.codePointAt(0)!, 16_777_619);
  const text = Array.from(JSON.stringify([seed, ...purpose]));
  const fraction = randomFrom(text.reduce(hash, 2_166_136_261));
  const below = (count: number): number => Math.floor(fraction() * count);
  return {
    /** A whole number from 0 up to, not including, `count`. */
    below,
    between: (start: number, end: number): number => start + fraction() * (end - start),
    /** As `below`, small numbers most often. */
    early: (count: number): number => {
      const lot = fraction();
      return Math.floor(lot * lot * count);
    },
    hits: (probability: number): boolean => fraction() < probability,
    /** One of a list that is not empty. */
    pick: <A>(list: readonly A[]): A => list[below(list.length)]!,
    /** A number that is small mostly and large seldom, with the given mean. */
    skewed: (mean: number): number => -Math.log(1 - fraction()) * mean,
    /** Letters and digits that look like a hashid; `length` is even. */
    id: (length = 12): string => {
      let id = '';
      for (let at = 0; at < length; at += 2) id += pairs[below(pairs.length)]!;
      return id;
    },
  };
};
export type Chance = ReturnType<typeof chanceFor>;

/** Draws indexes by weights of 0 or more, at least one of them positive. */
export const weighted = (weights: ArrayLike<number>) => {
  let sum = 0;
  const sums = Float64Array.from(weights, (weight) => (sum += weight));
  /** An index from `first` on, by a running sum between `from` and `to`. */
  const draw = (chance: Chance, from = 0, to = sum, first = 0): number => {
    const value = chance.between(from, to);
    let [low, high] = [first, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! > value) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return { sums, draw };
};

/** The weight of a rank from 0: Zipf's law, flattened at its head. `Math.pow` differs between engines. */
export const zipfWeight = (rank: number): number => Math.exp(-0.95 * Math.log(rank + 4));
