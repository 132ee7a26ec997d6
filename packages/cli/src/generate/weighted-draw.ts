import type { Chance } from './chance.js';

/** Draws an index with a probability in proportion to its weight. */
export type WeightedDraw = (chance: Chance) => number;

/** The first index whose running sum exceeds `value`, from `low` on. */
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

/** A draw by weights of 0 or more, of which one at least is positive. */
export const drawByWeight = (weights: ArrayLike<number>): WeightedDraw => {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  for (let index = 0; index < sums.length; index += 1) {
    sum += weights[index]!;
    sums[index] = sum;
  }
  return (chance) => indexBySum(sums, chance.fraction() * sum);
};

/** A draw from a table of words and their weights. */
export const drawWord = <A extends string>(
  table: Readonly<Record<A, number>>,
): ((chance: Chance) => A) => {
  const words = Object.keys(table) as A[];
  const draw = drawByWeight(words.map((word) => table[word]));
  return (chance) => words[draw(chance)]!;
};

// By exp and log: Math.pow may differ in its last digit from one engine to the next.
/** The weight of a rank from 0: Zipf's law, flattened at its head so that no one has everything. */
export const zipfWeight = (rank: number): number => Math.exp(-0.95 * Math.log(rank + 4));
