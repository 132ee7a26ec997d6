import { describe, expect, test } from 'vitest';
import { historyOf } from '../src/history/read-history.js';
import { observationOf } from '../src/judge/evidence.js';
import { sentBody, sentEntries } from '../src/judge/metrics/answer.js';
import type { History } from '../src/model/history.js';
import type { Report } from '../src/model/report.js';
import type { PlannedRequest } from '../src/model/request.js';
import { probes } from '../src/probes/all-probes.js';
import { change, type ReplyChange } from '../src/rules/broken.js';
import { registry } from '../src/rules/registry.js';
import { answeredRecord, sentRecord } from '../src/run/records.js';
import { expectedFrom } from '../src/seeded/expected-values.js';
import { failureAlone, smallerRequests, withEntries } from '../src/smallest.js';
import { fetchTransport } from '../src/transport/fetch-transport.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';
import { type Asking, now, ruleOf, run as runWith, school } from './run.test-kit.js';
import { isDeep } from './sample.test-kit.js';

const { targets, facts } = school;

const run = (reply: ReplyChange, more: Asking = {}) =>
  runWith({ handler: onReply(reply), ...more });

const reductions = (history: History) =>
  history.exchanges.filter(({ sent }) => sent.purpose === 'reduce');

const evidenceOf = (report: Report, id: string) => ruleOf(report, id)?.evidence[0];

/** What the request of a piece of evidence asks for. */
const bodyOf = (history: History, seq: number | undefined) => {
  const found = history.exchanges.find((one) => one.seq === seq);
  if (found === undefined) throw new Error(`There is no request ${String(seq)}.`);
  return sentBody(found.sent.request) as { metrics: readonly object[]; from?: string; to?: string };
};

/** The count of posts as a text, in any answer. */
const wrongPosts = change('metrics', 'data/attributes/metrics/*', (one) => {
  const { name, data } = one as { readonly name: string; readonly data: unknown };
  return name === 'postCount' && typeof data === 'number'
    ? { ...(one as object), data: '12' }
    : one;
});

const serverError: ReplyChange = (reply, call) =>
  call.endpoint === 'metrics' && call.text.includes('postCount') && call.text.includes('"from"')
    ? { ...reply, status: 500, document: { errors: [] } }
    : null;

describe('a failing wide request is cut down', () => {
  test('to the one entry that fails, by no more than eight further requests, the same way each time', async () => {
    const asked = { only: ['2.5-T1'], keepPii: true };
    const { report, history } = await run(wrongPosts, asked);
    const small = evidenceOf(report, '2.5-T1');
    expect(small?.wide?.curl).toContain('memberCount');
    expect(bodyOf(history, small?.seq)).toEqual({ metrics: [{ name: 'postCount' }] });
    expect(small?.curl).not.toContain('memberCount');
    expect(reductions(history).length).toBeLessThanOrEqual(8);
    expect((await run(wrongPosts, asked)).report.rules).toEqual(report.rules);
  });

  test('to one entry and one month, by halves where the answer shows no entry', async () => {
    const { report, history } = await run(serverError, { only: ['7-A2'] });
    const { metrics, from, to } = bodyOf(history, evidenceOf(report, '7-A2')?.seq);
    expect([metrics, from]).toEqual([[{ name: 'postCount' }], to]);
    expect(reductions(history)).toHaveLength(8);
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
    expect(bodyOf(history, shown?.seq).metrics.length).toBeGreaterThan(8);
  });

  test('with what the allowance has left and never by the 61st', async () => {
    const { history, report } = await run(wrongPosts, { serving: { pending: 2 } });
    expect(report.requests.metrics).toBeLessThanOrEqual(60);
    expect(reductions(history).length).toBeLessThanOrEqual(8);
    // A cut that could not be confirmed with what is left is not begun.
    const whole = await run(wrongPosts, { only: ['2.5'] });
    const needed = whole.report.requests.metrics;
    expect(reductions(whole.history)).toHaveLength(3);
    const spent = await run(wrongPosts, { only: ['2.5'], budget: { metrics: needed - 1 } });
    expect(spent.report.requests.metrics).toBe(needed - 3);
  });

  test('only where something fails and it is wanted; verdicts are the same without it', async () => {
    const only = { only: ['1', '2.5', '7', '8'] };
    expect(reductions((await run(() => null, only)).history)).toEqual([]);
    const broken: ReplyChange = (reply, call) =>
      call.text.includes('topMedia') ? { ...reply, status: 418 } : null;
    const [reduced, wide] = [await run(broken, only), await run(broken, { ...only, reduceMax: 0 })];
    expect(reductions(wide.history)).toEqual([]);
    const verdicts = ({ report }: { report: Report }) =>
      report.rules.map(({ id, verdict, message }) => [id, verdict, message]);
    expect(verdicts(reduced)).toEqual(verdicts(wide));
  });
});

test('a right service breaks no rule by any smaller request', async () => {
  const { fetch } = serve(school, { allowance: 0 });
  const { history, records } = await runWith({
    ...{ serving: { allowance: 0 }, facts, allowance: 0, keepPii: true, only: ['2', '3', '4'] },
  });
  const world = { facts, now: () => Date.parse(now), targets };
  const expected = expectedFrom(world, null, () => undefined);
  const transport = fetchTransport(fetch);
  /** An exchange with the service as a run would have recorded it. */
  const exchangeBy = async (request: PlannedRequest) => {
    const received = await transport({
      ...{ ...request, url: `http://service.test${request.path}` },
      headers: [['x-api-key', targets.main.key], ...request.headers],
      ...{ timeoutMs: 60_000, bytesMax: 2 ** 24 },
    });
    const sent = sentRecord(null, 1, now, 'reduce', request, {});
    const answered = answeredRecord(null, 1, now, 1, request, received, expected);
    return historyOf([...records.slice(0, 1), sent, answered]).exchanges[0]!;
  };
  const wide = probes
    .filter(({ kind, target }) => kind === 'valid' && target === 'main')
    .flatMap(({ id }) => observationOf(history, id).answer?.request ?? []);
  const single = wide.flatMap((request) =>
    sentEntries(request).map((entry) => withEntries(request, [entry])),
  );
  const requests = [...single, ...[...wide, ...single].flatMap(smallerRequests)].filter(
    (_, index) => isDeep || index % 5 === 0,
  );
  expect(requests.length).toBeGreaterThan(100);
  const broken = new Map<string, string>();
  for (const request of requests) {
    const exchange = await exchangeBy(request);
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
