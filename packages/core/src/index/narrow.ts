/** Whole numbers in the smallest type that holds them. */
export type Narrow = Uint8Array | Uint16Array | Uint32Array;

/** The highest of some numbers, none of them below 0; 0 for none. */
export const highest = (values: Uint16Array | Uint32Array): number => {
  let most = 0;
  // By place, and from the end: iterators of several types of array are many times as slow.
  for (let at = values.length - 1; at >= 0; at--) if (values[at]! > most) most = values[at]!;
  return most;
};

/** Room for whole numbers up to `most`. */
export const narrowFor = (most: number, length: number): Narrow => {
  if (most < 2 ** 8) return new Uint8Array(length);
  return most < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
};

/** A copy in the smallest type that holds every value. */
export const narrow = (values: Uint16Array | Uint32Array): Narrow => {
  const copy = narrowFor(highest(values), values.length);
  copy.set(values);
  return copy;
};
