import type { Organization } from '@tallyboard/core';
import type { Day } from '@tallyboard/core/vocabulary';
import type { ComputationsPort } from '@tallyboard/ports';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExchange, type HandlerOptions } from '../exchange.js';
import { memoryPorts } from '../memory/memory-ports.js';
import type { Ports } from '../ports.js';
import { ids, keyOf, now, sampleFacts } from '../sample-facts.test-kit.js';
import type { Exchange } from '../wire/exchanged.js';

// Every document that may be cached is.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

/** What answers depend on, and what may change between two requests. */
interface World {
  today: number;
  /** Of the data; `null` while there is none. */
  version: number | null;
  readonly failing: Set<string>;
  termEndsOn: number;
}

const freshWorld = (): World => ({
  today: 20_777,
  version: 1,
  failing: new Set(),
  termEndsOn: 20_800,
});

/** A service over a world that changes below it. */
const over = (
  world: World,
  options: HandlerOptions,
): { readonly exchange: Exchange; readonly asked: { count: number } } => {
  const asked = { count: 0 };
  const plain = memoryPorts(sampleFacts, { now, allowance: 0 });
  const computations: ComputationsPort = {
    ...plain.computations,
    metrics: ({ queries, today }) => {
      asked.count += 1;
      return queries.map(({ name }) => {
        if (world.version === null) return { status: 'pending' };
        if (world.failing.has(name)) return { status: 'failed', code: 'X', detail: 'x' };
        return { status: 'ready', data: world.version * 1000 + today };
      });
    },
    version: () => (world.version === null ? null : String(world.version)),
  };
  const find: Ports['organizations']['find'] = async (id, userId) => {
    const found = await plain.organizations.find(id, userId);
    if (found === null) return null;
    const endsOn = world.termEndsOn as Day;
    const term = { startsOn: 20_700 as Day, endsOn, status: 'active' } as const;
    const organization: Organization = { ...found.organization, billingTerms: [term] };
    return { ...found, organization };
  };
  const clock = { ...plain.clock, today: () => world.today as Day };
  const ports = { ...plain, computations, organizations: { find }, clock };
  return { exchange: createExchange(ports, options), asked };
};

const ask = (exchange: Exchange, id: string, text: string) => {
  const headers: Readonly<Record<string, string | null>> = {
    'x-api-key': keyOf('olga'),
    'content-type': 'application/json',
  };
  return exchange({
    method: 'POST',
    address: `http://tallyboard.test/v1/organizations/${id}/analytics`,
    header: (name) => headers[name] ?? null,
    body: () => ({ status: 'read', bytes: new TextEncoder().encode(text) }),
  });
};

const texts = [
  '{"metrics":[{"name":"postCount"}]}',
  '{"metrics": [{"name":"postCount"}]}',
  '{"metrics":[{"name":"postCount"},{"name":"visitorCount"}]}',
  '{"metrics":[{"name":"visitorCount"}],"from":"2026-01","to":"2026-02"}',
  '{"metrics":[{"name":"scannedItemCount"}]}',
  `{"metrics":[{"name":"postCount"}]${' '.repeat(9000)}}`,
  '{"metrics":[{"name":"\u00e9"}]}',
  '\ufeff{}',
  '',
];

const change = fc.constantFrom(
  (world: World) => (world.version = (world.version ?? 7) + 1),
  (world: World) => (world.version = null),
  (world: World) => (world.today += 1),
  (world: World) => (world.termEndsOn += 1),
  // A figure that was ready fails only in another version; one that failed may be ready in the same.
  (world: World) => {
    world.version = (world.version ?? 7) + 1;
    world.failing.add('visitorCount');
  },
  (world: World) => world.failing.clear(),
);
const request = fc.tuple(
  fc.constantFrom(ids.school, ids.school, ids.classroom, ids.notEnrolled),
  fc.constantFrom(...texts),
);

test('cached documents are those that would be made, whatever changes in between', async () => {
  const asked = { cached: 0, anew: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 12, arbitrary: request }, { weight: 1, arbitrary: change }), {
        minLength: 40,
        maxLength: 80,
      }),
      fc.constantFrom(2 ** 20, 3_000),
      async (steps, memoryBytes) => {
        const world = freshWorld();
        const [caching, plain] = [over(world, { memoryBytes }), over(world, { memoryBytes: 0 })];
        for (const step of steps) {
          if (typeof step === 'function') step(world);
          else {
            const made = await ask(plain.exchange, ...step);
            expect(await ask(caching.exchange, ...step)).toEqual(made);
          }
        }
        asked.cached += caching.asked.count;
        asked.anew += plain.asked.count;
      },
    ),
    { numRuns: 60 },
  );
  // A good part was not computed again.
  expect(asked.cached).toBeLessThan(asked.anew * 0.9);
});
