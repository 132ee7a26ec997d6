import { mersenne } from 'pure-rand/generator/mersenne';

/** Fractions from 0 up to, not including, 1 that look random; the same seed gives the same ones. */
export const randomFrom = (seed: number): (() => number) => {
  const generator = mersenne(seed);
  return () => (generator.next() >>> 0) / 2 ** 32;
};

/** Draws whole numbers from 0 up to, not including, `count`. */
export type Draw = (count: number) => number;

/** Whole numbers that look random; the same seed gives the same ones. */
export const drawFrom = (seed: number): Draw => {
  const random = randomFrom(seed);
  return (count) => Math.floor(random() * count);
};

/** One of the values; a value listed twice comes twice as often. */
export const oneOf = <A>(draw: Draw, values: readonly A[]): A => {
  if (values.length === 0) throw new RangeError('There is nothing to choose from');
  return values[draw(values.length)] as A;
};

/** True once in `count`. */
export const onceIn = (draw: Draw, count: number): boolean => draw(count) === count - 1;
