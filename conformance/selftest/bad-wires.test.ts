import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { at, listOf } from '../src/model/json.js';
import { memoryLedger } from '../src/plan/ledger.js';
import { consoleSummary } from '../src/report/console.js';
import { headline, requestWords } from '../src/report/outline.js';
import { runConformance } from '../src/run-conformance.js';
import { type Clock, realClock, virtualClock } from '../src/transport/clock.js';
import { type FetchHandler, fetchTransport } from '../src/transport/fetch-transport.js';
import { nodeTransport } from '../src/transport/node-transport.js';
import type { Transport } from '../src/transport/transport.js';
import { buildWorld } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { serve } from './reference.test-kit.js';

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
  const failed = report.rules.filter((rule) => rule.verdict === 'fail').map((rule) => rule.id);
  const lines = consoleSummary(report, { color: false, columns: 200 }).trimEnd().split('\n');
  // The cause is where the eye falls: the headline, and the last line.
  const [said, last] = [headline(report), lines.at(-1) ?? ''];
  expect(last).toContain(said);
  const reasons = new Set(report.rules.map((rule) => rule.reason));
  return { report, failed, reasons, said, lines };
};

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));
const asked = { targets: world.targets, boards: world.boards, now };

const json = { 'content-type': 'application/vnd.api+json' };

