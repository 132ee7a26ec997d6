/** Whole numbers in the smallest type that holds them, or any numbers as they are. */
export type Narrow = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A copy in the smallest type that holds every value. */
export const narrow = (values: Uint16Array | Uint32Array | Float64Array): Narrow => {
  let most = 0;
  let isWhole = true;
  for (const value of values) {
    if (value > most) most = value;
    if (value !== value >>> 0) isWhole = false;
  }
  if (!isWhole) return new Float64Array(values);
  if (most < 2 ** 8) return new Uint8Array(values);
  return most < 2 ** 16 ? new Uint16Array(values) : new Uint32Array(values);
};
