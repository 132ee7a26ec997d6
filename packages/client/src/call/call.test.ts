import { describe, expect, it } from 'vitest';
import { createClient } from '../create-client.js';
import type { Failure } from '../failure.js';
import { answer, gaps, school, serveFacts, type TestServiceOptions } from '../service.test-kit.js';

const request = { organization: school, metrics: [{ name: 'postCount' }] } as const;

const run = async (options: TestServiceOptions, call: object = {}) => {
  const service = serveFacts(options);
  const { onProgress } = service;
  const outcome = await createClient(service.options).metrics(request, { onProgress, ...call });
  return { ...service, outcome, gaps: gaps(service.asked) };
};

const failureOf = (outcome: { ok: true } | { ok: false; failure: Failure }): Failure | null =>
  outcome.ok ? null : outcome.failure;

/** The first `count` requests get another answer. */
const first =
  (count: number, other: () => Response) =>
  (_: unknown, nth: number): Response | null =>
    nth <= count ? other() : null;

describe('429', () => {
  it.each([
    ['seconds', { 'Retry-After': '17' }, 17],
    ['a date', { 'Retry-After': 'Fri, 20 Nov 2026 12:01:00 GMT' }, 60],
    [
      'a date, by the clock of the service',
      {
        'Retry-After': 'Fri, 20 Nov 2026 09:00:40 GMT',
        Date: 'Fri, 20 Nov 2026 09:00:00 GMT',
      },
      40,
    ],
    ['a date in another old form', { 'Retry-After': 'Fri Nov 20 12:00:30 2026' }, 30],
    ['a date that is over', { 'Retry-After': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 1],
    ['nothing but RateLimit', { RateLimit: '"metrics";r=0;t=25' }, 25],
    ['nonsense', { 'Retry-After': '2026x' }, 60],
    ['nothing', {}, 60],
  ])('waits as told by %s', async (_, headers, seconds) => {
    const { outcome, gaps } = await run({ instead: first(1, () => answer(429, {}, headers)) });
    expect([outcome.ok, gaps]).toEqual([true, [seconds]]);
  });

  it('is a failure when the call has no time to wait, or the service asks for too long', async () => {
    const limited = first(1, () => answer(429, {}, { 'Retry-After': '3601' }));
    const failure = { kind: 'rateLimited', retryAfterSeconds: 3601, reasons: [] };
    expect(failureOf((await run({ instead: limited })).outcome)).toEqual(failure);
    const soon = first(1, () => answer(429, {}, { 'Retry-After': '30' }));
    const { outcome, asked } = await run({ instead: soon }, { msMax: 29_000 });
    expect([failureOf(outcome)?.kind, asked.length]).toEqual(['rateLimited', 1]);
  });

  it('is avoided when the headers say that nothing is left', async () => {
    const service = serveFacts({ allowance: 2 });
    const client = createClient(service.options);
    const pages = [];
    for await (const page of client.rosterPages(
      { organization: school, perPage: 1 },
      { onProgress: service.onProgress },
    )) {
      pages.push(page);
    }
    expect(pages).toHaveLength(4);
    expect(gaps(service.asked)).toEqual([0, 3600, 0]);
    const statuses = service.heard.filter(({ kind }) => kind === 'answered');
    expect(statuses.map((event) => 'status' in event && event.status)).toEqual([
      200, 200, 200, 200,
    ]);
    expect(service.heard).toContainEqual({
      kind: 'waiting',
      reason: 'allowance',
      until: new Date('2026-11-20T13:00:00Z'),
      requestsUsed: 2,
    });
  });
});

describe('faults of the moment', () => {
  const broken: readonly (readonly [
    string,
    () => Response | Promise<Response>,
    Failure['kind'],
  ])[] = [
    ['a connection that fails', () => Promise.reject(new TypeError('fetch failed')), 'unreachable'],
    ['a 503', () => answer(503, { errors: [{ detail: 'tired' }] }), 'serverFault'],
    ['a 200 that is cut off', () => new Response('{"data":{"id"'), 'malformedAnswer'],
    [
      'a body that breaks off',
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue(new TextEncoder().encode('{"data":'));
              controller.error(new Error('reset'));
            },
          }),
        ),
      'unreachable',
    ],
    ['HTML', () => new Response('<html>', { status: 502 }), 'serverFault'],
  ];

  it.each(broken)('%s: four times more, further and further apart', async (_, other, kind) => {
    const well = await run({ instead: (_asked, nth) => (nth <= 4 ? other() : null) });
    expect(well.outcome.ok).toBe(true);
    // The upper half of 0.5, 1, 2 and 4 seconds, with chance in the middle.
    expect(well.gaps).toEqual([0.375, 0.75, 1.5, 3]);
    const bad = await run({ instead: () => other() });
    expect([failureOf(bad.outcome)?.kind, bad.asked.length]).toEqual([kind, 5]);
  });

  it('a 503 that says when to come back is believed', async () => {
    const { gaps } = await run({
      instead: first(1, () => answer(503, {}, { 'Retry-After': '90' })),
    });
    expect(gaps).toEqual([90]);
  });

  it('an answer that does not come: after a minute the request goes out again', async () => {
    const service = serveFacts({
      instead: (_asked, nth) => (nth === 1 ? new Promise<Response>(() => undefined) : null),
    });
    const { ok } = await createClient(service.options).metrics(request);
    expect([ok, gaps(service.asked)]).toEqual([true, [60.375]]);
  });

  it('never quotes the key', async () => {
    const fetch = () => Promise.reject(new TypeError('"key-of-olga" is not a header'));
    const { outcome } = await run({ client: { fetch, retriesMax: 0 } });
    expect(outcome).toMatchObject({
      failure: { detail: expect.stringContaining('"[API key]" is not a header') as unknown },
    });
  });

  it('names the address and the cause of a connection that failed', async () => {
    const baseUrl = 'http://127.0.0.1:1';
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('bad port') }));
    const { outcome } = await run({ client: { baseUrl, fetch, retriesMax: 0 } });
    expect(outcome).toMatchObject({ failure: { detail: `fetch failed (bad port) at ${baseUrl}` } });
  });
});

