import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeScale } from './time-scale.js';

describe('a scale of time', () => {
  it('is true to length where nothing is folded', () => {
    const { x, pauses } = timeScale([0, 100, 400, 1000], 500);
    expect([0, 100, 400, 550, 1000].map(x)).toEqual([0, 50, 200, 275, 500]);
    expect(pauses).toEqual([]);
  });

  it('folds long pauses', () => {
    const { x, pauses } = timeScale([0, 100, 200, 3_600_200, 3_600_300], 500);
    expect(pauses.map(({ from, to }) => [from, to])).toEqual([[200, 3_600_200]]);
    expect(x(200)).toBeCloseTo(296);
    expect(x(3_600_200)).toBeCloseTo(352);
  });

  it('clamps what lies outside, and places a single moment', () => {
    const { x } = timeScale([100, 200], 50);
    expect([x(0), x(900)]).toEqual([0, 50]);
    expect(timeScale([5], 50).x(7)).toBe(0);
  });

  it('never goes back, whatever the moments', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 1e8 }), { minLength: 1 });
    fc.assert(
      fc.property(moments, (times) => {
        const { x } = timeScale(times, 900);
        const places = times.toSorted((a, b) => a - b).map(x);
        for (const [index, place] of places.entries()) {
          expect(place).toBeGreaterThanOrEqual(places[index - 1] ?? 0);
          expect(place).toBeLessThanOrEqual(900.001);
        }
      }),
    );
  });
});
