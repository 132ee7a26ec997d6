import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RosterRow } from '@tallyboard/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { openService } from '../../../cli/src/serve/open-service.js';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { createClient } from '../create-client.js';
import { forecastWaitSeconds } from '../forecast.js';
import { school, serveFacts } from '../service.test-kit.js';
import { largeRoster } from './large-roster.test-kit.js';

const members = 50_000;

const ports = { computations: largeRoster(members) };

/** Reads every row once and in order. */
const expectWhole = async (rows: AsyncIterable<RosterRow>, onRow?: (count: number) => void) => {
  let count = 0;
  for await (const row of rows) {
    if (row.id !== `m${count}`) throw new Error(`${row.id} is row ${count}`);
    count += 1;
    onRow?.(count);
  }
  expect(count).toBe(members);
};

describe('a roster of 50,000 members', () => {
  it('section 8: is exported whole and in order at 60 requests an hour', async () => {
    const service = serveFacts({ ports, now });
    const start = service.time.now();
    const { onProgress } = service;
    await expectWhole(
      createClient(service.options).roster({ organization: school }, { onProgress }),
    );
    expect(service.asked).toHaveLength(500);
    const refused = service.heard.filter(
      (event) => event.kind === 'answered' && event.status !== 200,
    );
    expect(refused).toEqual([]);
    // Nine hours' worth of requests: the first sixty at once, the last after eight waits.
    expect((service.time.now() - start) / 3_600_000).toBe(8);
    const [first] = service.heard;
    const notice = first?.kind === 'answered' ? first.allowance : null;
    expect(forecastWaitSeconds(499, notice!)).toBe(8 * 3600);
  });

  it('without a limit: at once, and with memory that does not grow', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const heapAt = new Map<number, number>();
    const service = serveFacts({ ports, now, allowance: 0 });
    const start = service.time.now();
    await expectWhole(createClient(service.options).roster({ organization: school }), (count) => {
      if (count !== 5_000 && count !== members) return;
      collectGarbage();
      heapAt.set(count, process.memoryUsage().heapUsed);
    });
    expect(service.time.now()).toBe(start);
    const grown = (heapAt.get(members) ?? 0) - (heapAt.get(5_000) ?? 0);
    expect(grown / 1e6).toBeLessThan(20);
  });
});

describe('over real HTTP and in real time', () => {
  it('reads all four endpoints, waits and pages', async () => {
    const service = await openService({ facts: sampleFacts, now, port: 0, pending: 1 });
    try {
      const client = createClient({ baseUrl: `${service.address}/`, apiKey: keyOf('olga') });
      const count = async (): Promise<number> => {
        let rows = 0;
        for await (const page of client.rosterPages({ organization: school, perPage: 1 })) {
          rows += page.rows.length;
        }
        return rows;
      };
      const entries = [{ name: 'memberCount' }] as const;
      const both = [client.metrics({ organization: school, metrics: entries }), count()] as const;
      const [metrics, rows] = await Promise.all(both);
      expect(metrics).toMatchObject({ ok: true, value: { figures: [{ data: 4 }] } });
      expect(rows).toBe(4);
      expect(await client.me()).toMatchObject({ ok: true, value: { id: 'user_olga' } });
      const id = ids.board;
      expect(await client.board(id)).toMatchObject({ ok: true, value: { id } });
      const stranger = createClient({ baseUrl: service.address, apiKey: 'nobody' });
      expect(await stranger.me()).toMatchObject({ failure: { kind: 'unauthorized' } });
    } finally {
      await service.close();
    }
    const gone = createClient({ baseUrl: service.address, apiKey: 'k', retriesMax: 0 });
    expect(await gone.me()).toMatchObject({ failure: { kind: 'unreachable' } });
  });
});
