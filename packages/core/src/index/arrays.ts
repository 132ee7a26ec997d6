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

const digitMask = 0xffff;

/** Positions ascending by one digit of the number there; in the order before, or by position, where it is equal. */
const byDigit = (
  values: Uint32Array,
  shift: number,
  most: number,
  before?: Uint32Array,
): Uint32Array => {
  const { length } = values;
  const starts = new Uint32Array(Math.min(digitMask, most >>> shift) + 2);
  for (let at = 0; at < length; at++) starts[((values[at]! >>> shift) & digitMask) + 1]!++;
  for (let digit = 1; digit < starts.length; digit++) starts[digit]! += starts[digit - 1]!;
  const order = new Uint32Array(length);
  for (let at = 0; at < length; at++) {
    const position = before === undefined ? at : before[at]!;
    order[starts[(values[position]! >>> shift) & digitMask]!++] = position;
  }
  return order;
};

/**
 * Positions ascending by the number there.
 *
 * @param before - the order of those with equal numbers; by position when left out
 */
export const orderBy = (values: Uint32Array, before?: Uint32Array): Uint32Array => {
  const most = highest(values);
  const order = byDigit(values, 0, most, before);
  return most > digitMask ? byDigit(values, 16, most, order) : order;
};

/** Positions descending by the number there; equal numbers by position. */
export const orderByMost = (values: Uint32Array): Uint32Array => {
  const most = highest(values);
  return orderBy(values.map((value) => most - value));
};

/** For each text its place among the distinct texts, ascending by code units. */
export const ranksOf = (texts: readonly string[]): Uint32Array => {
  const ranks = new Map([...new Set(texts)].sort().map((text, rank) => [text, rank]));
  return Uint32Array.from(texts, (text) => ranks.get(text) ?? 0);
};
