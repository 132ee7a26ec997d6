import {
  buildIndex,
  columnsFrom,
  type Day,
  dayOfInstant,
  splitByOrganization,
} from '@tallyboard/core';
import { encodeIndex, type IndexTimes, indexGroups } from '@tallyboard/core/engine';
import { type Facts, noFacts, parseInstant } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { linesOf, ndjson, tellingImport, testDirectory } from '../import/import-facts.test-kit.js';
import { groupedReader } from './grouped-reader.js';
import { importsArbitrary, withFacts } from './imports.test-kit.js';

/* Imports one after the other: after each, the index is that of all facts. */

const place = testDirectory();
afterAll(place.remove);

const now = parseInstant('2099-12-31T23:59:59.999Z')!;

it('gives the index of all facts after each import', async () => {
  await fc.assert(
    fc.asyncProperty(importsArbitrary, fc.nat({ max: 80 }), async (imports, days) => {
      const directory = place.fresh();
      const reader = groupedReader(directory);
      let all: Facts = noFacts();
      for (const [step, { facts }] of imports.entries()) {
        all = withFacts(all, facts);
        const file = place.file('facts.ndjson', ndjson(linesOf(facts)));
        const { problems } = await tellingImport(directory, [file], { now });
        expect(problems.filter(({ line }) => line !== null)).toEqual([]);
        for (const [id, own] of splitByOrganization(all)) {
          const createdOn = dayOfInstant(own.organization[0]!.createdAt);
          const times: IndexTimes = {
            createdOn,
            billingTerms: own.billingTerm,
            today: (createdOn + 100 + step * days) as Day,
          };
          const ours = encodeIndex(indexGroups(await reader.groupsOf(id, times), times));
          const wanted = encodeIndex(buildIndex(columnsFrom(own), times));
          expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
        }
      }
      reader.close();
    }),
    { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 4), endOnFailure: true },
  );
});
