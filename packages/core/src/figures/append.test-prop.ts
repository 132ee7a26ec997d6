import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsFrom } from '../events/from-facts.js';
import { append } from '../index/append/append.js';
import { checksum } from '../index/checksum.js';
import { buildIndex, type OrganizationIndex } from '../index/organization-index.js';
import { encodeIndex } from '../index/stored-index.js';
import type { Facts } from '../model/facts.js';
import { chanceOf, randomSchool, schoolLater, shapeOf } from './random-school.test-kit.js';

const wordsOf = (index: OrganizationIndex): Uint32Array => new Uint32Array(encodeIndex(index));

/** The rows of `later` that `before` does not have yet. */
const newFacts = (before: Facts, later: Facts): Facts =>
  Object.fromEntries(
    Object.entries(later).map(([kind, rows]) => [
      kind,
      rows.slice(before[kind as keyof Facts].length),
    ]),
  ) as unknown as Facts;

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
});
