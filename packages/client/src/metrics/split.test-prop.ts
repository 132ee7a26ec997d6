import { limits } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitEntries } from './split.js';

const entries = fc
  .array(
    fc.record({
      // Single values are the most common, and six is the widest there is: memberCount by five statuses.
      queries: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 6 })),
    }),
    { maxLength: 400, size: 'max' },
  )
  .map((list) => list.map((entry, id) => ({ ...entry, id })));

const sum = (list: readonly { readonly queries: number }[]): number =>
  list.reduce((total, { queries }) => total + queries, 0);

it('every entry once, no request too wide, and no more requests than promised', () => {
  fc.assert(
    fc.property(entries, (list) => {
      const parts = splitEntries(list);
      expect(parts.flat().toSorted((a, b) => a.id - b.id)).toEqual(list);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(limits.entriesMax);
        expect(sum(part)).toBeLessThanOrEqual(limits.queriesMax);
      }
      const least = Math.max(list.length / limits.entriesMax, sum(list) / limits.queriesMax);
      expect(parts.length).toBeLessThanOrEqual(1.4 * least + 1);
    }),
    { numRuns: 300 },
  );
});

it('what fits into one request is sent as one', () => {
  const wide = Array.from({ length: 25 }, () => ({ queries: 2 }));
  expect(splitEntries(wide)).toHaveLength(1);
  expect(splitEntries([...wide, { queries: 1 }])).toHaveLength(2);
});