describe('what is final', () => {
  it.each([
    [401, 'unauthorized'],
    [404, 'notFound'],
    [400, 'refused'],
    [406, 'refused'],
    [301, 'malformedAnswer'],
    [204, 'malformedAnswer'],
  ])('%s is not repeated: %s', async (status, kind) => {
    const body = status === 204 ? null : '{"errors":[{"code":"X","detail":"why"},7]}';
    const { outcome, asked } = await run({ instead: () => new Response(body, { status }) });
    expect([failureOf(outcome)?.kind, asked.length]).toEqual([kind, 1]);
    if (kind === 'refused') {
      const reasons = [{ status: '', code: 'X', title: '', detail: 'why' }];
      expect(failureOf(outcome)).toEqual({ kind, status, reasons });
    }
  });

  it('an answer larger than allowed', async () => {
    const { outcome } = await run({ client: { answerBytesMax: 20 } });
    expect(failureOf(outcome)).toMatchObject({ kind: 'malformedAnswer', status: 200 });
  });
});

describe('what a call may cost', () => {
  it('requests', async () => {
    const { outcome, asked } = await run({ pending: 9 }, { requestsMax: 3 });
    expect(failureOf(outcome)).toEqual({ kind: 'budgetSpent', requestsUsed: 3 });
    expect(asked).toHaveLength(3);
    expect((await run({ pending: 2 }, { requestsMax: 3 })).outcome.ok).toBe(true);
  });

  it('time, while waiting and while asking', async () => {
    const { outcome } = await run({ pending: 9 }, { msMax: 3500 });
    expect(failureOf(outcome)).toEqual({ kind: 'outOfTime', requestsUsed: 4 });
    const never = () => new Promise<Response>(() => undefined);
    const late = await run({ instead: never }, { msMax: 10_000 });
    expect(failureOf(late.outcome)).toEqual({ kind: 'outOfTime', requestsUsed: 1 });
    expect(late.time.now() - (late.asked[0]?.at ?? 0)).toBe(10_000);
  });

  it('ends at a signal: before, while waiting, while asking', async () => {
    const aborted = { kind: 'aborted', reason: 'enough' };
    const before = await run({}, { signal: AbortSignal.abort('enough') });
    expect([failureOf(before.outcome), before.asked.length]).toEqual([aborted, 0]);
    const ending = new AbortController();
    const onProgress = ({ kind }: { kind: string }) => {
      if (kind === 'waiting') ending.abort('enough');
    };
    const waiting = await run({ pending: 1 }, { signal: ending.signal, onProgress });
    expect([failureOf(waiting.outcome), waiting.asked.length]).toEqual([aborted, 1]);
    const asking = new AbortController();
    const instead = () => {
      setImmediate(() => asking.abort('enough'));
      return new Promise<Response>(() => undefined);
    };
    const { outcome, time } = await run({ instead }, { signal: asking.signal });
    expect([failureOf(outcome), time.now()]).toEqual([aborted, Date.UTC(2026, 10, 20, 12)]);
  });
});

it('refuses an address or a key that can never work, without quoting the key', () => {
  const options = { baseUrl: 'https://api.example.org', apiKey: 'k' };
  expect(() => createClient({ ...options, baseUrl: 'api.example.org' })).toThrow(/baseUrl/);
  expect(() => createClient({ ...options, baseUrl: 'ftp://api.example.org' })).toThrow(/baseUrl/);
  const versioned = { ...options, baseUrl: 'https://api.example.org/v1/' };
  expect(() => createClient(versioned)).toThrow(/leave \/v1 out/);
  for (const apiKey of ['', 'secret\n', 'sec ret']) {
    expect(() => createClient({ ...options, apiKey })).toThrow(/^((?!sec).)*$/);
  }
});

it('refuses a request without an organization', async () => {
  const client = createClient({ baseUrl: 'https://api.example.org', apiKey: 'k' });
  const nowhere = { metrics: [{ name: 'postCount' }], organization: undefined as never } as const;
  await expect(client.metrics(nowhere)).rejects.toThrow('organization is nothing; give');
  await expect(async () => client.rosterPage(nowhere)).rejects.toThrow(
    'organization is nothing; give',
  );
});
