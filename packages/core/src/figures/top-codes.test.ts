import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topCodes } from './top-codes.test-kit.js';

describe('the highest counts', () => {
  it('come first, equal ones by code, zero never', () => {
    expect(topCodes(Uint32Array.of(0, 3, 7, 3, 0, 7), 3)).toEqual([2, 5, 1]);
  });

  it('are those of a full sort', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5), { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        (counts, most) => {
          const sorted = counts
            .map((count, code) => ({ count, code }))
            .filter(({ count }) => count > 0)
            .sort((a, b) => b.count - a.count || a.code - b.code)
            .slice(0, most)
            .map(({ code }) => code);
          expect(topCodes(Uint32Array.from(counts), most)).toEqual(sorted);
        },
      ),
    );
  });
});
