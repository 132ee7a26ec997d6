import { openShards } from '@tallyboard/clickhouse';
import { missingForLong, type RedisServer, startRedis } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseForTests, importLines } from '../../../clickhouse/src/clickhouse.test-kit.js';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { openService, type Service } from './open-service.js';
import { asker } from './started-service.test-kit.js';

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

const analytics = (id: string): string => `/v1/organizations/${id}/analytics`;
const roster = (id: string): string => `${analytics(id)}/users?sort=posts&order=desc`;
const asking = ({ address }: Service, user: string) => asker(address, keyOf(user));

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
      for (const id of [ids.school, ids.classroom, ids.notEnrolled, 'wksp_unknown00000'])
        expect(await one(analytics(id), { metrics })).toEqual(
          await other(analytics(id), { metrics }),
        );
      for (const path of [
        '/v1/me?include=boards,organizations',
        `/v1/boards/${ids.board}?include=posts,sections,comments`,
        `/v1/boards/${ids.personalBoard}`,
        '/v1/boards/board00000000099',
        roster(ids.school),
      ])
        expect([path, await one(path)]).toEqual([path, await other(path)]);
    }
  });

  it('count one hour together, to the request', async () => {
    const all = [await replica(20), await replica(20), await replica(20)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => asking(all[at % 3]!, 'olga')(roster(ids.school))),
    );
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(20);
    // A replica that comes later knows what the others counted.
    const late = await asking(await replica(20), 'olga')(roster(ids.school));
    expect(late.status).toBe(429);
  });

  it('refuse with 503 while Redis is away, and answer again when it is back', async () => {
    const service = await replica(20);
    await redis.crash();
    const status = async () => (await asking(service, 'olga')(roster(ids.classroom))).status;
    expect(await status()).toBe(503);
    await redis.start();
    await expect.poll(status).not.toBe(503);
  });
});
