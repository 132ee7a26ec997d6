import {
  buildIndex,
  columnsFrom,
  type Day,
  dayOfInstant,
  splitByOrganization,
} from '@tallyboard/core';
import { encodeIndex, type IndexTimes, indexGroups } from '@tallyboard/core/engine';
import { type Facts, noFacts } from '@tallyboard/core/vocabulary';
import { missingForLong } from '@tallyboard/engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import {
  additionsArbitrary,
  importsArbitrary,
  withFacts,
} from '../../../store/src/read/imports.test-kit.js';
import { clickhouseForTests, importLines } from '../clickhouse.test-kit.js';
import type { Shards } from '../shards.js';
import { sweepClickhouse } from '../sweep.js';
import { newestVersion } from '../versions.js';
import { groupedColumns } from './grouped-columns.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: indexes from ClickHouse; ${missing}`);

const timesOf = ({ organization, billingTerm }: Facts, days: number): IndexTimes => {
  const createdOn = dayOfInstant(organization[0]!.createdAt);
  return { createdOn, billingTerms: billingTerm, today: (createdOn + 100 + days) as Day };
};

describe.skipIf(missing !== null)('imports into two shards, one after the other', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
  });
  afterAll(() => clickhouse.dispose());

  const counts = { same: 0, changed: 0 };

  /** Compares the index of each organization, to the byte, with that of its facts. */
  const compare = async (shards: Shards, all: Facts, days: number) => {
    for (const [id, own] of splitByOrganization(all)) {
      const version = (await newestVersion(shards, id))!;
      counts[version.changed.length > 0 ? 'changed' : 'same'] += 1;
      const times = timesOf(own, days);
      const wanted = encodeIndex(buildIndex(columnsFrom(own), times));
      const groups = await groupedColumns(shards, id, version.version, times);
      const ours = encodeIndex(indexGroups(groups, times));
      expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
    }
  };

  it('give the index of all facts, whatever each adds, changes or replaces, and when they are swept', async () => {
    let run = 0;
    const sequence = fc.record({
      imports: fc.oneof(importsArbitrary, additionsArbitrary),
      days: fc.nat({ max: 80 }),
      // The import behind which an organization loses its visits and scans.
      replacedAt: fc.nat({ max: 6 }),
      sweptAt: fc.nat({ max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(sequence, async ({ imports, days, replacedAt, sweptAt }) => {
        const shards = clickhouse.open(`sequence_${run++}`);
        const load = async (facts: Facts, replaceOrganization?: string) => {
          const lines = linesOf(facts);
          if (lines.length === 0) return;
          const more = replaceOrganization === undefined ? {} : { replaceOrganization };
          expect((await importLines(shards, clickhouse.place, lines, more)).problems).toEqual([]);
        };
        let all: Facts = noFacts();
        for (const [step, facts] of imports.entries()) {
          all = withFacts(all, facts);
          await load(facts);
          const [first] = splitByOrganization(all).keys();
          if (step === replacedAt && first !== undefined) {
            const own = splitByOrganization(all).get(first)!;
            await load({ ...own, visit: [], scan: [], apiKey: [] }, first);
            const gone = new Set<unknown>([...own.visit, ...own.scan].map(({ id }) => id));
            const isLeft = ({ id }: { readonly id: unknown }) => !gone.has(id);
            all = { ...all, visit: all.visit.filter(isLeft), scan: all.scan.filter(isLeft) };
          }
          if (step === sweptAt) {
            const swept = await sweepClickhouse({ shards, now: Date.now() + 1, graceMs: 0 });
            expect(swept.map(({ problem }) => problem)).toEqual([null, null]);
          }
          await compare(shards, all, step * days);
        }
        for (const shard of shards.all) {
          await shard.run({ sql: `DROP DATABASE ${shards.database}` });
        }
      }),
      { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 3), endOnFailure: true },
    );
    expect(counts.same).toBeGreaterThan(0);
    expect(counts.changed).toBeGreaterThan(0);
  });
});
