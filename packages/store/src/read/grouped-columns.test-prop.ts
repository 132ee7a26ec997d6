import { worldArbitrary } from '@tallyboard/arbitraries';
import {
  buildIndex,
  columnsFrom,
  type Day,
  dayOfInstant,
  splitByOrganization,
} from '@tallyboard/core';
import { encodeIndex, type IndexTimes, indexGroups } from '@tallyboard/core/engine';
import { type Facts, type Instant, parseInstant } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { linesOf, ndjson, tellingImport, testDirectory } from '../import/import-facts.test-kit.js';
import { groupedReader } from './grouped-reader.js';

const place = testDirectory();
afterAll(place.remove);

const extremes = ['1969-12-31T23:59:59.999Z', '2099-12-31T23:59:59.999Z'].map(
  (text) => parseInstant(text)!,
);

/** Some visits, plays, scans and comments happen long before everything else, or long after it. */
const withExtremes = (facts: Facts): Facts => {
  const moved = (at: Instant, row: number): Instant => (row % 5 < 2 ? extremes[row % 5]! : at);
  return {
    ...facts,
    visit: facts.visit.map((fact, row) => ({ ...fact, at: moved(fact.at, row) })),
    scan: facts.scan.map((fact, row) =>
      fact.removedAt === null ? { ...fact, at: moved(fact.at, row) } : fact,
    ),
    reaction: facts.reaction.map((fact, row) =>
      row % 5 === 1 ? { ...fact, createdAt: extremes[1]! } : fact,
    ),
  };
};

const importedWorld = async (facts: Facts): Promise<string> => {
  const directory = place.fresh();
  const file = place.file('facts.ndjson', ndjson(linesOf(facts)));
  const report = await tellingImport(directory, [file], { now: extremes[1]! });
  expect(report.problems).toEqual([]);
  return directory;
};

it('gives the index that the facts themselves give, to the byte', async () => {
  let [organizations, visits] = [0, 0];
  await fc.assert(
    fc.asyncProperty(worldArbitrary(), fc.integer({ min: -400, max: 400 }), async (drawn, days) => {
      const world = withExtremes(drawn);
      const reader = groupedReader(await importedWorld(world));
      for (const [id, facts] of splitByOrganization(world)) {
        const createdOn = dayOfInstant(facts.organization[0]!.createdAt);
        const times: IndexTimes = {
          createdOn,
          billingTerms: facts.billingTerm,
          today: (createdOn + days) as Day,
        };
        const ours = encodeIndex(indexGroups(await reader.groupsOf(id, times), times));
        const wanted = encodeIndex(buildIndex(columnsFrom(facts), times));
        expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
        organizations += 1;
        visits += facts.visit.length;
      }
      reader.close();
    }),
    { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 6) },
  );
  expect(organizations).toBeGreaterThan(0);
  expect(visits).toBeGreaterThan(0);
});
