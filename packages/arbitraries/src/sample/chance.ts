import { randomFrom } from '../random.js';

/** A source of chance that a seed determines. */
export interface Chance {
  /** A number from `start` up to, not including, `end`. */
  readonly between: (start: number, end: number) => number;
  /** A whole number from 0 up to, not including, `count`. */
  readonly below: (count: number) => number;
  /** The same, small ones most often. */
  readonly early: (count: number) => number;
  /** True in a share of `probability` of all calls. */
  readonly hits: (probability: number) => boolean;
  /** One of a list that is not empty. */
  readonly pick: <A>(list: readonly A[]) => A;
  /** A number that is small mostly and large seldom, with the given mean. */
  readonly skewed: (mean: number) => number;
  /** Letters and digits that look like a hashid; `length` is even. */
  readonly id: (length?: number) => string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** All texts of two letters: an id is put together from a handful of them. */
const pairs = Array.from(alphabet, (one) => Array.from(alphabet, (other) => one + other)).flat();

/** Chance for one purpose: drawing more for one leaves the others as they were. */
export const chanceFor = (seed: string, ...purpose: readonly string[]): Chance => {
  // FNV-1a, 32 bits.
  const hash = (state: number, letter: string): number =>
    Math.imul(state ^ letter.codePointAt(0)!, 16_777_619);
  const text = Array.from(JSON.stringify([seed, ...purpose]));
  const fraction = randomFrom(text.reduce(hash, 2_166_136_261));
  const below = (count: number): number => Math.floor(fraction() * count);
  return {
    below,
    between: (start, end) => start + fraction() * (end - start),
    early: (count) => {
      const lot = fraction();
      return Math.floor(lot * lot * count);
    },
    hits: (probability) => fraction() < probability,
    pick: (list) => list[below(list.length)]!,
    skewed: (mean) => -Math.log(1 - fraction()) * mean,
    id: (length = 12) => {
      let id = '';
      for (let at = 0; at < length; at += 2) id += pairs[below(pairs.length)]!;
      return id;
    },
  };
};

/** The first index from `low` on whose running sum exceeds `value`. */
export const indexBySum = (sums: Float64Array, value: number, low = 0): number => {
  let [first, last] = [low, sums.length - 1];
  while (first < last) {
    const middle = (first + last) >>> 1;
    if (sums[middle]! > value) last = middle;
    else first = middle + 1;
  }
  return first;
};

/** A draw of an index by weights of 0 or more, at least one of them positive. */
export const drawByWeight = (weights: ArrayLike<number>): ((chance: Chance) => number) => {
  let sum = 0;
  const sums = Float64Array.from(weights, (weight) => (sum += weight));
  return (chance) => indexBySum(sums, chance.between(0, sum));
};

// By exp and log: Math.pow may differ in its last digit from one engine to the next.
/** The weight of a rank from 0: Zipf's law, flattened at its head so that no one has everything. */
export const zipfWeight = (rank: number): number => Math.exp(-0.95 * Math.log(rank + 4));
