import {
  buildIndex,
  columnsFrom,
  type Day,
  dayOfInstant,
  encodeIndex,
  type IndexTimes,
  indexGroups,
  splitByOrganization,
} from '@tallyboard/core';
import { type Facts, noFacts, parseInstant } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { linesOf, ndjson, tellingImport, testDirectory } from '../import/import-facts.test-kit.js';
import { diskFiles } from '../layout/files.js';
import { readManifest } from '../layout/manifest.js';
import { readAccess } from './access.js';
import { groupedReader } from './grouped-reader.js';
import { importsArbitrary, withFacts } from './imports.test-kit.js';
import { readIndexBetween, writeIndexFile } from './index-files.js';

/* Imports one after the other: every index is that of all facts, from whatever index it is made. */

const place = testDirectory();
afterAll(place.remove);

const now = parseInstant('2099-12-31T23:59:59.999Z')!;
it('gives the index of all facts after each import', async () => {
  const counts = { imports: 0, added: 0, whole: 0 };
  await fc.assert(
    fc.asyncProperty(importsArbitrary, fc.nat({ max: 80 }), async (imports, days) => {
      const directory = place.fresh();
      const reader = groupedReader(directory);
      let all: Facts = noFacts();
      for (const [step, { facts, isKept }] of imports.entries()) {
        all = withFacts(all, facts);
        const file = place.file('facts.ndjson', ndjson(linesOf(facts)));
        const { problems } = await tellingImport(directory, [file], { now });
        expect(problems.filter(({ line }) => line !== null)).toEqual([]);
        const access = await readAccess(directory, await readManifest(directory, diskFiles));
        for (const [id, own] of splitByOrganization(all)) {
          const { version, grownSince } = access.organizations.find(
            ({ organization }) => organization.id === id,
          )!;
          const today = (dayOfInstant(own.organization[0]!.createdAt) + 100 + step * days) as Day;
          const times: IndexTimes = {
            createdOn: dayOfInstant(own.organization[0]!.createdAt),
            billingTerms: own.billingTerm,
            today,
          };
          const before = await readIndexBetween(directory, id, grownSince!, Infinity);
          counts[before === null ? 'whole' : 'added'] += 1;
          const ours = encodeIndex(indexGroups(await reader.groupsOf(id, times), times));
          const wanted = encodeIndex(buildIndex(columnsFrom(own), times));
          expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
          if (isKept) await writeIndexFile(directory, id, version, new Uint8Array(ours));
        }
        counts.imports += 1;
      }
      reader.close();
    }),
    { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 4), endOnFailure: true },
  );
  expect(counts.added).toBeGreaterThan(0);
  expect(counts.whole).toBeGreaterThan(0);
});
