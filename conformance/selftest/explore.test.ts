import type { Facts } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { explore } from '../src/explore/explore.js';
import { virtualClock } from '../src/transport/clock.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { fetchTransport } from '../src/transport/fetch-transport.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';

const exploring = async (by: (facts: Facts) => Facts) => {
  let handler: FetchHandler = () => new Response(null, { status: 404 });
  return explore({
    baseUrl: 'http://service.test',
    now,
    seed: 3,
    runs: 15,
    shrinksMax: 80,
    maxWaitSeconds: 60,
    transport: fetchTransport((request) => handler(request)),
    clock: virtualClock(Date.parse(now)),
    load: (world) => {
      handler = serve({ ...world, facts: by(world.facts) }, { allowance: 0 }).fetch;
      return Promise.resolve();
    },
    note: () => undefined,
  });
};

test('worlds and questions of every kind agree with the reference', async () => {
  const { found, stopped, runs } = await exploring((facts) => facts);
  expect([found?.says, stopped, runs]).toEqual([undefined, null, 15]);
});

test('a wrong figure is found, and shrunk to a small world', async () => {
  const { found, shrinks } = await exploring((facts) => ({
    ...facts,
    member: facts.member.map((one) => ({ ...one, leftAt: null })),
  }));
  expect(found?.says).toMatch(/the facts give/);
  expect(shrinks).toBeGreaterThan(0);
  // The smallest world needs no events at all to show it; shrinking is bounded, so leave some room.
  expect(found?.world.facts.post.length).toBeLessThan(20);
});
