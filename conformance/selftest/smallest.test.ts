import { describe, expect, test } from 'vitest';
import { sightingsOf } from '../src/history/sightings.js';
import { observationOf } from '../src/judge/evidence.js';
import { sentBody, sentEntries } from '../src/judge/metrics/answer.js';
import type { Exchange, History } from '../src/model/history.js';
import { parseJson } from '../src/model/json.js';
import type { Report } from '../src/model/report.js';
import type { PlannedRequest } from '../src/model/request.js';
import { probes } from '../src/probes/all-probes.js';
import { change, type ReplyChange } from '../src/rules/broken.js';
import { registry } from '../src/rules/registry.js';
import { type ConformanceOptions, runConformance } from '../src/run-conformance.js';
import { expectedFrom } from '../src/seeded/expected-values.js';
import { failureAlone, smallerRequests, withEntries } from '../src/smallest.js';
import { buildWorld } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { type Serving, serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));
const { targets, boards, facts } = world;

const run = async (
  reply: ReplyChange,
  more: Partial<ConformanceOptions> = {},
  serving: Serving = {},
) => {
  const { fetch, clock } = serve(world, serving);
  return runConformance({ fetch: onReply(reply)(fetch), clock, targets, boards, now, ...more });
};

const reductions = (history: History) =>
  history.exchanges.filter(({ sent }) => sent.purpose === 'reduce');

const evidenceOf = ({ rules }: Report, id: string) =>
  rules.find((rule) => rule.id === id)?.evidence[0];

/** What the request of a piece of evidence asks for. */
const bodyOf = (history: History, seq: number | undefined) => {
  const found = history.exchanges.find((one) => one.seq === seq);
  if (found === undefined) throw new Error(`There is no request ${String(seq)}.`);
  return sentBody(found.sent.request) as { metrics: readonly object[]; from?: string; to?: string };
};

const isPostCount = (one: unknown): boolean => (one as { name: string }).name === 'postCount';

/** The count of posts as a text, in any answer. */
const wrongPosts = change('metrics', 'data/attributes/metrics/*', (one) =>
  isPostCount(one) && typeof (one as { data: unknown }).data === 'number'
    ? { ...(one as object), data: '12' }
    : one,
);

const serverError: ReplyChange = (reply, call) =>
  call.endpoint === 'metrics' && call.text.includes('postCount') && call.text.includes('"from"')
    ? { ...reply, status: 500, document: { errors: [] } }
    : null;

describe('a failing wide request is cut down', () => {
  test('to the one entry that fails, by no more than eight further requests', async () => {
    const { report, history } = await run(wrongPosts, { only: ['2.5-T1'] });
    const small = evidenceOf(report, '2.5-T1');
    expect(small?.wide?.curl).toContain('memberCount');
    expect(bodyOf(history, small?.seq)).toEqual({ metrics: [{ name: 'postCount' }] });
    expect(small?.curl).not.toContain('memberCount');
    expect(reductions(history).length).toBeLessThanOrEqual(8);
  });

  test('to one entry and one month, by halves where the answer shows no entry', async () => {
    const { report, history } = await run(serverError, { only: ['7-A2'] });
    const small = evidenceOf(report, '7-A2');
    const { metrics, from, to } = bodyOf(history, small?.seq);
    expect(metrics).toEqual([{ name: 'postCount' }]);
    expect(from).toBe(to);
    expect(reductions(history)).toHaveLength(8);
  });

  const fixed = { only: ['2.5-T1', '2.3'], keepPii: true };

  test('the same way each time, and read offline to the same report', async () => {
    const [one, other] = [await run(wrongPosts, fixed), await run(wrongPosts, fixed)];
    expect(one.report.rules).toEqual(other.report.rules);
    expect(one.report.requests).toEqual(other.report.requests);
  });

  test('what fails only now and then stays wide', async () => {
    let asked = 0;
    const flickering: ReplyChange = (reply, call) =>
      call.endpoint === 'metrics' && (asked += 1) % 2 === 1 ? wrongPosts(reply, call) : null;
    const { report, history } = await run(flickering, { only: ['2.5-T1'] });
    expect(reductions(history).length).toBeGreaterThan(0);
    // What is shown is a part of the request that failed: no smaller one failed each time.
    const shown = evidenceOf(report, '2.5-T1');
    expect(shown?.wide?.seq).toBe(shown?.seq);
    expect(bodyOf(history, evidenceOf(report, '2.5-T1')?.seq).metrics.length).toBeGreaterThan(8);
  });

  test('with what the allowance has left and never by the 61st', async () => {
    const { history, report } = await run(wrongPosts, {}, { pending: 2 });
    expect(report.requests.metrics).toBeLessThanOrEqual(60);
    expect(reductions(history).length).toBeLessThanOrEqual(8);
    // A cut that could not be confirmed with what is left is not begun.
    const whole = await run(wrongPosts, { only: ['2.5'] });
    const needed = whole.report.requests.metrics;
    expect(reductions(whole.history)).toHaveLength(3);
    const spent = await run(wrongPosts, { only: ['2.5'], budget: { metrics: needed - 1 } });
    expect(spent.report.requests.metrics).toBe(needed - 3);
  });

  test('no further request where nothing fails, or where none is wanted', async () => {
    const only = { only: ['2.5'] };
    expect(reductions((await run(() => null, only)).history)).toEqual([]);
    const none = await run(wrongPosts, { ...only, reduceMax: 0 });
    expect(reductions(none.history)).toEqual([]);
  });

  test('verdicts are those without it', async () => {
    const broken: ReplyChange = (reply, call) =>
      call.text.includes('topMedia') ? { ...reply, status: 418 } : null;
    const verdicts = ({ report }: { report: Report }) =>
      report.rules.map(({ id, verdict, message }) => [id, verdict, message]);
    const only = { only: ['1', '2.5', '7', '8'] };
    expect(verdicts(await run(broken, only))).toEqual(
      verdicts(await run(broken, { ...only, reduceMax: 0 })),
    );
  });
});

