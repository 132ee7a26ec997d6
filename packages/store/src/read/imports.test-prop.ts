import {
  buildIndex,
  columnsFrom,
  type Day,
  dayOfInstant,
  splitByOrganization,
} from '@tallyboard/core';
import { encodeIndex, type IndexTimes } from '@tallyboard/core/engine';
import { type Facts, type Instant, noFacts, parseInstant } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { linesOf, ndjson, tellingImport, testDirectory } from '../import/import-facts.test-kit.js';
import { columnsReader } from './columns-reader.js';
import { importsArbitrary, withFacts } from './imports.test-kit.js';

/* Imports one after the other: after each, the index is that of all facts. */

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

it('gives the index of all facts after each import', async () => {
  await fc.assert(
    fc.asyncProperty(importsArbitrary, fc.nat({ max: 80 }), async (imports, days) => {
      const directory = place.fresh();
      const reader = columnsReader(directory);
      let all: Facts = noFacts();
      for (const [step, drawn] of imports.entries()) {
        const facts = withExtremes(drawn);
        all = withFacts(all, facts);
        const file = place.file('facts.ndjson', ndjson(linesOf(facts)));
        const { problems } = await tellingImport(directory, [file], { now: extremes[1]! });
        expect(problems.filter(({ line }) => line !== null)).toEqual([]);
        for (const [id, own] of splitByOrganization(all)) {
          const createdOn = dayOfInstant(own.organization[0]!.createdAt);
          const times: IndexTimes = {
            createdOn,
            billingTerms: own.billingTerm,
            today: (createdOn + 100 + step * days) as Day,
          };
          const ours = encodeIndex(buildIndex(await reader.columnsOf(id), times));
          const wanted = encodeIndex(buildIndex(columnsFrom(own), times));
          expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
        }
      }
      await reader.close();
    }),
    { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 4), endOnFailure: true },
  );
});
