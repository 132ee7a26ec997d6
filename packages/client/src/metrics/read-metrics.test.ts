import type { PlainEntry } from '@tallyboard/core/vocabulary';
import { roles } from '@tallyboard/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { connect } from '../connection.js';
import { createClient } from '../create-client.js';
import { answer, gaps, school, serveFacts } from '../service.test-kit.js';
import { readMetrics } from './read-metrics.js';

const bodyOf = (body: string | undefined) =>
  JSON.parse(body ?? '') as { readonly metrics: readonly { readonly name: string }[] };

/** A hundred different entries: every list of roles that there is, up to that number. */
const hundred: readonly PlainEntry[] = Array.from({ length: 100 }, (_, index) => {
  const userType = roles.filter((_role, bit) => ((index + 1) >> bit) % 2 === 1);
  return index % 3 === 0
    ? { name: 'memberCount', status: ['active', 'inactive', 'joined'], userType }
    : { name: 'memberCount', status: index % 3 === 1 ? 'active' : 'all', userType };
});

describe('polling', () => {
  it('3: repeats the identical body after Retry-After until all is there', async () => {
    const service = serveFacts({ pending: 3 });
    const outcome = await createClient(service.options).metrics(
      { organization: school, metrics: [{ name: 'postCount' }, { name: 'visitorCount' }] },
      { onProgress: service.onProgress },
    );
    expect(outcome).toMatchObject({
      ok: true,
      value: { status: 'ready', figures: [{ status: 'ready', data: 3 }, { status: 'ready' }] },
    });
    expect(new Set(service.asked.map(({ body }) => body)).size).toBe(1);
    expect(gaps(service.asked)).toEqual([1, 1, 1]);
    const waits = service.heard.filter(({ kind }) => kind === 'waiting');
    expect(waits.map(({ requestsUsed }) => requestsUsed)).toEqual([1, 2, 3]);
    expect(service.heard.at(-1)).toEqual({ kind: 'parts', done: 1, total: 1, requestsUsed: 4 });
  });

  it.each([
    ['a date', { 'Retry-After': 'Fri, 20 Nov 2026 12:00:09 GMT' }, 9],
    ['the body, without a header', {}, 4],
  ])('waits as told by %s', async (_, headers, seconds) => {
    const dateRange = { from: '2026-01-01', to: '2026-11-20' };
    const pending = () => answer(202, { meta: { dateRange, retryAfter: 4 } }, headers);
    const service = serveFacts({ instead: (_asked, nth) => (nth === 1 ? pending() : null) });
    const request = { organization: school, metrics: [{ name: 'postCount' }] } as const;
    expect((await createClient(service.options).metrics(request)).ok).toBe(true);
    expect(gaps(service.asked)).toEqual([seconds]);
  });

  it('a 200 with something pending is not the end either', async () => {
    const dateRange = { from: '2026-01-01', to: '2026-11-20' };
    const pending = [{ name: 'postCount', properties: { userType: 'all' } }];
    const meta = { status: 'pending', dateRange, pending, retryAfter: 2 };
    const service = serveFacts({
      instead: (_asked, nth) => (nth === 1 ? answer(200, { meta }) : null),
    });
    const request = { organization: school, metrics: [{ name: 'postCount' }] } as const;
    expect(await createClient(service.options).metrics(request)).toMatchObject({
      value: { figures: [{ data: 3 }] },
    });
  });

  it('asks for other parts while one is computed', async () => {
    const service = serveFacts({ pending: 1 });
    const request = { organization: school, metrics: hundred };
    expect((await createClient(service.options).metrics(request)).ok).toBe(true);
    const parts = service.asked.length / 2;
    expect(parts).toBe(6);
    expect(gaps(service.asked).filter((seconds) => seconds > 0)).toEqual([1]);
  });
});

