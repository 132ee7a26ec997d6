import { type Scenario, scenarioArbitrary } from '@tallyboard/arbitraries';
import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeMetricBy,
  computeRoster,
  rosterOfRows,
  splitByOrganization,
} from '@tallyboard/core';
import {
  type MetricName,
  noFacts,
  type RosterQuestion,
  rosterOrders,
  rosterSorts,
} from '@tallyboard/core/vocabulary';
import { missingForLong } from '@tallyboard/engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { clickhouseForTests, importLines } from '../clickhouse.test-kit.js';
import { newestVersion } from '../read/heads.js';
import { figureInSql } from './figures-in-sql.js';
import { rosterInSql } from './roster-in-sql.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: figures that ClickHouse counts; ${missing}`);

/** Every order, some filters, and a page that is not the first. */
const questions: readonly RosterQuestion[] = rosterSorts.flatMap((sort) =>
  rosterOrders.flatMap((order): readonly RosterQuestion[] => [
    { status: null, userTypes: [], q: '', sort, order, page: 1, perPage: 100 },
    {
      status: 'active',
      userTypes: ['student', 'admin'],
      q: '',
      sort,
      order,
      page: 1,
      perPage: 100,
    },
    { status: null, userTypes: [], q: 'a', sort, order, page: 2, perPage: 1 },
  ]),
);

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
      const term = { startsOn: range.from, endsOn: range.to };
      const index = buildIndex(columnsFrom(own), { createdOn: today, billingTerms: [term], today });
      const version = await newestVersion(shards, organizationId);
      const count = figureInSql(shards, version!);
      for (const [byMonth, queries] of [
        [false, plain],
        [true, monthly],
      ] as const) {
        for (const query of queries) {
          const scope = { range, byMonth, today };
          const figure = await computeMetricBy(count, query, scope);
          const wanted = computeMetric(index, query, scope);
          expect([query, JSON.stringify(figure)]).toEqual([query, JSON.stringify(wanted)]);
          asked.add(query.name);
        }
      }
      const rows = await rosterInSql(shards, version!, range);
      for (const question of questions) {
        const wanted = computeRoster(index, { question, range });
        expect([question, rosterOfRows(rows, question)]).toEqual([question, wanted]);
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
