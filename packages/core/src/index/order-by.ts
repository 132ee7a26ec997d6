import { highest } from './narrow.js';

const digits = [0, 16];
const digitMask = 0xffff;

const inPlace = (length: number): Uint32Array => {
  const order = new Uint32Array(length);
  for (let at = 0; at < length; at++) order[at] = at;
  return order;
};

/**
 * Positions ascending by the number there.
 *
 * @param before - the order of those with equal numbers; by position when left out
 */
export const orderBy = (
  values: Uint32Array,
  before: Uint32Array = inPlace(values.length),
): Uint32Array => {
  let order = before;
  const most = highest(values);
  for (const shift of digits) {
    if (most >>> shift === 0) break;
    const starts = new Uint32Array(Math.min(digitMask, most >>> shift) + 2);
    for (let at = 0; at < values.length; at++) starts[((values[at]! >>> shift) & digitMask) + 1]!++;
    for (let digit = 1; digit < starts.length; digit++) starts[digit]! += starts[digit - 1]!;
    const next = new Uint32Array(order.length);
    for (let at = 0; at < order.length; at++) {
      const position = order[at]!;
      next[starts[(values[position]! >>> shift) & digitMask]!++] = position;
    }
    order = next;
  }
  return order;
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
