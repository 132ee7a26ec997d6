import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayRun } from '../index/calendar.js';
import { leadersMax, type Standings, standingsOf, type Things } from '../index/standings.js';
import { countEvents, countEventsFrom, type Timelines } from '../index/timelines.js';
import { type Chance, chanceOf } from './random-school.test-kit.js';
import { topOf } from './top.js';
import { topCodes } from './top-codes.test-kit.js';

/* Rankings of more things than there are leaders, crowded and even; a school of a test is too small. */

const days = 700;

/** How many events each thing has: about as many as any other, or ever fewer. */
const sizes = {
  even: (chance: Chance): number => 10 + chance.below(8),
  'even, some beyond a byte': (chance: Chance): number =>
    chance.onceIn(400) ? 300 : 8 + chance.below(9),
  'even, most beyond a byte': (chance: Chance): number => 250 + chance.below(40),
  'a few each': (chance: Chance): number => chance.below(4),
  'one to four each': (chance: Chance): number => 1 + chance.below(4),
  'two or three for most': (chance: Chance): number =>
    chance.onceIn(12) ? 1 : 2 + chance.below(2),
  crowded: (chance: Chance, thing: number): number => Math.floor(900 / (1 + (thing % 997))),
};

const timelinesFor = (chance: Chance, sizeOf: (chance: Chance, thing: number) => number) => {
  const things = leadersMax + chance.below(300);
  const starts = new Uint32Array(things + 1);
  for (let thing = 0; thing < things; thing++) {
    starts[thing + 1] = starts[thing]! + sizeOf(chance, thing);
  }
  const marks = new Uint16Array(starts[things]!);
  for (let at = 0; at < marks.length; at++) marks[at] = 2 * chance.below(days);
  for (let thing = 0; thing < things; thing++) {
    marks.subarray(starts[thing], starts[thing + 1]).sort();
  }
  return { starts, marks };
};

/** Any days, a few, or one on which something happened to the last of the leaders. */
const runFor = (chance: Chance, { starts, marks }: Timelines, { leaders }: Standings): DayRun => {
  const last = leaders.at(-1);
  if (last !== undefined && chance.onceIn(3)) {
    const from = marks[starts[last]!]! >> 1;
    return { from, to: from + 1 };
  }
  const from = chance.below(days);
  const length = chance.onceIn(2) ? 1 + chance.below(4) : chance.below(days + 1 - from);
  return { from, to: Math.min(from + length, days) };
};

const countsOf = (timelines: Timelines, from: number, to: number): Uint32Array =>
  Uint32Array.from({ length: timelines.starts.length - 1 }, (_, thing) =>
    countEvents(timelines, thing, from, to),
  );

describe('the first places of a ranking', () => {
  for (const [name, sizeOf] of Object.entries(sizes)) {
    it(`are those of all counts: ${name}`, { timeout: 60_000 }, () => {
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const chance = chanceOf(seed);
          const timelines = timelinesFor(chance, sizeOf);
          const things: Things = { timelines, first: 0, count: timelines.starts.length - 1 };
          const standings = standingsOf(things, days);
          for (let round = 0; round < 6; round++) {
            const run = runFor(chance, timelines, standings);
            const modulus = 1 + chance.below(3);
            const accepts = (code: number): boolean => code % modulus === 0;
            const counts = countsOf(timelines, run.from, run.to);
            const accepted = counts.map((count, code) => (accepts(code) ? count : 0));
            const top = topOf(
              {
                things,
                standings,
                run,
                accepts,
                countFrom: (code, least) =>
                  countEventsFrom(timelines, code, run.from, run.to, least),
                ties: 'ascending',
              },
              10,
            );
            const expected = topCodes(accepted, 10).map((code) => ({ code, count: counts[code] }));
            expect(top).toEqual(expected);
          }
        }),
        { numRuns: 12 },
      );
    });
  }

  it('come from stretches of time exactly where activity is even', () => {
    const hasEras = (sizeOf: (chance: Chance, thing: number) => number): boolean => {
      const timelines = timelinesFor(chanceOf(1), sizeOf);
      const things = { timelines, first: 0, count: timelines.starts.length - 1 };
      const { leaders, eras } = standingsOf(things, days);
      expect(leaders.length === 0).toBe(eras.length > 0);
      return eras.length > 0;
    };
    expect(Object.values(sizes).map(hasEras)).toEqual([
      ...[true, true, true],
      ...[false, false, false, false],
    ]);
  });
});
