import { describe, expect, test } from 'vitest';
import { ids } from './sample-facts.test-kit.js';
import { type Asking, paths, serveSample } from './sample-service.test-kit.js';

/** Faults of a metrics request in the order in which they are reported. */
const faults: readonly (readonly [status: number, fault: Asking & { readonly path?: string }])[] = [
  [405, { method: 'PUT' }],
  [401, { as: null }],
  [404, { path: `/v1/organizations/${ids.notEnrolled}/analytics` }],
  [406, { headers: { Accept: 'text/html' } }],
  [415, { headers: { 'Content-Type': 'text/plain' } }],
  [413, { body: new Uint8Array(70_000) }],
  [400, { body: '{' }],
];

describe('W3: order of checks', () => {
  test.each(faults.map(([status], at) => [status, at] as const))(
    '%i before all that follow',
    async (status, at) => {
      const { path = paths.metrics, ...asking } = faults
        .slice(at)
        .map(([, fault]) => fault)
        .reduceRight((all, one) => ({
          ...all,
          ...one,
          headers: { ...all.headers, ...one.headers },
        }));
      expect((await serveSample()(path, asking)).status).toBe(status);
    },
  );

  test('429 after 401 and before 404', async () => {
    const ask = serveSample({ allowance: 1 });
    const path = '/v1/organizations/wksp_doesnotexist/analytics/users';
    expect((await ask(path)).status).toBe(404);
    expect((await ask(path)).status).toBe(429);
    expect((await ask(path, { as: null })).status).toBe(401);
  });

  test('every authenticated request counts, whatever its answer', async () => {
    const ask = serveSample({ allowance: 4 });
    await ask(paths.roster, { headers: { Accept: 'text/html' } });
    await ask(`${paths.roster}?page=x`);
    await ask(paths.roster, { method: 'HEAD' });
    expect((await ask(paths.roster)).headers.get('RateLimit')).toMatch(/;r=0;/);
    expect((await ask(paths.roster)).status).toBe(429);
  });

  test('a request without a valid key, OPTIONS and wrong methods do not count', async () => {
    const ask = serveSample({ allowance: 1 });
    await ask(paths.roster, { as: null });
    await ask(paths.roster, { as: 'stranger' });
    await ask(paths.roster, { method: 'OPTIONS' });
    await ask(paths.roster, { method: 'DELETE' });
    expect((await ask(paths.roster)).status).toBe(200);
  });

  test('P30: on boards 401, 404, 406, 400', async () => {
    const ask = serveSample();
    const notAccepted = { headers: { Accept: 'text/html' } };
    const unknown = '/v1/boards/0000000000000000?include=x';
    expect((await ask(unknown, { as: null, ...notAccepted })).status).toBe(401);
    expect((await ask(unknown, notAccepted)).status).toBe(404);
    expect((await ask(`${paths.board}?include=x`, notAccepted)).status).toBe(406);
    expect((await ask(`${paths.board}?include=x`)).status).toBe(400);
  });
});
