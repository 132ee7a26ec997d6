import { createHash } from 'node:crypto';
import {
  monthsArbitrary,
  openedTo,
  queryKey,
  type SpelledEntry,
  scenarioArbitrary,
  spelledEntryArbitrary,
} from '@tallyboard/arbitraries';
import type { EntryFor } from '@tallyboard/core/vocabulary';
import { formatMonth, type Instant, rangeOfMonths } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { oracleFigure } from '../../../../conformance/oracle/index.js';
import { createClient } from '../create-client.js';
import { serveFacts } from '../service.test-kit.js';

const apiKey = 'a-key-for-this-test';
const keySha256 = createHash('sha256').update(apiKey).digest('hex');

const wide = (byMonth: boolean) =>
  scenarioArbitrary({ queries: 0 }).chain((scenario) =>
    fc.record({
      scenario: fc.constant({ ...scenario, facts: openedTo(keySha256, scenario.facts) }),
      months: monthsArbitrary(scenario.today),
      entries: fc.uniqueArray(
        spelledEntryArbitrary({ organizationType: scenario.organizationType, byMonth }),
        {
          minLength: 26,
          maxLength: 80,
          size: 'max',
          selector: ({ query }: SpelledEntry) => queryKey(query),
        },
      ),
      byMonth: fc.constant(byMonth),
      pending: fc.constantFrom(0, 1),
    }),
  );

it('4.1.2: splitting never changes a result: every figure is that of the oracle', async () => {
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(wide(false), wide(true)), async (asked) => {
      const { scenario, months, entries, byMonth, pending } = asked;
      const { facts, organizationId, today } = scenario;
      const now = (today * 86_400_000 + 43_200_000) as Instant;
      const service = serveFacts({ facts, now, pending, allowance: 0, client: { apiKey } });
      const outcome = await createClient(service.options).metrics({
        organization: organizationId,
        metrics: entries.map(({ entry }) => entry as EntryFor<readonly 'month'[]>),
        dimensions: byMonth ? ['month'] : ([] as readonly 'month'[]),
        from: formatMonth(months.from),
        to: formatMonth(months.to),
      });
      const range = rangeOfMonths(months.from, months.to);
      const expected = entries.map(({ query }) => ({
        ...query,
        status: 'ready',
        data: oracleFigure(scenario, query, range, byMonth),
      }));
      expect(outcome).toMatchObject({ ok: true, value: { status: 'ready' } });
      expect(outcome.ok && outcome.value.figures).toEqual(expected);
      requests += service.asked.length;
    }),
    { numRuns: 25 },
  );
  expect(requests).toBeGreaterThan(50);
});
