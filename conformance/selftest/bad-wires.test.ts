import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { runConformance } from '../src/run-conformance.js';
import { type Clock, virtualClock } from '../src/transport/clock.js';
import { nodeTransport } from '../src/transport/node-transport.js';

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
    timeoutSeconds: 1,
    ...more,
  });
  const failed = report.rules.filter((rule) => rule.verdict === 'fail').map((rule) => rule.id);
  return { report, failed, reasons: new Set(report.rules.map((rule) => rule.reason)) };
};

const json = { 'content-type': 'application/vnd.api+json' };

describe('a bad wire gives a stated reason, never a crash or a hang', () => {
  test('nobody there', async () => {
    const { report, failed } = await run('http://127.0.0.1:1');
    expect([report.exitCode, report.ended, failed]).toEqual([2, 'smoke', []]);
    expect(report.warnings.join(' ')).toContain('ECONNREFUSED');
  });

  test('no such host', async () => {
    const { report, failed } = await run('http://no-such-host.invalid');
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
    const { report, failed } = await run(address);
    expect(report.exitCode).toBe(1);
    expect(failed).toContain('1-R7a');
    expect(failed).toContain('1-R7b');
    expect([report.ended, report.requests.metrics]).toEqual(['smoke', 1]);
    expect(report.warnings.join(' ')).toContain('200 with text/html that is no JSON');
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
    const { report } = await run(address);
    expect([report.ended, report.requests.metrics]).toEqual(['smoke', 2]);
    expect(report.warnings.join(' ')).toContain('a gateway answered 503 again and again');
  });

  test.each([
    [401, 'the key is missing, revoked or not known'],
    [404, 'the organization does not exist, is not enrolled'],
    [308, 'a redirect to https://127.0.0.1/v1/: none is followed'],
  ])('%i at the first request says nothing of the rules', async (status, why) => {
    const address = await serving((_request, response) => {
      response.writeHead(status, { ...json, location: 'https://127.0.0.1/v1/' });
      response.end('{"errors":[]}');
    });
    const { report, failed, reasons } = await run(address);
    expect([report.exitCode, report.ended, failed]).toEqual([2, 'smoke', []]);
    expect([report.requests.metrics, reasons.has('prerequisite')]).toEqual([1, true]);
    expect(report.warnings.join(' ')).toContain(why);
    expect(report.rules.find((rule) => rule.id === '2.4-T1')?.message).toContain(why);
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

  test('garbage instead of HTTP', async () => {
    const address = await listening(createTcp((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')));
    const { report, failed } = await run(address);
    expect([report.exitCode, failed]).toEqual([2, []]);
  });

  test('silence', async () => {
    const address = await listening(createTcp(() => undefined));
    const { report } = await run(address);
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
      timeoutMs: 10_000,
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
    }, 20_000);
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

test('nothing is sent that is not listed', async () => {
  let headers: readonly string[] = [];
  const address = await serving((request, response) => {
    headers = request.rawHeaders.filter((_value, index) => index % 2 === 0);
    response.end('{}');
  });
  const outgoing = { timeoutMs: 1000, bytesMax: 1000, headers: [['X-API-KEY', 'k']] as const };
  await nodeTransport({ ...outgoing, method: 'POST', url: address, body: '{}' });
  expect(headers.toSorted()).toEqual(['Connection', 'Content-Length', 'Host', 'X-API-KEY']);
});
