import fc from 'fast-check';
import { expect, it } from 'vitest';
import { periodCounts } from '../index/period-counts.js';
import {
  columnCount,
  countedPlainly,
  eventsArbitrary,
  runArbitrary,
} from '../index/period-counts.test-kit.js';
import { topOf } from './top.js';

const things = 60;

it('the first places are those of a full sort, with any ties and filter', () => {
  const contest = fc.record({
    run: runArbitrary,
    modulus: fc.integer({ min: 1, max: 3 }),
    ties: fc.constantFrom('ascending' as const, 'descending' as const),
    most: fc.constantFrom(1, 3, 10, 80),
    less: fc.constantFrom(0, 0, 1, 40),
  });
  fc.assert(
    fc.property(
      eventsArbitrary(things, 250),
      contest,
      (events, { run, modulus, ties, most, less }) => {
        const counts = periodCounts(events, things, columnCount);
        const accepts = (code: number): boolean => code % modulus === 0;
        const lessAt = (place: number): number => (counts.order[place]! % 5 === 0 ? less : 0);
        const plain = countedPlainly(events, things, run).map(
          (count, code) => count - (code % 5 === 0 ? Math.min(less, count) : 0),
        );
        const sign = ties === 'ascending' ? 1 : -1;
        const expected = [...plain.entries()]
          .map(([code, count]) => ({ code, count }))
          .filter(({ code, count }) => count > 0 && accepts(code))
          .sort((a, b) => b.count - a.count || sign * (a.code - b.code))
          .slice(0, most);
        const { codes, counts: found } = topOf({
          counts,
          run,
          accepts,
          ties,
          most,
          exactly: (place, counted) => counted - lessAt(place),
        });
        expect(codes.map((code, at) => ({ code, count: found[at] }))).toEqual(expected);
      },
    ),
    { numRuns: 2000 },
  );
});
