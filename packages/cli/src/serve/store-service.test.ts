import { createHash } from 'node:crypto';
import { scenarioArbitrary } from '@tallyboard/arbitraries';
import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeRoster,
  splitByOrganization,
} from '@tallyboard/core';
import { indexGroups } from '@tallyboard/core/engine';
import type { Facts } from '@tallyboard/core/vocabulary';
import {
  createKey,
  groupedReader,
  keyId,
  listKeys,
  revokeKey,
  storeStats,
} from '@tallyboard/store';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import {
  linesOf,
  ndjson,
  tellingImport,
  testDirectory,
} from '../../../store/src/import/import-facts.test-kit.js';
import { openService } from './open-service.js';
import { asker } from './started-service.test-kit.js';

const place = testDirectory();
afterAll(place.remove);

const storeOf = async (facts: Facts): Promise<string> => {
  const directory = place.fresh();
  const report = await tellingImport(directory, [
    place.file('facts.ndjson', ndjson(linesOf(facts))),
  ]);
  expect(report.problems).toEqual([]);
  return directory;
};

const quiet = { now, port: 0, allowance: 0 } as const;

describe('a service over a store', () => {
  let sample: string;
  beforeAll(async () => {
    sample = await storeOf(sampleFacts);
  });

  test('shows a new version without a restart', async () => {
    const directory = place.copyOf(sample);
    const service = await openService({ ...quiet, facts: directory });
    const ask = asker(service.address, keyOf('olga'));
    const posts = () =>
      ask(`/v1/organizations/${ids.school}/analytics`, { metrics: [{ name: 'postCount' }] });
    const before = JSON.stringify(await posts());
    const post = {
      kind: 'post',
      id: 'later',
      boardId: ids.board,
      createdAt: '2026-11-01T00:00:00Z',
    };
    await tellingImport(directory, [place.file('more.ndjson', ndjson([post]))]);
    await expect.poll(async () => JSON.stringify(await posts())).not.toBe(before);
    const { indexes } = await storeStats(directory);
    expect(indexes.map(({ organizationId }) => organizationId)).toContain(ids.school);
    await service.close();
  });

  test('knows keys that are made, and forgets those that are revoked, at once', async () => {
    const directory = place.copyOf(sample);
    const service = await openService({ ...quiet, facts: directory });
    const statusFor = async (key: string) => (await asker(service.address, key)('/v1/me')).status;
    const { key, stored } = await createKey(directory, 'tess', now);
    expect(stored.sha256).toBe(createHash('sha256').update(key).digest('hex'));
    expect(JSON.stringify(await listKeys(directory))).not.toContain(key);
    expect(await statusFor(key)).toBe(200);
    await revokeKey(directory, keyId(stored), now);
    expect(await statusFor(key)).toBe(401);
    expect(await statusFor(keyOf('olga'))).toBe(200);
    await revokeKey(directory, keyOf('olga'), now);
    expect(await statusFor(keyOf('olga'))).toBe(401);
    await expect(createKey(directory, 'unheard-of', now)).rejects.toThrow(/no user unheard-of/);
    await service.close();
  });

  test('says so when there is no store', async () => {
    await expect(openService({ ...quiet, facts: place.fresh() })).rejects.toThrow(/is no store/);
  });
});

test('columns of a store give the figures of the facts', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioArbitrary({ queries: 20 }), async (scenario) => {
      const { facts, organizationId, range, today, plain, monthly, rosterQuestion } = scenario;
      const reader = groupedReader(await storeOf(facts));
      const term = { startsOn: range.from, endsOn: range.to };
      const times = { createdOn: today, billingTerms: [term], today };
      const stored = indexGroups(await reader.groupsOf(organizationId, times), times);
      const held = buildIndex(columnsFrom(splitByOrganization(facts).get(organizationId)!), times);
      for (const [queries, byMonth] of [[plain, false] as const, [monthly, true] as const]) {
        for (const query of queries) {
          const scope = { range, byMonth, today };
          expect(computeMetric(stored, query, scope)).toEqual(computeMetric(held, query, scope));
        }
      }
      const asked = { question: rosterQuestion, range };
      expect(computeRoster(stored, asked)).toEqual(computeRoster(held, asked));
      reader.close();
    }),
    { numRuns: 6 },
  );
});
