import { damagedJson, drawFrom } from '@tallyboard/arbitraries';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ids } from '../../http/src/sample-facts.test-kit.js';
import { type Client, createClient } from './create-client.js';
import { ClientError, type Failure } from './failure.js';
import { school, serveFacts } from './service.test-kit.js';

const kinds: Readonly<Record<Failure['kind'], true>> = {
  invalidRequest: true,
  refused: true,
  unauthorized: true,
  notFound: true,
  rateLimited: true,
  rosterFailed: true,
  outOfTime: true,
  budgetSpent: true,
  aborted: true,
  unreachable: true,
  serverFault: true,
  malformedAnswer: true,
};

const damage = fc.record({
  status: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(200, 202, 204, 304, 400, 401, 404, 418, 429, 500, 599),
    },
  ),
  seed: fc.nat(),
  cut: fc.option(fc.nat({ max: 500 }), { freq: 5 }),
  retryAfter: fc.option(fc.oneof(fc.constantFrom('0', '5', '-1', '1e9', 'Fri'), fc.string()), {
    freq: 2,
  }),
});
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

const spoil = async (response: Response, { status, seed, cut, retryAfter }: Damage) => {
  const json = damagedJson(drawFrom(seed), await response.json());
  const text = JSON.stringify(json).slice(0, cut ?? undefined);
  const headers = new Headers(response.headers);
  if (retryAfter !== null && /^[\x20-\x7e]*$/.test(retryAfter)) {
    headers.set('Retry-After', retryAfter);
  }
  const to = status ?? response.status;
  return new Response(to === 204 || to === 304 ? null : text, { status: to, headers });
};

const entries = [
  { name: 'memberCount', status: ['active', 'all'] },
  { name: 'topBoards', sortBy: 'posts' },
  { name: 'subscription' },
] as const;

const isNumber = (value: unknown): boolean => Number.isFinite(value);

/** What a caller may rely on, written down a second time. */
const expectTyped = async (client: Client): Promise<string> => {
  const requestsMax = 12;
  const metrics = await client.metrics({ organization: school, metrics: entries }, { requestsMax });
  if (!metrics.ok) return metrics.failure.kind;
  const [members, boards, subscription] = metrics.value.figures;
  if (members.status === 'ready') {
    expect(isNumber(members.data.active) && isNumber(members.data.all)).toBe(true);
  } else expect(members).not.toHaveProperty('data');
  if (boards.status === 'ready') {
    for (const { hashid, title, posts } of boards.data) {
      expect([typeof hashid, typeof title, typeof posts]).toEqual(['string', 'string', 'number']);
    }
  }
  if (subscription.status === 'ready') expect(typeof subscription.data.status).toBe('string');
  return 'ok';
};

const expectRoster = async (client: Client): Promise<string> => {
  try {
    const rows = client.roster({ organization: school, perPage: 2 }, { requestsMax: 12 });
    for await (const { id, name, posts, active } of rows) {
      expect([typeof id, typeof name, typeof posts, typeof active]).toEqual([
        'string',
        'string',
        'number',
        'boolean',
      ]);
    }
    return 'ok';
  } catch (error) {
    if (error instanceof ClientError) return error.failure.kind;
    throw error;
  }
};

const expectBoard = async (client: Client): Promise<string> => {
  const include = ['posts', 'comments'] as const;
  const board = await client.board(ids.board, { include, requestsMax: 12 });
  if (!board.ok) return board.failure.kind;
  for (const comment of board.value.comments) expect(typeof comment.post.id).toBe('string');
  expect(typeof board.value.attributes.title).toBe('string');
  return 'ok';
};

/** A few in every run, thousands in the deep one. */
const runs = Math.max(70, Number(process.env['TALLYBOARD_FUZZ'] ?? 0) / 200);

describe('whatever a service answers, a call ends with what was promised or with one of the failures', () => {
  it.each([
    ['metrics', expectTyped],
    ['roster', expectRoster],
    ['board', expectBoard],
  ])('%s', async (_, call) => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const { options, asked } = serveFacts();
        const { fetch } = options;
        const end = await call(
          createClient({
            ...options,
            fetch: async (address, request) => {
              const response = await fetch!(address, request);
              return spoil(response, damages[(asked.length - 1) % damages.length]!);
            },
          }),
        );
        expect(end === 'ok' || Object.hasOwn(kinds, end), end).toBe(true);
        expect(asked.length).toBeLessThanOrEqual(12);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }),
      { numRuns: runs },
    );
    // Damage that always shows, or never, would test nothing.
    expect(ends.size).toBeGreaterThan(2);
  });
});

it('calls do not disturb one another, in whatever order answers and waits end', async () => {
  const alone = await Promise.all(
    entries.map(async (entry) => {
      const { options } = serveFacts();
      return createClient(options).metrics({ organization: school, metrics: [entry] });
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const service = serveFacts({ pending: 1 });
      const client = createClient({
        ...service.options,
        fetch: scheduler.scheduleFunction(service.options.fetch!),
        clock: {
          now: () => 0,
          // The limit of a request never comes; all other waits end when the scheduler says so.
          sleep: (ms, signal) =>
            ms < 60_000
              ? scheduler.schedule(Promise.resolve())
              : new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        },
      });
      const calls = entries.map((entry) =>
        client.metrics({ organization: school, metrics: [entry] }),
      );
      await scheduler.waitFor(Promise.all(calls));
      expect(await Promise.all(calls)).toEqual(alone);
    }),
    { numRuns: 30 },
  );
});
