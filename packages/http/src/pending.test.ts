import { describe, expect, test } from 'vitest';
import { paths, serveSample } from './sample-service.test-kit.js';

describe('section 3, W18: pending, ready, partial', () => {
  test('the first K requests of a figure are 202, then it stays ready', async () => {
    const ask = serveSample({ pending: 2 });
    for (let request = 0; request < 2; request += 1) {
      const { status, headers, json } = await ask(paths.metrics);
      expect([status, headers.get('Retry-After')]).toEqual([202, '1']);
      expect(json.meta).toMatchObject({
        status: 'pending',
        retryAfter: 1,
        pending: [{ name: 'postCount', properties: { userType: ['all'] } }],
      });
    }
    const ready = await ask(paths.metrics);
    expect([ready.status, ready.json.meta?.['pending']]).toEqual([200, []]);
    expect(ready.headers.has('Retry-After')).toBe(false);
    expect(ready.json.meta).not.toHaveProperty('retryAfter');
    expect((await ask(paths.metrics)).status).toBe(200);
  });

  test('a figure is known by what it resolves to, not by how it was asked for', async () => {
    const ask = serveSample({ pending: 1 });
    const name = 'memberCount';
    for (const [status, body] of [
      [202, { metrics: [{ name, userType: ['owner', 'admin'] }] }],
      [200, { metrics: [{ name, userType: ['admin', 'owner', 'admin'] }] }],
      [202, { metrics: [{ name, userType: 'all' }] }],
      [200, { metrics: [{ name }] }],
      [202, { metrics: [{ name }], dimensions: ['month'] }],
    ] as const)
      expect((await ask(paths.metrics, { body })).status).toBe(status);
  });
});

test('a computation that fails after the wait is pending, and the operator learns why', async () => {
  const errors: unknown[] = [];
  const metrics = () =>
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too late')), 30));
  const onError = (error: unknown) => errors.push(error);
  const computations = { metrics, roster: metrics };
  const ask = serveSample({ waitMs: 5, ports: { computations, onError } });
  expect((await ask(paths.metrics)).status).toBe(202);
  expect(errors).toEqual([]);
  await expect.poll(() => errors.map(String)).toEqual(['Error: too late']);
});

describe('section 3, W20: the roster', () => {
  test('P24: pending by organization and range, then ready', async () => {
    const ask = serveSample({ pending: 1 });
    const first = await ask(paths.roster);
    expect([first.status, first.headers.get('Retry-After')]).toEqual([202, '1']);
    expect(first.json).toMatchObject({
      data: [],
      meta: { status: 'pending', pending: ['users'], retryAfter: 1, totalCount: null },
    });
    expect((await ask(`${paths.roster}?page=2&q=x`)).status).toBe(200);
    expect((await ask(`${paths.roster}?from=2026-10&to=2026-11`)).status).toBe(202);
  });

  test('failed: 200, no rows', async () => {
    const { status, json } = await serveSample({ fail: ['users'] })(paths.roster);
    const meta = { status: 'failed', errors: ['users'], totalPages: null };
    expect([status, json]).toMatchObject([200, { data: [], meta }]);
  });
});
