import { worldArbitrary } from '@tallyboard/arbitraries';
import { buildIndex, columnsFrom, encodeIndex, splitByOrganization } from '@tallyboard/core';
import type { Facts } from '@tallyboard/core/vocabulary';
import { missingEngines } from '@tallyboard/engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { clickhouseForTests, importLines } from '../clickhouse.test-kit.js';
import { eventColumns } from './event-columns.js';
import { newestVersion } from './heads.js';

const missing = missingEngines('clickhouse-server');
if (missing !== null) console.warn(`skipped: indexes from ClickHouse; ${missing}`);

/** Visitors get their codes as they come: here in the order of their ids, as ClickHouse counts them. */
const inOrderOfVisitors = (facts: Facts): Facts => ({
  ...facts,
  visit: facts.visit.toSorted((a, b) => ((a.visitorId ?? '') < (b.visitorId ?? '') ? -1 : 1)),
});

describe.skipIf(missing !== null)('rollups of two shards', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
  });
  afterAll(() => clickhouse.dispose());

  it('give the index that the facts themselves give, to the byte', async () => {
    let run = 0;
    let organizations = 0;
    await fc.assert(
      fc.asyncProperty(worldArbitrary(), async (world) => {
        const shards = clickhouse.open(`world_${run++}`);
        const { problems } = await importLines(shards, clickhouse.place, linesOf(world));
        expect(problems).toEqual([]);
        for (const [id, facts] of splitByOrganization(inOrderOfVisitors(world))) {
          const version = await newestVersion(shards, id);
          const ours = encodeIndex(buildIndex(await eventColumns(shards, version!)));
          const wanted = encodeIndex(buildIndex(columnsFrom(facts)));
          expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
          organizations += 1;
        }
        await shards.all[0]!.run({ sql: `DROP DATABASE ${shards.database}` });
        await shards.all[1]!.run({ sql: `DROP DATABASE ${shards.database}` });
      }),
      { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 2) },
    );
    expect(organizations).toBeGreaterThan(0);
  });
});