describe('a bad wire gives a stated reason, never a crash or a hang', () => {
  test('nobody there', async () => {
    const { report, failed, said } = await run('http://127.0.0.1:1');
    expect([report.exitCode, report.ended, failed]).toEqual([2, 'smoke', []]);
    expect(said).toContain('ECONNREFUSED');
  });

  test('no such host', async () => {
    const { report, failed } = await run('http://no-such-host.invalid', { timeoutSeconds: 1 });
    expect([report.exitCode, failed]).toEqual([2, []]);
  });

  test('not TLS', async () => {
    const address = await serving((_request, response) => response.end('hello'));
    const { report } = await run(address.replace('http:', 'https:'));
    expect([report.exitCode, report.ended]).toEqual([2, 'smoke']);
  });

  test('HTML instead of JSON', async () => {
    const address = await serving((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>Welcome</html>');
    });
    const { report, failed, said } = await run(address);
    expect(report.exitCode).toBe(1);
    expect(failed).toContain('1-R7a');
    expect(failed).toContain('1-R7b');
    expect([report.ended, report.requests.metrics]).toEqual(['smoke', 1]);
    expect(said).toContain('200 with text/html that is no JSON');
  });

  test("a proxy's 502 is no failure of the service", async () => {
    const address = await serving((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('bad gateway');
    });
    const { report, failed, reasons } = await run(address);
    expect([report.exitCode, failed]).toEqual([2, []]);
    expect(reasons.has('transport')).toBe(true);
  });

  test("a gateway's pages are not asked for sixty times", async () => {
    const address = await serving((_request, response) => {
      response.writeHead(503, { 'content-type': 'text/html' });
      response.end('come back later');
    });
    const { report, said } = await run(address);
    expect([report.ended, report.requests.metrics]).toEqual(['smoke', 2]);
    expect(said).toContain('A gateway answered 503 again and again');
  });

  test.each([
    [401, 'The key was refused (401): it is missing, revoked or not known'],
    [404, 'The organization was not found (404): it does not exist, is not enrolled'],
    [308, 'a redirect to https://127.0.0.1/v1/: none is followed'],
  ])('%i at the first request says nothing of the rules', async (status, why) => {
    const address = await serving((_request, response) => {
      response.writeHead(status, { ...json, location: 'https://127.0.0.1/v1/' });
      response.end('{"errors":[]}');
    });
    const { report, failed, reasons, said } = await run(address);
    expect([report.exitCode, report.ended, failed]).toEqual([2, 'smoke', []]);
    expect([report.requests.metrics, reasons.has('prerequisite')]).toEqual([1, true]);
    expect(said).toContain(why);
    expect(report.rules.find((rule) => rule.id === '2.4-T1')?.message).toContain(why);
  });

  test.each([
    [501, 'text/html;charset=utf-8'],
    [405, 'text/html'],
    [403, 'text/plain'],
  ])('another web server that answers POST %i (%s) is not the API', async (status, type) => {
    const address = await serving((request, response) => {
      response.writeHead(request.method === 'POST' ? status : 404, { 'content-type': type });
      response.end('<html>Error response</html>');
    });
    const { report, failed, said } = await run(address);
    expect([report.exitCode, report.ended, failed]).toEqual([2, 'smoke', []]);
    expect(report.requests.metrics).toBe(1);
    expect(said).toContain(`This is not the API: POST was answered ${status} with ${type}`);
  });

  test('500 is one', async () => {
    const address = await serving((_request, response) => {
      response.writeHead(500, json);
      response.end('{}');
    });
    const { report, failed } = await run(address);
    expect(report.exitCode).toBe(1);
    expect(failed).toContain('7-A2');
  });

  test('a body that breaks off', async () => {
    const address = await serving((_request, response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"data":');
      setTimeout(() => response.destroy(), 5);
    });
    const { report, failed } = await run(address);
    expect([report.exitCode, failed]).toEqual([2, []]);
  });

  test.each([
    ['nested too deep', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['nested too deep', `["${'long '.repeat(1_000)}",${'['.repeat(200)}${']'.repeat(200)}]`],
    ['too many values', `[${'0,'.repeat(50_000)}0]`],
  ])('JSON that is not read is a failure of the service: %s', async (why, body) => {
    const address = await serving((_request, response) => {
      response.writeHead(200, json);
      response.end(body);
    });
    const { report } = await run(address);
    expect([report.exitCode, report.ended]).toEqual([1, 'smoke']);
    const found = report.rules.find(({ id }) => id === '1-R7b');
    expect([found?.verdict, found?.message]).toEqual([
      'fail',
      expect.stringContaining(`not read, ${why}`),
    ]);
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

  test('answers that are slow, each within its time, end the run at its deadline', async () => {
    const { fetch, clock: service } = serve(world);
    const slow: FetchHandler = async (request) => {
      await service.sleep(20_000);
      return fetch(request);
    };
    const limits = { fetch: slow, clock: service, deadlineSeconds: 100, ...asked };
    const { report } = await runConformance(limits);
    expect([report.ended, report.exitCode]).toEqual(['deadline', 2]);
    expect(headline(report)).toContain('Answers took more than 100 s in all');
    expect(report.timeline).toHaveLength(6);
  });

  test('garbage instead of HTTP', async () => {
    const address = await listening(createTcp((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')));
    const { report, failed } = await run(address);
    expect([report.exitCode, failed]).toEqual([2, []]);
  });

  test('silence', async () => {
    const address = await listening(createTcp(() => undefined));
    const { report } = await run(address, { timeoutSeconds: 1 });
    expect([report.exitCode, report.ended]).toEqual([2, 'smoke']);
  });

  test('100 MB', async () => {
    const address = await serving((_request, response) => {
      response.writeHead(200, json);
      const chunk = Buffer.alloc(1024 * 1024, 32);
      let sent = 0;
      const more = (): void => {
        for (; sent < 100; sent += 1) {
          if (response.destroyed) return;
          if (!response.write(chunk)) {
            sent += 1;
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const received = await nodeTransport({
      method: 'GET',
      url: address,
      headers: [],
      body: null,
      timeoutMs: 600_000,
      bytesMax: 4 * 1024 * 1024,
    });
    expect(received).toMatchObject({ kind: 'broken', problem: 'tooLarge' });
  });

  for (const retryAfter of ['0', '1', 'Sun, 15 Nov 2026 12:00:05 GMT', 'soon', '', '999999999']) {
    test(`endless 202 with Retry-After "${retryAfter}"`, async () => {
      const body = JSON.stringify({ data: [], meta: { status: 'pending', pending: ['users'] } });
      const address = await serving((_request, response) => {
        response.writeHead(202, { ...json, 'retry-after': retryAfter });
        response.end(body);
      });
      const { report } = await run(address, { maxWaitSeconds: 600 });
      expect(report.requests.metrics).toBeLessThanOrEqual(60);
      expect(report.requests.roster).toBeLessThanOrEqual(60);
      expect(report.rules.find((rule) => rule.id === '2.4-T2')?.reason).toBe('pending');
    });
  }

  test('clocks that differ, and a month that changes, are told and cost only boundary rules', async () => {
    const address = await serving((_request, response) => {
      response.writeHead(400, { ...json, date: 'Mon, 30 Nov 2026 23:00:00 GMT' });
      response.end('{}');
    });
    const { report } = await run(address);
    expect(report.warnings.join(' ')).toMatch(/clocks differ/);
    expect(report.rules.find((rule) => rule.id === '4.1-R10e')?.reason).toBe('monthChange');
  });
});

describe('a network that dies in the middle', () => {
  /** A service that is there for so many requests, or for all that it does not hang on. */
  const dying = (answers: (request: Request, count: number) => boolean | Promise<boolean>) => {
    const { fetch, clock: service } = serve(world);
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
    expect(report.rules.find(({ id }) => id === '4-T3a')?.reason).toBe('transport');
  });

  test('is no network that gives up on the first, largest request', async () => {
    const { report } = await runConformance(
      dying(async (request) => {
        const body: unknown = await request
          .clone()
          .json()
          .catch(() => null);
        return listOf(at(body, 'metrics')).length !== 25;
      }),
    );
    expect(report.ended).toBe('complete');
    expect(report.rules.find(({ id }) => id === '2.4-T1')?.reason).toBe('transport');
    expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  test('leaves the type open while no metrics request is answered', async () => {
    const { report } = await runConformance(
      dying((request) => !request.url.endsWith('/analytics')),
    );
    expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.endedBecause).toContain('whether the organization is a team');
  });

  test('spends nothing while no connection is made', async () => {
    const ledger = memoryLedger();
    const options = dying(() => true);
    const refused: Transport = async (outgoing) =>
      outgoing.url.endsWith('/v1/me')
        ? options.transport(outgoing)
        : { kind: 'broken', problem: 'unreachable', detail: 'ECONNREFUSED' };
    await runConformance({ ...options, transport: refused, ledger });
    const { report } = await runConformance({ ...options, ledger });
    expect([report.ended, report.verdict]).toEqual(['complete', 'pass']);
  });
});

test('a tiny allowance: the headline counts what is left, some of the rules are named', async () => {
  const { fetch, clock: service } = serve(world);
  const { report } = await runConformance({
    fetch,
    clock: service,
    ...asked,
    budget: { metrics: 10, roster: 10 },
  });
  expect(headline(report)).toMatch(/^The allowance is used up: \d+ requests are left for the/);
  const style = { color: false, columns: 100 };
  const text = consoleSummary(report, style);
  expect(text).toMatch(/and \d+\s+more \(--verbose\)/);
  expect(text).not.toContain('4.1-R5a');
  expect(consoleSummary(report, { ...style, verbose: true })).toContain('4.1-R5a');
});

test('figures that stay pending: the run ends for them, and not for the allowance', async () => {
  const { fetch, clock: service } = serve(world, { pending: 1000, allowance: 0 });
  const options = { fetch, clock: service, ...asked, allowance: 0, maxWaitSeconds: 5 };
  const { report, history } = await runConformance(options);
  expect([report.ended, report.exitCode]).toEqual(['pending', 2]);
  expect(headline(report)).toMatch(
    /^Figures were still pending when .* \(--max-wait 5\): \d+ requests are left\.$/,
  );
  const text = consoleSummary(report, { color: false, columns: 100 });
  expect(text).toContain('Use resume later, or with a longer --max-wait');
  expect(text).not.toContain('allowance was used up');
  expect(history.leftOut.map(({ why }) => why)).toContain('pending');
});

test('figures that stay pending until the allowance is used up: the run ends for both', async () => {
  const { fetch, clock: service } = serve(world, { pending: 1000 });
  const { report } = await runConformance({ fetch, clock: service, ...asked });
  expect(report.ended).toBe('quota');
  expect(headline(report)).toMatch(
    /^The allowance is used up: .* \d+ of them for figures that were still pending\.$/,
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
