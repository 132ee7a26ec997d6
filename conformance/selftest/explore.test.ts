import type { Facts } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { type ExploreOptions, explore, type OverWorlds } from '../src/explore/explore.js';
import { virtualClock } from '../src/transport/clock.js';
import { type FetchHandler, fetchTransport } from '../src/transport/fetch-transport.js';
import type { World } from '../src/world/build-world.js';
import { serve } from './reference.test-kit.js';
import { now, plainSchool } from './run.test-kit.js';

const common = {
  baseUrl: 'http://service.test',
  seed: 3,
  maxWaitSeconds: 60,
  note: () => undefined,
} as const;

const withoutDepartures = (facts: Facts): Facts => ({
  ...facts,
  member: facts.member.map((one) => ({ ...one, leftAt: null })),
});

const served = (world: World, by: (facts: Facts) => Facts) =>
  serve({ ...world, facts: by(world.facts) }, { allowance: 0, secondsEach: 0.1 });

const overWorlds = (by: (facts: Facts) => Facts) => {
  let handler: FetchHandler = () => new Response(null, { status: 404 });
  const over: OverWorlds = {
    now,
    runs: 15,
    shrinksMax: 80,
    load: (world) => {
      handler = served(world, by).fetch;
      return Promise.resolve();
    },
  };
  const transport: ExploreOptions['transport'] = fetchTransport((request) => handler(request));
  return explore({ ...common, over, transport, clock: virtualClock(Date.parse(now)) });
};

const overFacts = (by: (facts: Facts) => Facts) => {
  const { fetch, clock } = served(plainSchool, by);
  return explore({
    ...common,
    clock,
    transport: fetchTransport(fetch),
    over: { world: plainSchool, seconds: 20 },
  });
};

describe('explore over worlds that are loaded', () => {
  test('agrees with the reference', async () => {
    const { found, stopped, runs } = await overWorlds((facts) => facts);
    expect([found?.says, stopped, runs]).toEqual([undefined, null, 15]);
  });

  test('finds a wrong figure, and shrinks the world', async () => {
    const { found, shrinks } = await overWorlds(withoutDepartures);
    expect(found?.says).toMatch(/the facts give/);
    expect(shrinks).toBeGreaterThan(0);
    // The smallest world needs no events at all to show it; shrinking is bounded, so leave some room.
    expect(found?.world.facts.post.length).toBeLessThan(20);
  });
});

describe('explore over facts that the service has', () => {
  test('agrees with the reference', async () => {
    const { found, stopped, runs } = await overFacts((facts) => facts);
    expect([found?.says, stopped]).toEqual([undefined, null]);
    expect(runs).toBeGreaterThan(30);
  });

  test('finds a wrong figure, and shrinks the request', async () => {
    const { found } = await overFacts(withoutDepartures);
    expect(found?.says).toMatch(/the facts give/);
    const body = JSON.parse(found?.request.body ?? '{"metrics":[0]}') as { metrics: unknown[] };
    expect(body.metrics).toHaveLength(1);
  });
});
