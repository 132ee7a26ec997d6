import { randomFrom } from '../random.js';

/** A source of chance that a seed determines. */
export interface Chance {
  /** A number from 0 up to, not including, 1. */
  readonly fraction: () => number;
  /** A whole number from 0 up to, not including, `count`. */
  readonly below: (count: number) => number;
  /** True in a share of `probability` of all calls. */
  readonly hits: (probability: number) => boolean;
  /** One of a list that is not empty. */
  readonly pick: <A>(list: readonly A[]) => A;
  /** A number from `start` to `end`. */
  readonly between: (start: number, end: number) => number;
  /** A number that is small mostly and large seldom, with the given mean. */
  readonly skewed: (mean: number) => number;
  /** An index of a list, mostly among the first. */
  readonly early: (count: number) => number;
  /** A whole number near `value`, whose mean over many calls is `value`. */
  readonly rounded: (value: number) => number;
  /** Letters and digits that look like a hashid; `length` is even. */
  readonly id: (length?: number) => string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** All texts of two letters: an id is put together from a handful of them. */
const pairs = Array.from(alphabet, (one) => Array.from(alphabet, (other) => one + other)).flat();

/**
 * Chance for one purpose. Each purpose has a stream of its own, so that drawing more for one leaves
 * the others as they were.
 */
export const chanceFor = (seed: string, ...purpose: readonly string[]): Chance => {
  const text = JSON.stringify([seed, ...purpose]);
  // FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
  const fraction = randomFrom(
    Array.from(text).reduce(
      (hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619),
      2_166_136_261,
    ),
  );
  const below = (count: number): number => Math.floor(fraction() * count);
  const hits = (probability: number): boolean => fraction() < probability;
  return {
    fraction,
    below,
    hits,
    pick: (list) => list[below(list.length)]!,
    between: (start, end) => start + fraction() * (end - start),
    skewed: (mean) => -Math.log(1 - fraction()) * mean,
    early: (count) => {
      const lot = fraction();
      return Math.floor(lot * lot * count);
    },
    rounded: (value) => Math.floor(value) + (hits(value - Math.floor(value)) ? 1 : 0),
    id: (length = 12) => {
      let id = '';
      for (let at = 0; at < length; at += 4) {
        const number = below(pairs.length ** 2);
        id += pairs[Math.floor(number / pairs.length)]!;
        if (length - at > 2) id += pairs[number % pairs.length]!;
      }
      return id;
    },
  };
};

/** Puts a list into random order, in place. */
export const shuffle = (chance: Chance, list: Uint32Array): Uint32Array => {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = chance.below(last + 1);
    const moved = list[last]!;
    list[last] = list[other]!;
    list[other] = moved;
  }
  return list;
};

/** The first index from `low` on whose running sum exceeds `value`. */
export const indexBySum = (sums: Float64Array, value: number, low = 0): number => {
  let first = low;
  let last = sums.length - 1;
  while (first < last) {
    const middle = (first + last) >>> 1;
    if (sums[middle]! > value) last = middle;
    else first = middle + 1;
  }
  return first;
};

/** Draws an index with a probability in proportion to its weight. */
export type WeightedDraw = (chance: Chance) => number;

/** A draw by weights of 0 or more, at least one of them positive. */
export const drawByWeight = (weights: ArrayLike<number>): WeightedDraw => {
  let sum = 0;
  const sums = Float64Array.from(weights, (weight) => (sum += weight));
  return (chance) => indexBySum(sums, chance.fraction() * sum);
};

/** A draw from a table of words and their weights. */
export const drawWord = <A extends string>(table: Readonly<Record<A, number>>) => {
  const words = Object.keys(table) as A[];
  const draw = drawByWeight(words.map((word) => table[word]));
  return (chance: Chance): A => words[draw(chance)]!;
};

// By exp and log: Math.pow may differ in its last digit from one engine to the next.
/** The weight of a rank from 0: Zipf's law, flattened at its head so that no one has everything. */
export const zipfWeight = (rank: number): number => Math.exp(-0.95 * Math.log(rank + 4));
