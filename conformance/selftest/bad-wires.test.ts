import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { consoleSummary } from '../src/report/console.js';
import { headline, requestWords } from '../src/report/outline.js';
import { runConformance } from '../src/run-conformance.js';
import { type Clock, realClock, virtualClock } from '../src/transport/clock.js';
import { fetchTransport } from '../src/transport/fetch-transport.js';
import { nodeTransport } from '../src/transport/node-transport.js';
import type { Transport } from '../src/transport/transport.js';
import { serve } from './reference.test-kit.js';
import { failedIds, now, ruleOf, run as runOn, school } from './run.test-kit.js';

const main = { org: 'wksp_abcdefghijklmnop', key: 'k' };
const open: { readonly close: () => unknown }[] = [];

afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const listening = (server: Server | ReturnType<typeof createTcp>): Promise<string> =>
  new Promise((resolve) => {
    open.push(server);
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

const serving = (listener: RequestListener): Promise<string> => listening(createServer(listener));

/** Waits take no time; sockets do. */
const clock = (): Clock => virtualClock(Date.parse('2026-11-15T12:00:00Z'));

const run = async (baseUrl: string, more: object = {}) => {
  const { report } = await runConformance({
    baseUrl,
    targets: { main },
    clock: clock(),
    timeoutSeconds: 600,
    ...more,
  });
  const failed = failedIds(report);
  const lines = consoleSummary(report, { color: false, columns: 200 }).trimEnd().split('\n');
  // The cause is where the eye falls: the headline, and the last line.
  const [said, last] = [headline(report), lines.at(-1) ?? ''];
  expect(last).toContain(said);
  const reasons = new Set(report.rules.map((rule) => rule.reason));
  return { report, failed, reasons, said, lines };
};

const asked = { targets: school.targets, boards: school.boards, now };

const json = { 'content-type': 'application/vnd.api+json' };

/** What a service answers to everything, and what a run makes of it. */
interface Row {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly exitCode?: number;
  readonly ended?: string;
  readonly failed?: readonly string[];
  /** Requests of metrics that are sent before the run ends. */
  readonly metrics?: number;
  readonly reason?: string;
  readonly said?: string;
  /** A rule that it leaves undecided, and why. */
  readonly undecided?: readonly [id: string, reason: string];
  readonly warned?: string;
}

const html = { 'content-type': 'text/html' };
const first = { headers: json, exitCode: 2, ended: 'smoke', metrics: 1, reason: 'prerequisite' };

const another = (status: number, type: string): Row => ({
  ...{ status, headers: { 'content-type': type }, body: '<html>Error response</html>' },
  ...{ exitCode: 2, ended: 'smoke', metrics: 1 },
  said: `This is not the API: POST was answered ${status} with ${type}`,
});

const answers: Readonly<Record<string, Row>> = {
  'HTML instead of JSON': {
    ...{ headers: html, body: '<html>Welcome</html>', exitCode: 1, ended: 'smoke', metrics: 1 },
    ...{ failed: ['1-R7a', '1-R7b'], said: '200 with text/html that is no JSON' },
  },
  "a proxy's 502": { status: 502, headers: html, exitCode: 2, reason: 'transport' },
  "a gateway's page": {
    ...{ status: 503, headers: html, exitCode: 2, ended: 'smoke', metrics: 2 },
    said: 'A gateway answered 503 again and again',
  },
  '401': { ...first, status: 401, said: 'The key was refused (401): it is missing, revoked or' },
  '404': { ...first, status: 404, said: 'The organization was not found (404): it does not exist' },
  '308': { ...first, status: 308, said: 'a redirect to https://127.0.0.1/v1/: none is followed' },
  '500': { status: 500, headers: json, exitCode: 1, failed: ['7-A2'] },
  'JSON that is nested too deep': {
    ...{ headers: json, body: `${'['.repeat(400_000)}${']'.repeat(400_000)}`, exitCode: 1 },
    ...{ ended: 'smoke', failed: ['1-R7b not read, nested too deep'] },
  },
  'JSON of too many values': {
    ...{ headers: json, body: `[${'0,'.repeat(50_000)}0]`, exitCode: 1 },
    ...{ ended: 'smoke', failed: ['1-R7b not read, too many values'] },
  },
  'another web server: 501': another(501, 'text/html;charset=utf-8'),
  'another web server: 405': another(405, 'text/html'),
  'another web server: 403': another(403, 'text/plain'),
  'clocks that differ, and a month that changes': {
    ...{ status: 400, headers: { ...json, date: 'Mon, 30 Nov 2026 23:00:00 GMT' } },
    ...{ undecided: ['4.1-R10e', 'monthChange'], warned: 'clocks differ' },
  },
  ...Object.fromEntries(
    ['0', '1', 'Sun, 15 Nov 2026 12:00:05 GMT', 'soon', '', '999999999'].map(
      (wait): [string, Row] => [
        `endless 202 with Retry-After "${wait}"`,
        {
          ...{ status: 202, headers: { ...json, 'retry-after': wait } },
          body: JSON.stringify({ data: [], meta: { status: 'pending', pending: ['users'] } }),
          undecided: ['2.4-T2', 'pending'],
        },
      ],
    ),
  ),
};

describe('a bad wire gives a stated reason, never a crash or a hang', () => {
  test.each(Object.entries(answers))('%s', async (_what, row) => {
    const address = await serving((_request, response) => {
      const location = 'https://127.0.0.1/v1/';
      response.writeHead(row.status ?? 200, { ...row.headers, location });
      response.end(row.body ?? '{"errors":[]}');
    });
    const { report, failed, reasons, said } = await run(address, { maxWaitSeconds: 600 });
    const { requests, warnings, exitCode } = report;
    expect(exitCode).toBe(row.exitCode ?? exitCode);
    expect(Math.max(requests.metrics, requests.roster)).toBeLessThanOrEqual(60);
    expect(warnings.join(' ')).toContain(row.warned ?? '');
    const [id = '', why] = row.undecided ?? [];
    expect(ruleOf(report, id)?.reason).toBe(why);
    if (row.ended !== undefined) expect(report.ended).toBe(row.ended);
    if (row.metrics !== undefined) expect(requests.metrics).toBe(row.metrics);
    if (row.reason !== undefined) expect(reasons).toContain(row.reason);
    expect(said).toContain(row.said ?? '');
    if (row.failed === undefined && row.undecided === undefined) expect(failed).toEqual([]);
    for (const one of row.failed ?? []) {
      const [rule = '', ...words] = one.split(' ');
      expect(failed).toContain(rule);
      expect(ruleOf(report, rule)?.message).toContain(words.join(' '));
    }
    if (row === answers['404']) expect(ruleOf(report, '2.4-T1')?.message).toContain(row.said);
  });

  test.each<readonly [string, () => Promise<string> | string, string]>([
    ['no service at the address', () => 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['no such host', () => 'http://no-such-host.invalid', ''],
    ['not TLS', async () => (await serving(() => undefined)).replace('http:', 'https:'), ''],
    ['garbage instead of HTTP', () => listening(createTcp((one) => one.end('SSH-2.0-9\r\n'))), ''],
    ['silence', () => listening(createTcp(() => undefined)), ''],
    [
      'a body that breaks off',
      () =>
        serving((_request, response) => {
          response.writeHead(200, { ...json, 'content-length': '1000' });
          response.write('{"data":');
          setTimeout(() => response.destroy(), 5);
        }),
      '',
    ],
  ])('%s', async (_what, addressOf, why) => {
    const { report, failed, said } = await run(await addressOf(), { timeoutSeconds: 1 });
    expect([report.exitCode, report.ended, failed]).toEqual([2, 'smoke', []]);
    expect(said).toContain(why);
  });

  test('answers that drip end the run at its deadline', async () => {
    const address = await serving((_request, response) => {
      response.writeHead(200, json);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const limits = { clock: realClock, timeoutSeconds: 0.3, deadlineSeconds: 0.5 };
    const { report, said } = await run(address, limits);
    expect([report.exitCode, report.ended]).toEqual([2, 'deadline']);
    expect(said).toContain('Answers took more than 0.5 s in all');
    expect(report.timeline.length).toBeLessThanOrEqual(2);
  });

  test('100 MB', async () => {
    const address = await serving((_request, response) => {
      response.writeHead(200, json);
      const chunk = Buffer.alloc(1024 * 1024, 32);
      Readable.from(Array.from({ length: 100 }, () => chunk)).pipe(response);
    });
    const limits = { timeoutMs: 600_000, bytesMax: 4 * 1024 * 1024 };
    const asking = { method: 'GET', url: address, headers: [], body: null, ...limits } as const;
    const received = await nodeTransport(asking);
    expect(received).toMatchObject({ kind: 'broken', problem: 'tooLarge' });
  });
});

describe('a network that dies in the middle', () => {
  /** A service that is there for so many requests, or for all that it does not hang on. */
  const dying = (answers: (request: Request, count: number) => boolean | Promise<boolean>) => {
    const { fetch, clock: service } = serve(school);
    let count = 0;
    const transport: Transport = async (outgoing) => {
      count += 1;
      const request = new Request(outgoing.url, {
        method: outgoing.method,
        headers: outgoing.headers.map(([name, value]): [string, string] => [name, value]),
        ...(outgoing.body === null ? {} : { body: new TextEncoder().encode(outgoing.body) }),
      });
      return (await answers(request, count))
        ? fetchTransport(fetch)(outgoing)
        : { kind: 'broken', problem: 'reset', detail: 'ECONNRESET: read' };
    };
    return { transport, clock: service, ...asked };
  };

  test('ends the run after three requests in a row, and resume goes on from there', async () => {
    let isAlive = true;
    const options = dying((_request, count) => isAlive && count <= 30);
    const first = await runConformance(options);
    const { report } = first;
    expect([report.ended, report.exitCode]).toEqual(['unanswered', 2]);
    expect(headline(report)).toBe('3 requests in a row got no answer (reset: ECONNRESET: read).');
    // Three requests and the one that makes sure, each but the last tried twice.
    expect(report.timeline).toHaveLength(30 + 3 * 2 + 1);
    const { unanswered } = report;
    expect([unanswered.metrics + unanswered.roster, unanswered.other]).toEqual([6, 1]);
    expect(requestWords(report)).toMatch(/of 60 \(6 unanswered\)/);
    expect(consoleSummary(report, { color: false, columns: 100 })).toContain('Use resume when');
    isAlive = false;
    const second = await runConformance({ ...options, resume: first.records });
    // Nothing that was found is lost when the service is still away.
    expect(second.report.counts.inScope.pass).toBe(report.counts.inScope.pass);
    const alive = dying(() => true);
    const third = await runConformance({ ...alive, resume: second.records });
    expect([third.report.ended, third.report.verdict]).toEqual(['complete', 'pass']);
  });

  test('differs from a service that hangs on some requests', async () => {
    const { report } = await runConformance(
      dying((request) => !(request.headers.get('content-type') ?? 'x').includes('form')),
    );
    expect(report.ended).toBe('complete');
    expect(ruleOf(report, '4-T3a')?.reason).toBe('transport');
  });

  test('leaves the type open while no metrics request is answered', async () => {
    const { report } = await runConformance(
      dying((request) => !request.url.endsWith('/analytics')),
    );
    expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.endedBecause).toContain('whether the organization is a team');
  });

  test('spends nothing while no connection is made', async () => {
    const { transport, ...options } = dying(() => true);
    let count = 0;
    const everySecond: Transport = async (outgoing) => {
      count += 1;
      return count % 2 === 0
        ? transport(outgoing)
        : { kind: 'broken', problem: 'unreachable', detail: 'ECONNREFUSED' };
    };
    const { report } = await runConformance({ ...options, transport: everySecond });
    expect([report.ended, report.verdict]).toEqual(['complete', 'pass']);
  });
});

test('a tiny allowance: the headline counts what is left, some of the rules are named', async () => {
  const { report } = await runOn({ budget: { metrics: 10, roster: 10 } });
  expect(headline(report)).toMatch(
    /^The allowance is used up .*: \d+ requests of the plan are open/,
  );
  const style = { color: false, columns: 100 };
  const text = consoleSummary(report, style);
  expect(text).toMatch(/and\s+\d+\s+more \(--verbose\)/);
  expect(text).not.toContain('4.1-R5a');
  expect(consoleSummary(report, { ...style, verbose: true })).toContain('4.1-R5a');
});

test('figures that stay pending: the run ends for them, or for the allowance as well', async () => {
  const patience = { serving: { pending: 1000, allowance: 0 }, allowance: 0, maxWaitSeconds: 5 };
  const { report, history } = await runOn(patience);
  expect([report.ended, report.exitCode]).toEqual(['pending', 2]);
  expect(headline(report)).toMatch(
    /^Figures were still pending when .* \(--max-wait 5\): \d+ requests of the plan are open\.$/,
  );
  const text = consoleSummary(report, { color: false, columns: 100 });
  expect(text).toContain('Use resume later, or with a longer --max-wait');
  expect(text).not.toContain('allowance was used up');
  expect(history.leftOut.map(({ why }) => why)).toContain('pending');
  const spent = (await runOn({ serving: { pending: 1000 } })).report;
  expect(spent.ended).toBe('quota');
  expect(headline(spent)).toMatch(
    /^The allowance is used up .* \d+ of them for figures that were still pending\.$/,
  );
});

test('nothing is sent that is not listed', async () => {
  let headers: readonly string[] = [];
  const address = await serving((request, response) => {
    headers = request.rawHeaders.filter((_value, index) => index % 2 === 0);
    response.end('{}');
  });
  const outgoing = { timeoutMs: 600_000, bytesMax: 1000, headers: [['X-API-KEY', 'k']] as const };
  await nodeTransport({ ...outgoing, method: 'POST', url: address, body: '{}' });
  expect(headers.toSorted()).toEqual(['Connection', 'Content-Length', 'Host', 'X-API-KEY']);
});