/** An exchange with a service as a run would have recorded it. */
const exchangeWith = async (
  fetch: (request: Request) => Promise<Response> | Response,
  request: PlannedRequest,
  expected: Readonly<Record<string, unknown>>,
): Promise<Exchange> => {
  const response = await fetch(
    new Request(`http://service.test${request.path}`, {
      method: request.method,
      headers: [
        ...request.headers.map(([name, value]): [string, string] => [name, value]),
        ['x-api-key', targets.main.key],
      ],
      body: request.body,
    }),
  );
  const body = await response.text();
  const document = parseJson(body);
  return {
    seq: 1,
    sent: { type: 'sent', seq: 1, at: now, purpose: 'reduce', request, knows: expected },
    answer: {
      type: 'answered',
      seq: 1,
      at: now,
      elapsedMs: 1,
      status: response.status,
      headers: [...response.headers],
      body,
      bodyBytes: body.length,
      sightings: sightingsOf(request, document),
    },
    broken: null,
    document,
  };
};

test('a right service breaks no rule by any smaller request', async () => {
  const { fetch, clock } = serve(world, { allowance: 0 });
  const options = {
    fetch,
    clock,
    targets,
    boards,
    facts,
    now,
    allowance: 0,
    keepPii: true,
    only: ['2', '3', '4'],
  };
  const { history } = await runConformance(options);
  const expected = expectedFrom(
    { facts, now: () => Date.parse(now), targets },
    null,
    () => undefined,
  );
  const wide = probes
    .filter(({ kind, target }) => kind === 'valid' && target === 'main')
    .flatMap(({ id }) => {
      const { answer } = observationOf(history, id);
      return answer === null ? [] : [answer.request];
    });
  const single = wide.flatMap((request) =>
    sentEntries(request).map((entry) => withEntries(request, [entry])),
  );
  const smaller = [...wide, ...single].flatMap(smallerRequests);
  const isDeep = process.env['TALLYBOARD_DEEP'] !== undefined;
  const requests = [...single, ...smaller].filter((_, index) => isDeep || index % 5 === 0);
  expect(requests.length).toBeGreaterThan(100);
  const broken = new Map<string, string>();
  for (const request of requests) {
    const exchange = await exchangeWith(fetch, request, expected(request));
    const concerned = registry.filter(
      ({ probes: own }) => own.length === 0 || own.includes(request.probe),
    );
    for (const rule of concerned) {
      const evidence = failureAlone(history, rule, exchange);
      if (evidence !== null)
        broken.set(rule.id, `${request.path} ${String(request.body)}: ${evidence.actual}`);
    }
  }
  expect([...broken]).toEqual([]);
});
