import { openShards } from '@tallyboard/clickhouse';
import { missingForLong, type RedisServer, startRedis } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseForTests, importLines } from '../../../clickhouse/src/clickhouse.test-kit.js';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { openService, type Service } from './open-service.js';

const missing = missingForLong('redis-server', 'clickhouse-server');
if (missing !== null) console.warn(`skipped: replicas over ClickHouse and Redis; ${missing}`);

const ignore = () => undefined;
const metrics = [
  { name: 'postCount' },
  { name: 'visitorCount' },
  { name: 'memberCount', status: 'active' },
  { name: 'topBoards', sortBy: ['posts', 'visitors'] },
  { name: 'wallEngagementMinutes' },
  { name: 'attachmentCountByCategory', userType: ['student', 'teacher', 'owner'] },
  { name: 'subscription' },
];

const asking = (service: Service, user: string) => {
  const headers = { 'X-API-KEY': keyOf(user) };
  const get = (path: string) => fetch(`${service.address}${path}`, { headers });
  const analytics = (organizationId: string) =>
    fetch(`${service.address}/v1/organizations/${organizationId}/analytics`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ metrics }),
    });
  const ready = async (organizationId: string): Promise<unknown> => {
    for (;;) {
      const response = await analytics(organizationId);
      const document: unknown = await response.json();
      if (response.status !== 202) return document;
    }
  };
  return { get, analytics, ready };
};

describe.skipIf(missing !== null)('replicas over two shards and one Redis', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  let redis: RedisServer;
  const services: Service[] = [];
  beforeAll(async () => {
    [clickhouse, redis] = await Promise.all([clickhouseForTests(2), startRedis()]);
    const shards = clickhouse.open('sample');
    expect((await importLines(shards, clickhouse.place, linesOf(sampleFacts))).problems).toEqual(
      [],
    );
  });
  afterAll(async () => {
    for (const service of services) await service.close(0);
    await redis.dispose();
    await clickhouse.dispose();
  });

  const replica = async (allowance: number): Promise<Service> => {
    const service = await openService({
      facts: openShards(clickhouse.addresses('sample')),
      redis: redis.url,
      now,
      port: 0,
      allowance,
      onError: ignore,
    });
    services.push(service);
    return service;
  };

  it('answer as a service over the same facts does, boards and users too', async () => {
    const ours = await replica(0);
    const single = await openService({ facts: sampleFacts, now, port: 0, allowance: 0 });
    services.push(single);
    for (const user of ['olga', 'tess', 'stan']) {
      const [one, other] = [asking(ours, user), asking(single, user)];
      for (const id of [ids.school, ids.classroom, ids.notEnrolled, 'wksp_unknown00000']) {
        expect(await one.ready(id)).toEqual(await other.ready(id));
      }
      for (const path of [
        '/v1/me?include=boards,organizations',
        `/v1/boards/${ids.board}?include=posts,sections,comments`,
        `/v1/boards/${ids.personalBoard}`,
        '/v1/boards/board00000000099',
        `/v1/organizations/${ids.school}/analytics/users?sort=posts&order=desc`,
      ]) {
        const [a, b] = [await one.get(path), await other.get(path)];
        expect([path, a.status, await a.json()]).toEqual([path, b.status, await b.json()]);
      }
    }
  });

  it('count one hour together, to the request', async () => {
    const all = [await replica(20), await replica(20), await replica(20)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const path = `/v1/organizations/${ids.school}/analytics/users`;
        const response = await asking(all[at % 3]!, 'olga').get(path);
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(answers.filter((status) => status !== 429)).toHaveLength(20);
    // A replica that comes later knows what the others counted.
    const late = await asking(await replica(20), 'olga').get(
      `/v1/organizations/${ids.school}/analytics/users`,
    );
    expect(late.status).toBe(429);
    expect(late.headers.get('Retry-After')).not.toBeNull();
  });

  it('pass a request on: 202 from one, 200 from another', async () => {
    const [first, second] = [await replica(0), await replica(0)];
    const one = await asking(first, 'olga').analytics(ids.school);
    expect([200, 202]).toContain(one.status);
    await one.arrayBuffer();
    await first.close(0);
    await expect
      .poll(async () => {
        const response = await asking(second, 'olga').analytics(ids.school);
        await response.arrayBuffer();
        return response.status;
      })
      .toBe(200);
  });

  it('refuse with 503 while Redis is away, and answer again when it is back', async () => {
    const service = await replica(20);
    await redis.stop('SIGKILL');
    const path = `/v1/organizations/${ids.classroom}/analytics/users`;
    const away = await asking(service, 'olga').get(path);
    expect(away.status).toBe(503);
    expect(Number(away.headers.get('Retry-After'))).toBeGreaterThan(0);
    await away.arrayBuffer();
    await redis.start();
    await expect.poll(async () => (await asking(service, 'olga').get(path)).status).not.toBe(503);
  });

  it('never answer less while a shard is away, and go on when it is back', async () => {
    const shards = clickhouse.open('sample');
    const at = shards.numberOf(ids.school);
    const service = await replica(0);
    await clickhouse.servers.shards[at]!.stop('SIGKILL');
    // Nobody asked for it before: nothing is known that could stand in.
    const away = await asking(service, 'olga').analytics(ids.school);
    expect([503, 202]).toContain(away.status);
    expect(await away.text()).not.toContain('"data":0');
    await clickhouse.servers.shards[at]!.start();
    await expect
      .poll(async () => (await asking(service, 'olga').analytics(ids.school)).status)
      .toBe(200);
  });
});
