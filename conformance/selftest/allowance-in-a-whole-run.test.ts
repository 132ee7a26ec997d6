import { expect, test } from 'vitest';
import type { Report } from '../src/model/report.js';
import { moreWords } from '../src/report/outline.js';
import { type Call, endpointOf } from '../src/rules/broken.js';
import { fetchTransport } from '../src/transport/fetch-transport.js';
import type { Transport } from '../src/transport/transport.js';
import { allowanceMutants } from './mutants/allowance.test-kit.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { halfReady, repeats } from './mutants/waiting.test-kit.js';
import { type Serving, serve } from './reference.test-kit.js';
import { type Asking, plainSchool, ruleOf, run as runOn } from './run.test-kit.js';

const run = (asking: Asking) =>
  runOn({ world: plainSchool, frozen: true, quotaCheck: true, freshQuota: true, ...asking });

const found = ({ report }: { readonly report: Report }, ...ids: readonly string[]) =>
  report.rules
    .filter(({ id }) => ids.includes(id))
    .map(({ verdict, reason }) => `${verdict} ${String(reason)}`);

const servingOf = (operator: string): Serving =>
  allowanceMutants.find((mutant) => mutant.rule.startsWith('8-') && mutant.operator === operator)
    ?.serving ?? {};

/** What is found of metrics, of the roster, and of both together. */
const decided = async (serving: Serving, only?: readonly string[]) => {
  const ran = await run({ serving, ...(only === undefined ? {} : { only }) });
  expect(String(moreWords(ran.report))).not.toContain('--quota-check');
  return found(ran, '8-T1', '8-T1b', '8-T2');
};

const [right, wrong] = ['pass null', 'fail null'];

test.each([
  ['60 an hour', {}, [right, right, right]],
  ['59 an hour', servingOf('59 requests'), [wrong, wrong, right]],
  ['61 an hour', servingOf('61 requests'), [wrong, wrong, right]],
  ['60 a minute', servingOf('60 a minute'), [wrong, right, right]],
  ['shared', servingOf('one allowance for both'), [wrong, wrong, wrong]],
  ['never counted', { allowance: 0 }, [wrong, wrong, 'undecided prerequisite']],
])('%s is decided', async (_name, serving, verdicts) => {
  // In an hour of its own, by a service that answers at once: no request shows when a window began.
  for (const secondsEach of [0, 0.004, 0.3])
    expect(await decided({ ...serving, secondsEach }, ['8'])).toEqual(verdicts);
  // After a whole run, with its refusals.
  expect(await decided(serving)).toEqual(verdicts);
});

const isTo = (endpoint: Call['endpoint'], url: string): boolean =>
  endpointOf(new URL(url)) === endpoint;

test('an answer that was lost may have counted: 59 others do not fail', async () => {
  const { fetch, clock } = serve(plainSchool);
  const transport = fetchTransport(fetch);
  let count = 0;
  const losing: Transport = async (outgoing) => {
    const received = await transport(outgoing);
    if (!isTo('metrics', outgoing.url)) return received;
    count += 1;
    return count === 20
      ? { kind: 'broken', problem: 'timeout', detail: 'no complete answer' }
      : received;
  };
  expect(found(await run({ clock, transport: losing }), '8-T1', '8-T1b')).toEqual([
    'undecided quota',
    'pass null',
  ]);
});

test('without --fresh-quota requests of others may have counted', async () => {
  const ran = await run({ serving: { allowance: 50 }, freshQuota: false });
  expect(found(ran, '8-T1', '8-T1b')).toEqual(['undecided quota', 'undecided quota']);
});

test('a refused request spends nothing of the allowance', async () => {
  const used: number[] = [];
  const { history } = await run({
    listener: (progress) => used.push(progress.type === 'sent' ? progress.used : 0),
  });
  expect(history.exchanges.filter(({ answer }) => answer?.status === 429).length).toBeGreaterThan(
    1,
  );
  // The one that is refused is counted while it is sent.
  expect(Math.max(...used)).toBe(61);
});

test('a run that is resumed within the hour counts what it spent before', async () => {
  const budget = { metrics: 20, roster: 60 };
  const first = await run({ budget, quotaCheck: false });
  const second = await run({ budget, quotaCheck: false, resume: first.records });
  expect([first.report.requests.metrics, second.report.requests.metrics]).toEqual([20, 20]);
});

test('a limit of one board leaves the other boards and the user to be asked', async () => {
  const limited = `/v1/boards/${plainSchool.boards.readable[0]}`;
  const handler = onReply((reply, call) =>
    call.url.pathname === limited ? { ...reply, status: 429 } : null,
  );
  const { history } = await run({ handler });
  const unsent = history.leftOut.filter(({ detail }) => detail.includes('used up'));
  expect(unsent.map(({ probe }) => probe)).toEqual([]);
});

test('a few repeats among 60 requests show that repeats count', async () => {
  const handler = repeats((reply, time, { text }) =>
    time === 1 && text.includes('"dimensions"') ? halfReady(reply, (index) => index > 0) : reply,
  );
  expect(found(await run({ handler }), '3-R1')).toEqual(['pass null']);
});

/** Names another wait in each 429, the last one again and again. */
const waiting = (...waits: readonly string[]) => {
  let refusals = 0;
  let requests = 0;
  const handler = onReply((reply) => {
    requests += 1;
    // Whatever the suite does, the test ends.
    if (requests > 1000) return { ...reply, status: 418 };
    if (reply.status !== 429) return null;
    reply.headers.set('retry-after', waits[Math.min(refusals, waits.length - 1)] ?? '');
    refusals += 1;
    return reply;
  });
  return { handler, sent: () => requests };
};

test.each([
  ['no time at all after a short one', ['30', '30', '-1']],
  ['a second, again and again', ['1']],
])('a service that asks to wait %s is not asked for ever', async (_name, waits) => {
  const { handler, sent } = waiting(...waits);
  const { report } = await run({ handler, waitReset: true });
  expect(sent()).toBeLessThan(260);
  expect(ruleOf(report, '8-T4')?.verdict).toBe('fail');
});

test('without --fresh-quota another client may take what the wait set free', async () => {
  const { handler } = waiting('1');
  const ran = await run({ handler, waitReset: true, freshQuota: false });
  expect(found(ran, '8-T4')).toEqual(['undecided quota']);
});

test.each(['86400', '99999999999999'])(
  'a wait of %s s, more than an hour, is not waited for',
  async (wait) => {
    const ran = await run({ handler: waiting(wait).handler, waitReset: true });
    expect(ran.history.waits).toEqual([]);
    expect(found(ran, '7-T6', '8-T4')).toEqual(['fail null', 'notApplicable notExercised']);
  },
);
