import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from './open-service.js';
import { serverLimits } from './server-limits.js';
import { exchangeRaw } from './started-service.test-kit.js';

/* Odd requests over a socket: each is answered once, and the next good one as if nothing had been. */

/** Long, so that a machine that stands still for a while refuses nothing. */
const limits = { ...serverLimits, headerSeconds: 600, requestSeconds: 600 };
const reported: unknown[] = [];
const options = { facts: sampleFacts, now, port: 0, allowance: 0, limits } as const;
let service: Service;
beforeAll(async () => {
  service = await openService({ ...options, onError: (error) => reported.push(error) });
});
afterAll(() => service.close(100));
afterEach(async () => {
  const headers = { 'X-API-KEY': keyOf('olga') };
  expect((await fetch(`${service.address}/v1/me`, { headers })).status).toBe(200);
  expect(reported).toEqual([]);
});

const key = `X-API-KEY: ${keyOf('olga')}`;
const analytics = `/v1/organizations/${ids.school}/analytics`;
const body = '{"metrics":[{"name":"postCount"}]}';
const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const head = (request: string, ...more: readonly string[]): string =>
  lines(`${request} HTTP/1.1`, 'Host: tallyboard.test', key, 'Connection: close', ...more);
const get = (path: string, ...more: readonly string[]): string => head(`GET ${path}`, ...more);
const post = (text: string, ...more: readonly string[]): string =>
  head(`POST ${analytics}`, 'Content-Type: application/json', ...more) + text;
const exchange = (text: string): Promise<string> => exchangeRaw(service.address, text);
const statusesOf = (heard: string): readonly number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const chunked = 'Transfer-Encoding: chunked';
const smuggled = `0\r\n\r\n${get('/v1/boards/smuggled')}`;
const large = ' '.repeat(100_000);
const injection = '%0d%0aX-Injected:%201%0d%0a%0d%0a';

/** Requests and the status of the only answer to each. */
const cases: readonly (readonly [what: string, request: string, status: number])[] = [
  ['a good request', post(body, `Content-Length: ${body.length}`), 200],
  [
    'a key as the 1,500th header',
    get('/v1/me').replace(key, `${'X: 1\r\n'.repeat(1_500)}${key}`),
    200,
  ],
  ['a key sent twice', get('/v1/me', key), 401],
  ['another method', head('PROPFIND /v1/me'), 405],
  ['a long id', get(`/v1/boards/${'x'.repeat(10_000)}`), 404],
  ['damaged escapes', get('/v1/boards/%zz'), 404],
  ['a path that climbs', get('/v1/boards/..%2f..%2fv1%2fme'), 404],
  ['an encoded slash', get(`/v1/organizations/${ids.school}/analytics%2fusers`), 404],
  ['doubled slashes', get('//v1/me'), 404],
  ['headers beyond measure', get('/v1/me', `X-Long: ${'x'.repeat(70_000)}`), 431],
  ['an address beyond measure', get(`/v1/boards/${'x'.repeat(70_000)}`), 431],
  ['a body beyond measure', post(large, `Content-Length: ${large.length}`), 413],
  ['chunks beyond measure', post(`186a0\r\n${large}\r\n0\r\n\r\n`, chunked), 413],
  ['a length and chunks', post(smuggled, 'Content-Length: 6', chunked), 400],
  ['a line break in an include', get(`/v1/me?include=${injection}`), 400],
  ['a line break in a parameter', get(`${analytics}/users?${injection}=1`), 400],
  ['a line break in an id', get(`/v1/boards/${injection}`), 404],
];

test.each(cases)('%s', async (_, request, status) => {
  const heard = await exchange(request);
  expect(statusesOf(heard)).toEqual([status]);
  expect(heard.slice(0, heard.indexOf('\r\n\r\n'))).not.toMatch(/^x-injected/im);
});

test('answers have an exact type, a length, the coding that is asked for, and no body after HEAD', async () => {
  const parts = async (request: string): Promise<readonly [head: string, body: Buffer]> => {
    const heard = await exchange(request);
    const end = heard.indexOf('\r\n\r\n') + 4;
    return [heard.slice(0, end).toLowerCase(), Buffer.from(heard.slice(end), 'latin1')];
  };
  const [told, plain] = await parts(get('/v1/me'));
  expect(told).toContain('\r\ncontent-type: application/vnd.api+json\r\n');
  expect(told).toContain(`\r\ncontent-length: ${plain.length}\r\n`);
  for (const [coding, decode] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const [coded, bytes] = await parts(get('/v1/me', `Accept-Encoding: ${coding}`));
    expect(coded).toContain(`content-encoding: ${coding}\r\n`);
    expect(decode(bytes)).toEqual(plain);
  }
  expect((await parts(head('HEAD /v1/me')))[1]).toHaveLength(0);
});

test('slow headers and bodies are hung up on', async () => {
  const hasty = { ...limits, headerSeconds: 1, requestSeconds: 2 };
  const own = await openService({ ...options, limits: hasty });
  const dripped = (start: string, drip: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(own.address).port), '127.0.0.1');
      socket.write(start);
      const timer = setInterval(() => socket.write(drip), 100);
      let heard = '';
      socket.on('data', (chunk) => (heard += String(chunk))).on('error', () => undefined);
      socket.on('close', () => resolve(heard)).on('close', () => clearInterval(timer));
    });
  const headers = 'GET /v1/me HTTP/1.1\r\nHost: x\r\n';
  const both = [dripped(headers, 'X: 1\r\n'), dripped(post('{', 'Content-Length: 1000'), ' ')];
  for (const heard of await Promise.all(both)) expect(statusesOf(heard)[0]).toBe(408);
  await own.close(100);
});

test('a cache that can never hold an index is refused, and one with room for one builds the others', async () => {
  const small = { ...options, cacheBytes: 10, onError: () => undefined };
  await expect(openService(small)).rejects.toThrow(/of a cache of 10/);
  const own = await openService({ ...options, cacheBytes: 12_000 });
  for (const [id, userId] of [
    [ids.school, 'olga'],
    [ids.classroom, 'tess'],
    [ids.school, 'olga'],
  ] as const) {
    const headers = { 'x-api-key': keyOf(userId) };
    const response = await fetch(`${own.address}/v1/organizations/${id}/analytics/users`, {
      headers,
    });
    expect(response.status).toBe(200);
  }
  await own.close();
});
