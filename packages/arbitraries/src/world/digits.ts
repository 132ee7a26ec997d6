import * as fc from 'fast-check';
import { type Draw, oneOf } from '../random.js';

/*
 * Why worlds are drawn as lists of numbers: an arbitrary of some hundred records with ten fields
 * each takes milliseconds a world, and one seed for everything cannot shrink. Here every fact is
 * one drawn number that is read digit by digit, each digit a choice. A list shrinks by dropping
 * facts and a fact by falling back to the first, plainest choices, and a world is drawn in well
 * under a millisecond.
 */

/** Reads a drawn number as a row of choices; once it is used up, every choice is the first (2.6). */
export const digitsOf = (code: number): Draw => {
  let rest = code;
  return (count) => {
    const digit = rest % count;
    rest = Math.floor(rest / count);
    return digit;
  };
};

/** At least as many as there are facts of a kind that others refer to. */
const factsMax = 256;

/**
 * One of the facts that another may refer to. However many there are, it uses up the same part of the number:
 * a fact that is dropped leaves all other choices of those that remain as they are.
 */
export const referTo = <A>(draw: Draw, facts: readonly A[]): A => {
  const digit = draw(factsMax);
  return oneOf((count) => digit % count, facts);
};

/** An id whose order by code unit is not the order of making, as with real hashids (2.5). */
export const idOf = (kind: string, place: number): string => {
  const letters = '0ZaYbXcWdVeUfTgShRiQjPkOlNmMnLoKpJqIrHsGtFuEvDwCxByAz123456789';
  return `${letters[(place * 7) % letters.length] ?? '0'}${kind}${String(place).padStart(3, '0')}`;
};

/** A list of numbers to be read as facts, of any length up to `maxLength` alike (2.6). */
export const codesArbitrary = (maxLength: number, minLength = 0): fc.Arbitrary<readonly number[]> =>
  // Without bias: small numbers would be first choices only, and half of all worlds would be empty.
  fc.noBias(fc.array(fc.maxSafeNat(), { minLength, maxLength, size: 'max' }));
