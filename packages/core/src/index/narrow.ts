/** Whole numbers in the smallest type that holds them, or any numbers as they are. */
export type Narrow = Uint8Array | Uint16Array | Uint32Array | Float64Array;

type Numbers = Uint16Array | Uint32Array | Float64Array;

/** The highest of some numbers, none of them below 0; 0 for none. */
export const highest = (values: Numbers): number => {
  let most = 0;
  // By place, and from the end: iterators of several types of array are many times as slow.
  for (let at = values.length - 1; at >= 0; at--) if (values[at]! > most) most = values[at]!;
  return most;
};

const areWhole = (values: Numbers): boolean => {
  if (!(values instanceof Float64Array)) return true;
  for (let at = values.length - 1; at >= 0; at--) {
    if (values[at] !== values[at]! >>> 0) return false;
  }
  return true;
};

/** Room for whole numbers up to `most`. */
export const narrowFor = (most: number, length: number): Narrow => {
  if (most < 2 ** 8) return new Uint8Array(length);
  return most < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
};

/** Room for other numbers of the kind of those given, and no higher. */
export const narrowLike = (values: Numbers, length: number): Narrow =>
  areWhole(values) ? narrowFor(highest(values), length) : new Float64Array(length);

/** A copy in the smallest type that holds every value. */
export const narrow = (values: Numbers): Narrow => {
  const copy = narrowLike(values, values.length);
  copy.set(values);
  return copy;
};
