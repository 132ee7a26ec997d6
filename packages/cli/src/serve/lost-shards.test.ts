import { openShards } from '@tallyboard/clickhouse';
import { type Engine, missingForLong, until } from '@tallyboard/engines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseForTests, importLines } from '../../../clickhouse/src/clickhouse.test-kit.js';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { openService, type Service } from './open-service.js';

/*
 * First questions about an organization whose shard is away: nothing in memory can stand in, so they
 * wait, or are refused for now. Never a hang, never a figure of what happens to be reachable.
 */

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: first questions to lost shards; ${missing}`);

const hangMsMax = 9_000;
const metrics = [{ name: 'postCount' }, { name: 'visitorCount' }, { name: 'memberCount' }];

describe.skipIf(missing !== null)('first questions to a shard that is away', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  let lost: Engine;
  let wanted: unknown;
  const services: Service[] = [];

  /** A service that was asked for nothing yet. */
  const fresh = async () => {
    const service = await openService({
      facts: openShards(clickhouse.addresses('sample')),
      now,
      port: 0,
      allowance: 0,
      onError: () => undefined,
    });
    services.push(service);
    return async (body: object = { metrics }) => {
      const begun = performance.now();
      const response = await fetch(`${service.address}/v1/organizations/${ids.school}/analytics`, {
        method: 'POST',
        headers: { 'X-API-KEY': keyOf('olga'), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const retryAfter = Number(response.headers.get('Retry-After'));
      const document: unknown = await response.json();
      return { status: response.status, retryAfter, document, ms: performance.now() - begun };
    };
  };
  type Ask = Awaited<ReturnType<typeof fresh>>;

  /** Waits until it is answered: 200, with the figures that it had before. */
  const recovers = (ask: Ask) =>
    expect
      .poll(async () => {
        const { status, document } = await ask();
        return status === 200 ? document : status;
      })
      .toEqual(wanted);

  /** Answers that are none: quick, with a time to ask again, and without any figure. */
  const waits = async (ask: Ask, statuses: readonly number[]) => {
    for (let time = 0; time < 3; time++) {
      const { status, retryAfter, document, ms } = await ask();
      expect(statuses).toContain(status);
      expect(retryAfter).toBeGreaterThan(0);
      expect(JSON.stringify(document)).not.toMatch(/"data":(\d|\[\d)/);
      expect(ms).toBeLessThan(hangMsMax);
    }
  };

  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
    const shards = clickhouse.open('sample');
    const { problems } = await importLines(shards, clickhouse.place, linesOf(sampleFacts));
    expect(problems).toEqual([]);
    lost = clickhouse.servers.nodes[shards.numberOf(ids.school)]!;
    const ask = await fresh();
    await until(async () => (await ask()).status === 200, 'figures');
    wanted = (await ask()).document;
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close(0);
  });
  afterAll(() => clickhouse.dispose());

  it('are refused with 503 while nothing is known of the organization', async () => {
    const ask = await fresh();
    await lost.crash();
    await waits(ask, [503]);
    await lost.start();
    await recovers(ask);
  });

  it('leave figures pending while the organization is known and its events are not', async () => {
    const ask = await fresh();
    // Looks the organization up, and asks for no figure.
    expect((await ask({ metrics: [{ name: 'nothing' }] })).status).toBe(400);
    await lost.crash();
    await waits(ask, [202]);
    await lost.start();
    await recovers(ask);
  });

  it('are no hang when the shard hangs, nor while it is read', async () => {
    const [stranger, knowing] = [await fresh(), await fresh()];
    expect((await knowing({ metrics: [{ name: 'nothing' }] })).status).toBe(400);
    lost.freeze();
    await Promise.all([waits(stranger, [503]), waits(knowing, [202])]);
    lost.thaw();
    await Promise.all([recovers(stranger), recovers(knowing)]);
  });
});
