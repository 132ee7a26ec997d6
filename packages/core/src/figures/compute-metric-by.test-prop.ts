import { scenarioArbitrary } from '@tallyboard/arbitraries';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnsFrom } from '../events/from-facts.js';
import { splitByOrganization } from '../facts/split-by-organization.js';
import { buildIndex } from '../index/organization-index.js';
import { noFacts } from '../vocabulary.js';
import { computeMetric } from './compute-metric.js';
import { computeMetricBy } from './compute-metric-by.js';
import { figureCatalog } from './figure-catalog.js';

it('puts figures that are counted elsewhere where those of an index stand', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioArbitrary({ queries: 6 }), async (scenario) => {
      const { facts, organizationId, range, today, plain, monthly } = scenario;
      const own = splitByOrganization(facts).get(organizationId) ?? noFacts();
      const index = buildIndex(columnsFrom(own));
      for (const byMonth of [false, true]) {
        for (const query of byMonth ? monthly : plain) {
          const scope = { range, byMonth, today };
          const found = await computeMetricBy(
            (name, slice) => Promise.resolve(figureCatalog[name](index, slice)),
            query,
            scope,
          );
          expect(found).toEqual(computeMetric(index, query, scope));
        }
      }
    }),
    { numRuns: 60 },
  );
});
