import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from './open-service.js';

let service: Service;
let port: number;
beforeAll(async () => {
  service = await openService({ facts: sampleFacts, now, port: 0, allowance: 0 });
  port = Number(new URL(service.address).port);
});
afterAll(() => service.close());

/** Sends bytes as they are, and gives back all that comes until the connection ends. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });

const head = (request: string, ...lines: readonly string[]): string =>
  [
    request,
    'Host: tallyboard.test',
    `X-API-KEY: ${keyOf('olga')}`,
    'Connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n');

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${service.address}${path}`, { headers: { 'X-API-KEY': keyOf('olga'), ...headers } });

describe('the service on Node', () => {
  test('answers, with Content-Type exact and Content-Length given', async () => {
    const heard = await exchange(head('GET /v1/me HTTP/1.1'));
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(heard).toMatch(/\r\ncontent-type: application\/vnd\.api\+json\r\n/i);
    expect(heard).toMatch(/\r\ncontent-length: \d+\r\n/i);
    expect(heard).toMatch(/\r\ndate: /i);
  });

  test('codes answers as asked', async () => {
    const plain = await (await get('/v1/me', { 'Accept-Encoding': 'identity' })).text();
    const raw = async (coding: string): Promise<Buffer> => {
      const heard = await exchange(head('GET /v1/me HTTP/1.1', `Accept-Encoding: ${coding}`));
      expect(heard.toLowerCase()).toContain(`content-encoding: ${coding}\r\n`);
      return Buffer.from(heard.slice(heard.indexOf('\r\n\r\n') + 4), 'latin1');
    };
    expect(gunzipSync(await raw('gzip')).toString()).toBe(plain);
    expect(brotliDecompressSync(await raw('br')).toString()).toBe(plain);
    const both = await get('/v1/me', { 'Accept-Encoding': 'gzip, br' });
    expect(both.headers.get('Content-Encoding')).toBe('br');
  });

  test('HEAD has no body', async () => {
    const heard = await exchange(head('HEAD /v1/me HTTP/1.1'));
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(heard.endsWith('\r\n\r\n')).toBe(true);
  });

  test('posts', async () => {
    const response = await fetch(
      `${service.address}/v1/organizations/wksp_school0000000/analytics`,
      {
        method: 'POST',
        headers: { 'x-api-key': keyOf('olga'), 'content-type': 'application/json' },
        body: JSON.stringify({ metrics: [{ name: 'postCount' }] }),
      },
    );
    expect(response.status).toBe(200);
  });

  test('a body that is too large is a 413, announced or not', async () => {
    const post = 'POST /v1/organizations/wksp_school0000000/analytics HTTP/1.1';
    const type = 'Content-Type: application/json';
    const body = ' '.repeat(100_000);
    const announced = head(post, type, `Content-Length: ${body.length}`);
    expect(await exchange(announced + body)).toMatch(/^HTTP\/1\.1 413 /);
    const chunked = head(post, type, 'Transfer-Encoding: chunked');
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(await exchange(chunked + chunk)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ['long ids', head(`GET /v1/boards/${'x'.repeat(10_000)} HTTP/1.1`), 404],
    ['long encoded ids', head(`GET /v1/boards/${'%F0%9F%90%98'.repeat(2_000)} HTTP/1.1`), 404],
    ['raw UTF-8 in the address', head('GET /v1/boards/\u00c3\u00a9 HTTP/1.1'), 400],
    ['damaged escapes', head('GET /v1/boards/%zz HTTP/1.1'), 404],
    ['doubled slashes', head('GET //v1/me HTTP/1.1'), 404],
    ['a backslash', head('GET /v1\\me HTTP/1.1'), 400],
    ['a method without meaning', head('TRACE /v1/me HTTP/1.1'), 405],
    ['another method', head('PROPFIND /v1/me HTTP/1.1'), 405],
    ['headers beyond measure', head('GET /v1/me HTTP/1.1', `X-Long: ${'x'.repeat(70_000)}`), 431],
    ['an address beyond measure', head(`GET /v1/boards/${'x'.repeat(70_000)} HTTP/1.1`), 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['an odd Host', 'GET /v1/me HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['no Host', 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a key sent twice', head('GET /v1/me HTTP/1.1', `X-API-KEY: ${keyOf('olga')}`), 401],
    [
      'header names in any case',
      head('GET /v1/me HTTP/1.1').replace('X-API-KEY', 'x-ApI-kEy'),
      200,
    ],
  ])('%s', async (_case, text, status) => {
    const heard = await exchange(text);
    expect(heard.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });

  test('a port that is taken is refused with its reason', async () => {
    await expect(openService({ facts: sampleFacts, port })).rejects.toThrow(/EADDRINUSE/);
  });

  test('an index that its cache can never hold is refused at the start', async () => {
    const options = { facts: sampleFacts, port: 0, cacheBytes: 10, onError: () => undefined };
    await expect(openService(options)).rejects.toThrow(/of a cache of 10/);
  });

  test('with room for a single index the others are built when asked for', async () => {
    const own = await openService({ facts: sampleFacts, now, port: 0, cacheBytes: 12_000 });
    for (const [id, userId] of [
      ['wksp_school0000000', 'olga'],
      ['wksp_classroom0000', 'tess'],
      ['wksp_school0000000', 'olga'],
    ] as const) {
      const response = await fetch(`${own.address}/v1/organizations/${id}/analytics/users`, {
        headers: { 'x-api-key': keyOf(userId) },
      });
      expect(response.status).toBe(200);
    }
    await own.close();
  });

  test('closing lets requests under way finish, and takes no others', async () => {
    const own = await openService({ facts: sampleFacts, now, port: 0 });
    const post = 'POST /v1/organizations/wksp_school0000000/analytics HTTP/1.1';
    const body = JSON.stringify({ metrics: [{ name: 'postCount' }] });
    const start = head(
      post,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    );
    const socket = connect(Number(new URL(own.address).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.write(start);
    // "100 Continue": the service has taken the request.
    await once(socket, 'data');
    const closed = own.close();
    await expect(fetch(`${own.address}/v1/me`)).rejects.toThrow();
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.write(body);
    await Promise.all([closed, ended]);
    expect(heard).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });
});
