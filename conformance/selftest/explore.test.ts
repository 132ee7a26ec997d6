import type { Facts } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { explore } from '../src/explore/explore.js';
import { fetchTransport } from '../src/transport/fetch-transport.js';
import { serve } from './reference.test-kit.js';
import { plainSchool } from './run.test-kit.js';

const { facts, now, targets } = plainSchool;

const exploring = (by: Facts) => {
  const { fetch, clock } = serve({ ...plainSchool, facts: by }, { allowance: 0, secondsEach: 0.1 });
  return explore({
    ...{ facts, now, main: targets.main, clock, transport: fetchTransport(fetch) },
    ...{ baseUrl: 'http://service.test', seed: 3, seconds: 20, maxWaitSeconds: 60 },
  });
};

test('explore agrees with the reference', async () => {
  const { found, stopped, rounds } = await exploring(facts);
  expect([found?.says, stopped]).toEqual([undefined, null]);
  expect(rounds).toBeGreaterThan(30);
});

test('explore finds a wrong figure, and cuts the request down to one entry', async () => {
  const member = facts.member.map((one) => ({ ...one, leftAt: null }));
  const { found } = await exploring({ ...facts, member });
  expect(found?.says).toMatch(/the facts give/);
  const body = JSON.parse(found?.request.body ?? '{"metrics":[0]}') as { metrics: unknown[] };
  expect(body.metrics).toHaveLength(1);
});
