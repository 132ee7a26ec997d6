import * as fc from 'fast-check';

/*
 * Why worlds are drawn as lists of numbers: an arbitrary of some hundred records with ten fields
 * each takes milliseconds a world, and one seed for everything cannot shrink. Here every fact is
 * one drawn number that is read digit by digit, each digit a choice. A list shrinks by dropping
 * facts and a fact by falling back to the first, plainest choices, and a world is drawn in well
 * under a millisecond.
 */

/** At least as many as there are facts of a kind that others refer to. */
const factsMax = 256;

/**
 * Reads a drawn number as a row of choices; once it is used up, every choice is the first (2.6).
 */
export class Digits {
  private rest: number;

  constructor(code: number) {
    this.rest = code;
  }

  /** A whole number from 0 up to, but not including, `count`. */
  below(count: number): number {
    const digit = this.rest % count;
    this.rest = Math.floor(this.rest / count);
    return digit;
  }

  /** One of the choices, the plainest first; a choice listed twice comes twice as often. */
  oneOf<A>(choices: readonly A[]): A {
    if (choices.length === 0) throw new RangeError('There is nothing to choose from');
    return choices[this.below(choices.length)] as A;
  }

  /**
   * One of the facts that another may refer to. However many there are, it uses up the same part of the number:
   * a fact that is dropped leaves all other choices of those that remain as they are.
   */
  referTo<A>(facts: readonly A[]): A {
    const digit = this.below(factsMax);
    if (facts.length === 0) throw new RangeError('There is nothing to refer to');
    return facts[digit % facts.length] as A;
  }

  /** True once in `count`, and false when digits have run out. */
  onceIn(count: number): boolean {
    return this.below(count) === count - 1;
  }
}

/** A list of numbers to be read as facts, of any length up to `maxLength` alike (2.6). */
export const codesArbitrary = (maxLength: number, minLength = 0): fc.Arbitrary<readonly number[]> =>
  // Without bias: small numbers would be first choices only, and half of all worlds would be empty.
  fc.noBias(fc.array(fc.maxSafeNat(), { minLength, maxLength, size: 'max' }));
