import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countAt, periodCounts, placesIn } from './period-counts.js';
import {
  columnCount,
  countedPlainly,
  eventsArbitrary,
  runArbitrary,
} from './period-counts.test-kit.js';

const things = 30;

describe('counts by period', () => {
  it('are the sums of their rows, in whatever form a thing is kept', () => {
    const forms = { wide: 0, narrow: 0, listed: 0, none: 0 };
    fc.assert(
      fc.property(eventsArbitrary(things, 120), runArbitrary, (events, run) => {
        const counts = periodCounts(events, things, columnCount);
        const places = placesIn(counts.order, things);
        const found = Array.from(places, (place) => countAt(counts, place, run));
        expect(found).toEqual(countedPlainly(events, things, run));
        forms.wide += counts.wide;
        forms.narrow += counts.narrow;
        forms.listed += counts.order.length - counts.wide - counts.narrow;
        forms.none += things - counts.order.length;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(...Object.values(forms))).toBeGreaterThan(100);
  });

  it('are ordered by total, the highest first, equal ones by code', () => {
    fc.assert(
      fc.property(eventsArbitrary(things, 120), (events) => {
        const totals = countedPlainly(events, things, { from: 0, to: columnCount });
        const expected = [...totals.keys()]
          .filter((thing) => totals[thing]! > 0)
          .sort((a, b) => totals[b]! - totals[a]! || a - b);
        expect([...periodCounts(events, things, columnCount).order]).toEqual(expected);
      }),
    );
  });
});
