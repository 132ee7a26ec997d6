import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundedCache } from './bounded-cache.js';

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  fc.record({ key, bytes: fc.nat({ max: 12 }) }),
  fc.record({ key, bytes: fc.constant(null) }),
);

/** The same as a list, the key used last at its end. */
interface Model {
  readonly key: string;
  readonly value: number;
  readonly bytes: number;
}

const total = (kept: readonly Model[]): number => kept.reduce((sum, { bytes }) => sum + bytes, 0);

it('keeps what was used last, and never more than its bound', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const bound = 20;
      const cache = boundedCache<number>(bound);
      let model: readonly Model[] = [];
      for (const [value, { key, bytes }] of steps.entries()) {
        const known = model.find((kept) => kept.key === key);
        const others = model.filter((kept) => kept.key !== key);
        if (bytes === null) {
          expect(cache.get(key)).toBe(known?.value);
          if (known !== undefined) model = [...others, known];
        } else {
          expect(cache.set(key, value, bytes)).toBe(true);
          let kept = [...others, { key, value, bytes }];
          while (total(kept) > bound) kept = kept.slice(1);
          model = kept;
        }
        expect(cache.size()).toBe(total(model));
        expect(cache.size()).toBeLessThanOrEqual(bound);
      }
    }),
  );
});

it('refuses what can never fit, and keeps what it has', () => {
  const cache = boundedCache<string>(10);
  cache.set('a', 'small', 4);
  expect(cache.set('a', 'large', 11)).toBe(false);
  expect([cache.get('a'), cache.size()]).toEqual(['small', 4]);
});
