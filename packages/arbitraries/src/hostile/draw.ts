/** Draws whole numbers from 0 up to, not including, `count`. */
export type Draw = (count: number) => number;

/** Numbers that look random; the same seed gives the same numbers. */
export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0;
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  };
};

/** One of the values. */
export const oneOf = <A>(draw: Draw, values: readonly A[]): A => {
  if (values.length === 0) throw new RangeError('There is nothing to choose from');
  return values[draw(values.length)] as A;
};
