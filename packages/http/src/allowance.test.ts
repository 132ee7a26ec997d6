import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Instant } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { memoryAllowance } from './memory/own-ports.js';
import { instant, now } from './sample-facts.test-kit.js';
import { paths, serveSample } from './sample-service.test-kit.js';

setFlagsFromString('--expose-gc');

const hour = 3_600_000;
const start = instant('2026-11-20T12:00:00Z');
const after = (ms: number): Instant => (start + ms) as Instant;

describe('W28: the hourly allowance', () => {
  test('60 requests are served, the next is a 429 that says when to come back', async () => {
    let at = start;
    const clock = { today: () => 20_000 as never, instant: () => at };
    const ask = serveSample({ ports: { clock } });
    for (let request = 1; request <= 60; request += 1) {
      const { status, headers } = await ask(paths.roster);
      expect([status, headers.get('RateLimit')]).toEqual([
        200,
        `"roster";r=${60 - request};t=3600`,
      ]);
      expect(headers.get('RateLimit-Policy')).toBe('"roster";q=60;w=3600');
    }
    at = after(1_500);
    const refused = await ask(paths.roster);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('3599');
    expect(refused.headers.get('RateLimit')).toBe('"roster";r=0;t=3599');
    expect(refused.json.errors?.[0]?.code).toBe('RATE_LIMIT_EXCEEDED');
    at = after(hour - 1);
    expect((await ask(paths.roster)).headers.get('Retry-After')).toBe('1');
    at = after(hour);
    expect((await ask(paths.roster)).status).toBe(200);
  });

  test('two endpoints, two keys and two organizations do not share', async () => {
    const ask = serveSample({ allowance: 1 });
    expect((await ask(paths.roster)).status).toBe(200);
    expect((await ask(paths.metrics)).status).toBe(200);
    expect((await ask(paths.roster, { as: 'adam' })).status).toBe(200);
    expect((await ask(paths.roster.replace('school0000000', 'classroom0000'))).status).toBe(200);
    expect((await ask(paths.roster)).status).toBe(429);
  });

  test('W29: boards and me have none unless one is chosen', async () => {
    const open = serveSample();
    expect((await open(paths.me)).headers.has('RateLimit')).toBe(false);
    const chosen = serveSample({ allowance: { user: 1, board: 2 } });
    expect((await chosen(paths.me)).status).toBe(200);
    expect((await chosen(paths.me)).status).toBe(429);
    expect((await chosen(paths.board)).headers.get('RateLimit')).toBe('"board";r=1;t=3600');
    expect((await chosen(paths.roster)).headers.has('RateLimit')).toBe(false);
  });

  test('ids longer than any id are counted together', async () => {
    const ask = serveSample({ allowance: 3 });
    const statusOf = async (id: string): Promise<number> =>
      (await ask(paths.roster.replace('wksp_school0000000', id))).status;
    for (const length of [23, 16_384, 32_000]) expect(await statusOf('c'.repeat(length))).toBe(404);
    expect(await statusOf('d'.repeat(70))).toBe(429);
    expect(await statusOf('d'.repeat(22))).toBe(404);
  });

  test('what a key leaves in memory does not depend on how long addresses are', () => {
    const spending = (at: number) => {
      // As in a request: the id is a part of an address of 32,000 characters.
      const address = `/v1/organizations/wksp_${at}_${'0'.repeat(8)}/x?${String(at).repeat(6_000)}`;
      const [, id = ''] = /^\/v1\/organizations\/([^/]+)/.exec(address) ?? [];
      return { keySha256: 'k', endpoint: 'roster' as const, id, at: start };
    };
    const gc = runInNewContext('gc') as () => void;
    const bytesFor = (count: number): number => {
      const port = memoryAllowance({ roster: 60 });
      gc();
      const before = process.memoryUsage().heapUsed;
      for (let at = 10_000; at < 10_000 + count; at += 1) void port.spend(spending(at));
      gc();
      const bytes = process.memoryUsage().heapUsed - before;
      // Still in use, and nothing was lost.
      expect(port.spend(spending(10_000))).toMatchObject({ remaining: 58 });
      return bytes;
    };
    bytesFor(10);
    // 1,000 addresses are 30 MB.
    expect(bytesFor(1_000)).toBeLessThan(3_000_000);
  });

  test('a fixed now does not stop the hour', async () => {
    const ask = serveSample({ now, allowance: 1 });
    await ask(paths.roster);
    const { status, headers } = await ask(paths.roster);
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3_500);
  });
});

describe('W3: what the allowance remembers', () => {
  const spending =
    (port: ReturnType<typeof memoryAllowance>) =>
    (ms: number, id: string, key = 'k') =>
      port.spend({ keySha256: key, endpoint: 'metrics', id, at: after(ms) });

  test('a key that names more than 10,000 ids within an hour is refused', () => {
    const spend = spending(memoryAllowance({ metrics: 60 }));
    for (let id = 0; id < 10_000; id += 1) void spend(id, `id${id}`);
    const refused = { accepted: false, remaining: 0, resetSeconds: 3_590 };
    expect(spend(10_000, 'one more')).toMatchObject(refused);
    expect(spend(10_000, 'id0')).toMatchObject({ accepted: true });
    expect(spend(10_000, 'other key', 'j')).toMatchObject({ accepted: true });
    // id0 was named again; id1 is the oldest now.
    expect(spend(hour, 'one more')).toMatchObject({ accepted: false });
    expect(spend(hour + 1, 'one more')).toMatchObject({ accepted: true });
  });

  test('a clock that is put back takes nothing off what was counted, and locks no key out for more than an hour', () => {
    const sixty = spending(memoryAllowance({ metrics: 60 }));
    for (let count = 0; count < 60; count += 1) {
      expect(sixty(-count * 1_000, 'x')).toMatchObject({ accepted: true });
    }
    expect(sixty(-61_000, 'x')).toMatchObject({ accepted: false });
    const one = spending(memoryAllowance({ metrics: 1 }));
    expect(one(48 * hour, 'x')).toMatchObject({ accepted: true });
    expect(one(0, 'x')).toMatchObject({ accepted: false, resetSeconds: 3_600 });
    expect(one(hour - 1, 'x')).toMatchObject({ accepted: false });
    expect(one(hour, 'x')).toMatchObject({ accepted: true });
  });
});
