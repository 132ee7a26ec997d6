import fc from 'fast-check';
import type { ThingEvents } from './period-counts.js';
import type { Run } from './periods.js';

/* Counts of things by period: most have few, some many more than a byte counts. */

export const columnCount = 40;

export const runArbitrary: fc.Arbitrary<Run> = fc
  .tuple(fc.nat(columnCount), fc.nat(columnCount))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

const rowArbitrary = (things: number) =>
  fc.record({
    thing: fc.integer({ min: -1, max: things }),
    column: fc.nat(columnCount - 1),
    count: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 3 }) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
      fc.integer({ min: 100, max: 4000 }),
    ),
  });

export const eventsArbitrary = (things: number, rowsMax: number): fc.Arbitrary<ThingEvents> =>
  fc.array(rowArbitrary(things), { maxLength: rowsMax, size: 'max' }).map((rows) => ({
    thing: Int32Array.from(rows, ({ thing }) => thing),
    column: Uint16Array.from(rows, ({ column }) => column),
    count: Uint32Array.from(rows, ({ count }) => count),
  }));

/** The counts of all things in a run, added up row by row. */
export const countedPlainly = (
  { thing, column, count }: ThingEvents,
  things: number,
  { from, to }: Run,
): readonly number[] => {
  const counts = Array.from({ length: things }, () => 0);
  for (const [row, of] of thing.entries()) {
    if (of >= 0 && of < things && column[row]! >= from && column[row]! < to) {
      counts[of]! += count?.[row] ?? 1;
    }
  }
  return counts;
};