describe('figures by entry', () => {
  it('2.7: a failed one has no figure, and the others have theirs', async () => {
    const service = serveFacts({ fail: ['visitorCount'] });
    const outcome = await createClient(service.options).metrics({
      organization: school,
      metrics: [
        { name: 'visitorCount' },
        { name: 'memberCount', userType: ['teacher', 'teacher'] },
      ],
    });
    expect(outcome).toEqual({
      ok: true,
      value: {
        status: 'partial',
        dateRange: { from: '2026-01-02', to: '2026-11-20' },
        figures: [
          {
            name: 'visitorCount',
            properties: {},
            status: 'failed',
            code: 'COMPUTATION_FAILED',
            detail: expect.any(String) as string,
          },
          {
            name: 'memberCount',
            properties: { status: 'all', userType: ['teacher'] },
            status: 'ready',
            data: 1,
          },
        ],
      },
    });
  });

  it('a call that ends early gives what it has, and no number for what is pending', async () => {
    const service = serveFacts({ pending: 5 });
    const outcome = await createClient(service.options).metrics(
      { organization: school, metrics: [{ name: 'postCount' }] },
      { requestsMax: 2 },
    );
    expect(outcome).toEqual({
      ok: false,
      failure: { kind: 'budgetSpent', requestsUsed: 2 },
      soFar: {
        figures: [{ name: 'postCount', properties: { userType: ['all'] }, status: 'pending' }],
      },
    });
  });
});

describe('what is wrong', () => {
  it('is told before anything is sent, where neither organization nor clock are needed', async () => {
    const service = serveFacts();
    const entries = [...hundred, hundred[3]!, { name: 'topBoards' }] as readonly PlainEntry[];
    const outcome = await createClient(service.options).metrics({
      organization: school,
      metrics: entries,
      from: '2026-05',
    });
    if (outcome.ok || outcome.failure.kind !== 'invalidRequest') throw new Error('it passed');
    const { refusals } = outcome.failure;
    expect(refusals.map(({ violation }) => violation).toSorted()).toEqual([
      'duplicateMetric',
      'rangeEndMissing',
      'requiredPropertyMissing',
    ]);
    expect([outcome.soFar, service.asked]).toEqual([null, []]);
  });

  it.each([
    [{ metrics: [] }, 'emptyArray'],
    [{ metrics: [{ name: 'postCount' }, { name: 'postCount' }] }, 'duplicateMetric'],
    [{ metrics: [{ name: 'topBoards' }] }, 'requiredPropertyMissing'],
    [{ metrics: [{ name: 'postCounts' }, { name: 'postCount' }] }, 'unknownMetric'],
  ])('is refused by the service when readMetrics alone sends %j', async (request, violation) => {
    const { options, asked } = serveFacts();
    const metrics = request.metrics as unknown as readonly PlainEntry[];
    const outcome = await readMetrics(connect(options), { organization: school, metrics });
    expect(outcome).toMatchObject({
      failure: { kind: 'refused', reasons: [{ meta: { violation } }] },
    });
    expect(asked).toHaveLength(1);
  });

  it('is refused by the service otherwise, with pointers into the request of the caller', async () => {
    const service = serveFacts({
      instead: (_asked, nth) =>
        nth === 2
          ? answer(400, { errors: [{ source: { pointer: '/metrics/1/userType' } }] })
          : null,
    });
    const outcome = await createClient(service.options).metrics({
      organization: school,
      metrics: hundred,
    });
    if (outcome.ok || outcome.failure.kind !== 'refused') throw new Error('it passed');
    const [, second] = service.asked.map(({ body }) => bodyOf(body).metrics[1]);
    const index = hundred.findIndex((entry) => JSON.stringify(entry) === JSON.stringify(second));
    expect(index).toBeGreaterThan(1);
    expect(outcome.failure.reasons[0]?.source).toEqual({
      pointer: `/metrics/${index}/userType`,
    });
    expect(outcome.soFar?.figures.filter(({ status }) => status === 'ready')).toHaveLength(
      bodyOf(service.asked[0]?.body).metrics.length,
    );
  });
});

describe('4.1.11: the range moves in the middle of a call', () => {
  const shifting = (answers: number) => {
    const service = serveFacts({ allowance: 0 });
    const { fetch, ...options } = service.options;
    let nth = 0;
    return createClient({
      ...options,
      fetch: async (address, request) => {
        const response = await fetch!(address, request);
        nth += 1;
        const text = await response.text();
        return new Response(
          nth <= answers ? text.replace('2026-11-20', `2026-10-${10 + nth}`) : text,
        );
      },
    });
  };
  it('asks anew for the parts of the old one', async () => {
    const outcome = await shifting(2).metrics({ organization: school, metrics: hundred });
    expect(outcome).toMatchObject({ ok: true, value: { dateRange: { to: '2026-11-20' } } });
  });
  it('gives up when it never stands still', async () => {
    const outcome = await shifting(80).metrics({ organization: school, metrics: hundred });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'malformedAnswer' } });
  });
});
