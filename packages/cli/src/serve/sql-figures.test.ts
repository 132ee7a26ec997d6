import { openShards } from '@tallyboard/clickhouse';
import { missingForLong } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseForTests, importLines } from '../../../clickhouse/src/clickhouse.test-kit.js';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { openService, type Service } from './open-service.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: organizations beyond --events-max; ${missing}`);

const metrics = [
  { name: 'postCount' },
  { name: 'subscription' },
  { name: 'visitorCount' },
  { name: 'memberCount', status: ['active', 'inactive'] },
  { name: 'wallEngagementMinutes', userType: ['student', 'anonymous'] },
  { name: 'attachmentCountByCategory', userType: ['student', 'teacher', 'owner'] },
  { name: 'topBoards', sortBy: ['posts', 'visitors'] },
  { name: 'topUsers', sortBy: 'boards', userType: ['owner', 'teacher', 'student'] },
  { name: 'topMedia', mediaType: 'video' },
];

interface Answer {
  readonly data: unknown;
  readonly meta: { readonly status: string };
}

/** Asks until the answer is no longer pending. */
const answered = async (path: string, init: RequestInit): Promise<Answer> => {
  for (;;) {
    const response = await fetch(path, init);
    if (response.status === 200) return (await response.json()) as Answer;
    expect(response.status).toBe(202);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    await response.arrayBuffer();
  }
};

describe.skipIf(missing !== null)('an organization with more events than an index may have', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  const services: Service[] = [];
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
    const shards = clickhouse.open('sample');
    const { problems } = await importLines(shards, clickhouse.place, linesOf(sampleFacts));
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    for (const service of services) await service.close(0);
    await clickhouse.dispose();
  });

  const asking = async (eventsMax: number) => {
    const service = await openService({
      facts: openShards(clickhouse.addresses('sample')),
      now,
      port: 0,
      allowance: 0,
      eventsMax,
      onError: () => undefined,
    });
    services.push(service);
    const headers = { 'X-API-KEY': keyOf('olga'), 'Content-Type': 'application/json' };
    const path = `${service.address}/v1/organizations/${ids.school}/analytics`;
    return {
      metrics: (body: object) =>
        answered(path, { method: 'POST', headers, body: JSON.stringify(body) }),
      roster: (query: string) => answered(`${path}/users?${query}`, { headers }),
    };
  };

  it('has the figures that an index has', async () => {
    const [large, small] = [await asking(1), await asking(1_000_000)];
    const alone = await large.metrics({ metrics });
    expect(alone.meta.status).toBe('ready');
    expect(alone.data).toEqual((await small.metrics({ metrics })).data);
  });

  it('has series by month too', async () => {
    const [large, small] = [await asking(1), await asking(1_000_000)];
    const counts = ['postCount', 'boardCount', 'visitorCount'].map((name) => ({ name }));
    const body = { metrics: counts, dimensions: ['month'] };
    const { data } = await large.metrics(body);
    expect(data).toEqual((await small.metrics(body)).data);
  });

  it('has a roster, page by page', async () => {
    const [large, small] = [await asking(1), await asking(1_000_000)];
    for (const query of ['sort=posts&order=desc', 'page=2&perPage=1', 'q=o&status[]=active']) {
      const page = await large.roster(query);
      expect([query, page.meta.status]).toEqual([query, 'ready']);
      expect([query, page]).toEqual([query, await small.roster(query)]);
    }
  });
});
