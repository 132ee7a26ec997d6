import { createHash } from 'node:crypto';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

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
}

const span = 2 ** 32;

/**
 * Chance for one purpose. Purposes have streams of their own, so that drawing more for one leaves
 * the others as they were.
 */
export const chanceFor = (seed: string, ...purpose: readonly string[]): Chance => {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...purpose]))
    .digest();
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((at) => digest.readInt32LE(at)));
  const fraction = (): number => (generator.next() >>> 0) / span;
  const below = (count: number): number => Math.floor(fraction() * count);
  return {
    fraction,
    below,
    hits: (probability) => fraction() < probability,
    pick: (list) => list[below(list.length)]!,
  };
};

/** A length of time or size that is small mostly and large seldom, with the given mean. */
export const skewed = (chance: Chance, mean: number): number =>
  -Math.log(1 - chance.fraction()) * mean;

/** `start` plus a share of the way to `end`. */
export const between = (chance: Chance, start: number, end: number): number =>
  start + chance.fraction() * (end - start);

/** A whole number near `value`, whose mean over many calls is `value`. */
export const rounded = (chance: Chance, value: number): number =>
  Math.floor(value) + (chance.hits(value - Math.floor(value)) ? 1 : 0);

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
