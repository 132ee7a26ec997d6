import { describe, expect, test } from 'vitest';
import { ids } from './sample-facts.test-kit.js';
import { type Asking, goodBody, paths, serveSample } from './sample-service.test-kit.js';

/** Faults of a metrics request in the order in which they are reported; each keeps those after it. */
const layers: readonly (readonly [number, Asking, string])[] = [
  [405, { method: 'PUT' }, paths.metrics],
  [401, { as: null }, paths.metrics],
  [404, {}, `/v1/organizations/${ids.notEnrolled}/analytics`],
  [406, { headers: { Accept: 'text/html' } }, paths.metrics],
  [415, { headers: { 'Content-Type': 'text/plain' } }, paths.metrics],
  [413, { body: new Uint8Array(70_000) }, paths.metrics],
  [400, { body: '{' }, paths.metrics],
];

const merged = (from: number): { readonly asking: Asking; readonly path: string } => {
  const kept = layers.slice(from);
  const asking = kept.reduceRight<Asking>(
    (all, [, one]) => ({ ...all, ...one, headers: { ...all.headers, ...one.headers } }),
    { body: goodBody },
  );
  const path = kept.find(([, , path]) => path !== paths.metrics)?.[2] ?? paths.metrics;
  return { asking, path };
};

describe('W3: order of checks', () => {
  test.each(layers.map(([status], index) => [status, index] as const))(
    '%i before all that follow',
    async (status, index) => {
      const { asking, path } = merged(index);
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
