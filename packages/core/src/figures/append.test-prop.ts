import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventColumns } from '../events/columns.js';
import { columnsFrom } from '../events/from-facts.js';
import { append } from '../index/append/append.js';
import { checksum } from '../index/checksum.js';
import { buildIndex, type OrganizationIndex } from '../index/organization-index.js';
import { encodeIndex } from '../index/stored-index.js';
import { plusDays } from '../model/day.js';
import type { Facts } from '../model/facts.js';
import {
  centre,
  chanceOf,
  newFacts,
  randomSchool,
  schoolLater,
  shapeOf,
} from './random-school.test-kit.js';

const wordsOf = (index: OrganizationIndex): Uint32Array => new Uint32Array(encodeIndex(index));

const tables = ['content', 'visits', 'attachments', 'plays', 'scans'] as const;
type Table = Readonly<Record<string, Int32Array>> & { readonly day: Int32Array };

/** Columns cut into so many parts; each row is told its part by its day. */
const partsOf = (
  columns: EventColumns,
  count: number,
  partFor: (day: number) => number,
): readonly EventColumns[] => {
  const rowParts = tables.map((name) => Array.from(columns[name].day, partFor));
  return Array.from({ length: count }, (_, part) => {
    const rowsOf = (table: Table, parts: readonly number[]): Table =>
      Object.fromEntries(
        Object.entries(table).map(([name, column]) => [
          name,
          column.filter((_value, row) => parts[row] === part),
        ]),
      ) as Table;
    const taken = tables.map((name, at) => [
      name,
      rowsOf(columns[name] as unknown as Table, rowParts[at]!),
    ]);
    return { ...columns, ...(Object.fromEntries(taken) as Partial<EventColumns>) };
  });
};

describe('append', () => {
  it('gives the index that is built from everything', { timeout: 60_000 }, () => {
    const schools = fc.property(fc.nat(), (seed) => {
      const chance = chanceOf(seed);
      const shape = shapeOf(chance);
      let facts: Facts = randomSchool(chance, shape);
      let index = buildIndex(columnsFrom(facts));
      for (let step = chance.below(4); step >= 0; step--) {
        const later = schoolLater(facts, chance, shape);
        index = append(index, columnsFrom(later, newFacts(facts, later)));
        facts = later;
        const built = buildIndex(columnsFrom(facts));
        // Told at length only where they differ: it takes many times as long.
        if (!isDeepStrictEqual(index, built)) expect(index).toEqual(built);
        expect(checksum(wordsOf(index))).toBe(checksum(wordsOf(built)));
      }
    });
    fc.assert(schools, { numRuns: 300 });
  });

  it('gives the same over several eras, in days that follow and with late events', () => {
    const schools = fc.property(fc.nat(), (seed) => {
      const chance = chanceOf(seed);
      const daysSpan = chance.oneOf([300, 900]);
      const shape = { eventsMax: 3000, daysSpan, crowded: chance.onceIn(4) };
      const columns = columnsFrom(randomSchool(chance, shape));
      const cuts = [1, 2, 3].map(() => plusDays(centre, -chance.below(daysSpan)));
      // Mostly as the day says; without late events now and then, since a quiet day that is quiet no
      // more has all days numbered anew.
      const isOrderly = chance.onceIn(2);
      const partFor = (day: number): number =>
        isOrderly || !chance.onceIn(100)
          ? cuts.filter((cut) => cut <= day).length
          : chance.below(cuts.length + 1);
      const [first, ...others] = partsOf(columns, cuts.length + 1, partFor);
      const index = others.reduce(append, buildIndex(first!));
      const built = buildIndex(columns);
      if (!isDeepStrictEqual(index, built)) expect(index).toEqual(built);
      expect(checksum(wordsOf(index))).toBe(checksum(wordsOf(built)));
    });
    fc.assert(schools, { numRuns: 60 });
  });
});
