import { type Scenario, scenarioArbitrary } from '@tallyboard/arbitraries';
import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeMetricBy,
  splitByOrganization,
} from '@tallyboard/core';
import { type MetricName, metricNames, noFacts } from '@tallyboard/core/vocabulary';
import { missingForLong } from '@tallyboard/engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { clickhouseForTests, importLines } from '../clickhouse.test-kit.js';
import { newestVersion } from '../read/heads.js';
import { figureInSql, isInSql } from './figures-in-sql.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: figures that ClickHouse counts; ${missing}`);

const rankings: readonly MetricName[] = ['topBoards', 'topUsers', 'topMedia'];

it('are those of every metric that is no ranking', () => {
  expect(metricNames.filter((name) => !isInSql(name)).toSorted()).toEqual(rankings.toSorted());
});

describe.skipIf(missing !== null)('figures that ClickHouse counts', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
  });
  afterAll(() => clickhouse.dispose());

  it('are those of the core, to the byte', async () => {
    let worlds = 0;
    const asked = new Set<MetricName>();
    const compare = async (scenario: Scenario) => {
      const { facts, organizationId, range, today, plain, monthly } = scenario;
      const shards = clickhouse.open(`figures_${worlds++}`);
      expect((await importLines(shards, clickhouse.place, linesOf(facts))).problems).toEqual([]);
      const own = splitByOrganization(facts).get(organizationId) ?? noFacts();
      const index = buildIndex(columnsFrom(own));
      const version = await newestVersion(shards, organizationId);
      const count = figureInSql(shards, version!);
      for (const [byMonth, queries] of [
        [false, plain],
        [true, monthly],
      ] as const) {
        for (const query of queries.filter(({ name }) => isInSql(name))) {
          const scope = { range, byMonth, today };
          const figure = await computeMetricBy(count, query, scope);
          const wanted = computeMetric(index, query, scope);
          expect([query, JSON.stringify(figure)]).toEqual([query, JSON.stringify(wanted)]);
          asked.add(query.name);
        }
      }
      for (const shard of shards.all) await shard.run({ sql: `DROP DATABASE ${shards.database}` });
    };
    await fc.assert(fc.asyncProperty(scenarioArbitrary({ queries: 24 }), compare), {
      numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 6),
      endOnFailure: true,
    });
    expect(asked.size).toBeGreaterThan(10);
  });
});
