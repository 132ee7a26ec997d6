import { openShards } from '@tallyboard/clickhouse';
import { missingForLong } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseForTests, importLines } from '../../../clickhouse/src/clickhouse.test-kit.js';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { openService, type Service } from './open-service.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: organizations beyond --events-max; ${missing}`);

const counted = [
  { name: 'postCount' },
  { name: 'subscription' },
  { name: 'visitorCount' },
  { name: 'memberCount', status: ['active', 'inactive'] },
  { name: 'wallEngagementMinutes', userType: ['student', 'anonymous'] },
  { name: 'attachmentCountByCategory', userType: ['student', 'teacher', 'owner'] },
];
const ranked = [
  { name: 'topBoards', sortBy: 'posts' },
  { name: 'topUsers', sortBy: 'posts' },
];

interface Answer {
  readonly data: {
    readonly attributes: { readonly metrics: readonly { readonly data: unknown }[] };
  };
  readonly meta: {
    readonly status: string;
    readonly errors: readonly { readonly detail: string }[];
  };
}

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
      metrics: async (body: object): Promise<Answer> => {
        for (;;) {
          const response = await fetch(path, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          });
          if (response.status === 200) return (await response.json()) as Answer;
          expect(response.status).toBe(202);
          expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
          await response.arrayBuffer();
        }
      },
      roster: async (): Promise<Answer> => {
        const response = await fetch(`${path}/users`, { headers });
        return (await response.json()) as Answer;
      },
    };
  };

  it('has the figures that ClickHouse counts, and says that the others fail', async () => {
    const [large, small] = [await asking(1), await asking(1_000_000)];
    const alone = await large.metrics({ metrics: counted });
    expect(alone.meta.status).toBe('ready');
    await expect
      .poll(async () => (await small.metrics({ metrics: counted })).data)
      .toEqual(alone.data);
    const mixed = await large.metrics({ metrics: [...counted, ...ranked] });
    expect(mixed.meta.status).toBe('partial');
    expect(mixed.meta.errors).toHaveLength(2);
    for (const { detail } of mixed.meta.errors) expect(detail).toContain('more events than');
    expect(mixed.data.attributes.metrics.slice(0, counted.length)).toEqual(
      alone.data.attributes.metrics,
    );
  });

  it('has series by month too', async () => {
    const [large, small] = [await asking(1), await asking(1_000_000)];
    const metrics = ['postCount', 'boardCount', 'visitorCount'].map((name) => ({ name }));
    const body = { metrics, dimensions: ['month'] };
    const { data } = await large.metrics(body);
    expect(data).toEqual((await small.metrics(body)).data);
  });

  it('has no roster', async () => {
    const large = await asking(1);
    // Looked up first; its figures are not asked for.
    expect((await large.roster()).meta).toMatchObject({ status: 'failed' });
  });
});
