import { highest } from './narrow.js';

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
