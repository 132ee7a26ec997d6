import { randomFrom } from '@tallyboard/arbitraries';
import { type Instant, limits } from '@tallyboard/core/vocabulary';
import type { Spent } from '@tallyboard/ports';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryAllowance } from './memory/allowance.js';
import { memoryPorts } from './memory/memory-ports.js';
import { now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths, serveSample } from './sample-service.test-kit.js';

const hour = limits.allowanceWindowMs;
const second = 1000;

let spent = 0;
afterAll(() => console.log(`requests counted one by one: ${spent}, none too many, none too few`));

describe('the allowance under 1,000 requests at once', () => {
  test.each([
    ['metrics', paths.metrics, { body: goodBody }],
    ['roster', paths.roster, {}],
  ] as const)('%s: sixty go on, all others hear 429', async (_, path, asking) => {
    // Ports that take a while: requests overtake one another between the steps.
    const { keys, organizations, clock } = memoryPorts(sampleFacts, { now });
    const random = randomFrom(60);
    const soon = () => new Promise((resolve) => setTimeout(resolve, random() * 5));
    const ports = {
      // All in one instant, however long they take here.
      clock: { ...clock, instant: () => now },
      keys: { find: async (hash: string) => soon().then(() => keys.find(hash)) },
      organizations: {
        find: async (id: string, user: string) => soon().then(() => organizations.find(id, user)),
      },
    };
    const ask = serveSample({ ports });
    const heard = await Promise.all(Array.from({ length: 1_000 }, () => ask(path, asking)));
    spent += heard.length;
    const count = (status: number) => heard.filter((one) => one.status === status).length;
    expect([count(200), count(429)]).toEqual([60, 940]);
    const left = heard
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]));
    // Each of the sixty was told another number, and no number was told twice.
    expect(new Set(left)).toEqual(new Set(Array.from({ length: 60 }, (_one, place) => place)));
    for (const { status, headers } of heard) {
      if (status === 429) expect(headers.get('Retry-After')).toBe('3600');
    }
  });
});

describe('a clock that is put back', () => {
  const spendAt = (allowance: ReturnType<typeof memoryAllowance>, at: number): Spent => {
    spent += 1;
    const one = { keySha256: 'k', endpoint: 'roster', id: 'x', at: at as Instant } as const;
    return allowance.spend(one) as Spent;
  };

  test('takes nothing off what was counted', () => {
    const allowance = memoryAllowance({ roster: 60 });
    for (let count = 0; count < 60; count++) {
      expect(spendAt(allowance, now - count * second).accepted).toBe(true);
    }
    expect(spendAt(allowance, now - 61 * second).accepted).toBe(false);
  });

  test('from far ahead locks nobody out for longer than an hour', () => {
    const allowance = memoryAllowance({ roster: 1 });
    expect(spendAt(allowance, now + 48 * hour).accepted).toBe(true);
    const refused = spendAt(allowance, now);
    expect([refused.accepted, refused.resetSeconds]).toEqual([false, 3_600]);
    expect(spendAt(allowance, now + hour - 1).accepted).toBe(false);
    expect(spendAt(allowance, now + hour).accepted).toBe(true);
  });
});
