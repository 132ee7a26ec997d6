import type { Chance } from './chance.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const pairsCount = alphabet.length ** 2;
/** All texts of two letters: an id is put together from a handful of them. */
const pairs = Array.from(
  { length: pairsCount },
  (_, index) =>
    alphabet.charAt(Math.floor(index / alphabet.length)) + alphabet.charAt(index % alphabet.length),
);

/** Letters and digits that look like a hashid; `length` is even. */
export const letters = (chance: Chance, length: number): string => {
  let id = '';
  for (let at = 0; at < length; at += 4) {
    const number = chance.below(pairsCount * pairsCount);
    id += pairs[Math.floor(number / pairsCount)]!;
    if (length - at > 2) id += pairs[number % pairsCount]!;
  }
  return id;
};

/** An id of anything but boards and organizations. Two alike among 10 million: one in 10^8 worlds. */
export const newId = (chance: Chance): string => letters(chance, 12);

/** A board's id, of either length. */
export const newBoardId = (chance: Chance): string => letters(chance, chance.hits(0.9) ? 16 : 20);

/** An organization's id, of a kind that analytics support. */
export const newOrganizationId = (chance: Chance): string => `wksp_${letters(chance, 16)}`;

/** An API key. */
export const newKey = (chance: Chance): string => `tally_${letters(chance, 40)}`;
