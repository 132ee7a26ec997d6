import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createKey, keyId, listKeys, revokeKey, storeStats } from '@tallyboard/store';
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

const quiet = { now, port: 0, allowance: 0 } as const;

describe('a service over a store', () => {
  let sample: string;
  beforeAll(async () => {
    sample = place.fresh();
    await tellingImport(sample, [place.file('facts.ndjson', ndjson(linesOf(sampleFacts)))]);
  });

  test('shows a new version without a restart', async () => {
    const directory = place.copyOf(sample);
    const service = await openService({ ...quiet, facts: directory });
    const ask = asker(service.address, keyOf('olga'));
    const posts = () =>
      ask(`/v1/organizations/${ids.school}/analytics`, { metrics: [{ name: 'postCount' }] });
    const before = JSON.stringify(await posts());
    const createdAt = '2026-11-01T00:00:00Z';
    const post = { kind: 'post', id: 'later', boardId: ids.board, createdAt };
    await tellingImport(directory, [place.file('more.ndjson', ndjson([post]))]);
    await expect.poll(async () => JSON.stringify(await posts())).not.toBe(before);
    const { indexes } = await storeStats(directory);
    expect(indexes.map(({ organizationId }) => organizationId)).toContain(ids.school);
    await service.close();
  });

  test('ends while it builds an index, which is no error', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    for (let afterMs = 5; afterMs < 100; afterMs += 15) {
      const service = await openService({ ...quiet, facts: place.copyOf(sample), onError });
      const ask = asker(service.address, keyOf('olga'));
      void ask(`/v1/organizations/${ids.school}/analytics/users`).catch(() => undefined);
      await setTimeout(afterMs);
      await service.close(0);
    }
    expect(errors).toEqual([]);
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
});
