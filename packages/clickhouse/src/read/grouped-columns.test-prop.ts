import { worldArbitrary } from '@tallyboard/arbitraries';
import {
  buildIndex,
  columnsFrom,
  dayOf,
  encodeIndex,
  indexGroups,
  splitByOrganization,
} from '@tallyboard/core';
import { missingForLong } from '@tallyboard/engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Line, linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { clickhouseForTests, importLines } from '../clickhouse.test-kit.js';
import { groupedColumns } from './grouped-columns.js';
import { newestVersion } from './heads.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: indexes from ClickHouse; ${missing}`);

/** Half of the events come later, after what they refer to. */
const inTwoParts = (lines: readonly Line[]): readonly (readonly Line[])[] => {
  const isLater = (line: Line, at: number) =>
    at % 2 === 0 && ['comment', 'reaction', 'visit', 'play', 'scan'].includes(line.kind);
  return [lines.filter((line, at) => !isLater(line, at)), lines.filter(isLater)];
};

const today = dayOf(2026, 3, 15);
const times = { createdOn: today, billingTerms: [], today };

describe.skipIf(missing !== null)('events that two shards count', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
  });
  afterAll(() => clickhouse.dispose());

  it('give the index that the facts themselves give, to the byte, when half of them come later', async () => {
    let run = 0;
    let organizations = 0;
    await fc.assert(
      fc.asyncProperty(worldArbitrary(), async (world) => {
        const shards = clickhouse.open(`world_${run++}`);
        for (const lines of inTwoParts(linesOf(world))) {
          expect((await importLines(shards, clickhouse.place, lines)).problems).toEqual([]);
        }
        for (const [id, facts] of splitByOrganization(world)) {
          const version = await newestVersion(shards, id);
          const ours = encodeIndex(
            indexGroups(await groupedColumns(shards, version!, times), times),
          );
          const wanted = encodeIndex(buildIndex(columnsFrom(facts), times));
          expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
          organizations += 1;
        }
        await shards.all[0]!.run({ sql: `DROP DATABASE ${shards.database}` });
        await shards.all[1]!.run({ sql: `DROP DATABASE ${shards.database}` });
      }),
      { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 3) },
    );
    expect(organizations).toBeGreaterThan(0);
  });
});
