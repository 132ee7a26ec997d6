import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBelow, waveletOf } from './wavelet.js';

/** Sequences with stretches that ascend, long and short, of numbers near each other and far. */
const sequence = fc
  .array(
    fc
      .record({ most: fc.constantFrom(0, 3, 300, 40_000), length: fc.nat(200) })
      .chain(({ most, length }) => fc.array(fc.nat(most), { maxLength: length })),
    { maxLength: 12 },
  )
  .map((stretches) => Uint16Array.from(stretches.flatMap((one) => one.sort((a, b) => a - b))));

describe('a wavelet matrix', () => {
  it('counts the numbers of a stretch that lie below a bound', () => {
    fc.assert(
      fc.property(sequence, fc.infiniteStream(fc.nat(50_000)), (values, numbers) => {
        const wavelet = waveletOf(values);
        for (const [turn, bound] of [0, 1, 2, 5, 301, ...numbers.take(5)].entries()) {
          const [a, b] = [turn * 7919, bound].map((number) => number % (values.length + 1));
          const [start, end] = [Math.min(a!, b!), Math.max(a!, b!)];
          const below = values.subarray(start, end).filter((value) => value < bound).length;
          expect(countBelow(wavelet, start, end, bound)).toBe(below);
        }
      }),
      { numRuns: 200 },
    );
  });
});
