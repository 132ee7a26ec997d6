import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from './open-service.js';
import { serverLimits } from './server-limits.js';

/*
 * What no client sends, over a socket of its own: each is answered or hung up on, and the next good request is
 * answered as if nothing had been.
 */

/** Long, so that a machine that stands still for a while refuses nothing. */
const patient = { ...serverLimits, headerSeconds: 600, requestSeconds: 600 };
const impatient = { ...serverLimits, headerSeconds: 1, requestSeconds: 2 };
const endsWithinMs = 120_000;

let service: Service;
let hasty: Service;
const reported: unknown[] = [];
beforeAll(async () => {
  const onError = (error: unknown): void => void reported.push(error);
  const options = { facts: sampleFacts, now, port: 0, allowance: 0, onError };
  service = await openService({ ...options, limits: patient });
  hasty = await openService({ ...options, limits: impatient });
});
afterAll(() => Promise.all([service.close(100), hasty.close(100)]));

const connectTo = ({ address }: Service, ...connected: (() => void)[]): Socket =>
  connect(Number(new URL(address).port), '127.0.0.1', ...connected);

const key = `X-API-KEY: ${keyOf('olga')}`;
const analytics = `/v1/organizations/${ids.school}/analytics`;
const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const get = (path: string, ...more: readonly string[]): string =>
  lines(`GET ${path} HTTP/1.1`, 'Host: tallyboard.test', key, 'Connection: close', ...more);
const post = (body: string, ...headers: readonly string[]): string =>
  lines(
    `POST ${analytics} HTTP/1.1`,
    'Host: tallyboard.test',
    key,
    'Connection: close',
    'Content-Type: application/json',
    ...headers,
  ) + body;

/** Sends bytes as they are, then a few more now and then; gives back all that comes until the end. */
const exchange = (text: string, drip = '', of = service): Promise<string> =>
  new Promise((resolve, reject) => {
    let dripping: NodeJS.Timeout | undefined;
    const socket = connectTo(of, () => {
      socket.write(text, 'latin1');
      // Not before: on a busy machine a drip would come first.
      if (drip !== '') dripping = setInterval(() => socket.write(drip), 100);
    });
    let heard = '';
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`still open after ${endsWithinMs} ms; heard ${heard.slice(0, 200)}`));
    }, endsWithinMs);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (heard += String(chunk)));
    // A connection that is reset while more is being written has ended too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(late);
      clearInterval(dripping);
      resolve(heard);
    });
  });

const statusesOf = (heard: string): readonly number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

afterEach(async () => {
  const { status } = await fetch(`${service.address}/v1/me`, {
    headers: { 'X-API-KEY': keyOf('olga') },
  });
  expect(status).toBe(200);
  expect(reported).toEqual([]);
});

describe('slow clients are hung up on', () => {
  test('headers, a byte at a time', async () => {
    const start = lines(`GET /v1/me HTTP/1.1`, 'Host: x').slice(0, -2);
    expect(statusesOf(await exchange(start, 'X: 1\r\n', hasty))).toEqual([408]);
  });

  test('a body, a byte at a time', async () => {
    const heard = await exchange(post('{', 'Content-Length: 1000'), ' ', hasty);
    expect(statusesOf(heard)[0]).toBe(408);
  });
});

describe('what is no HTTP, or two things at once, is refused once', () => {
  const smuggled = get('/v1/boards/smuggled');
  test.each([
    ['bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['a header without colon', get('/v1/me', 'Nonsense')],
    ['a space before the colon', get('/v1/me', 'X-Odd : 1')],
    ['a carriage return in a header', get('/v1/me', 'X-Odd: 1\rX-Injected: 1')],
    ['two lengths that differ', post('{}', 'Content-Length: 2', 'Content-Length: 3')],
    ['a length beyond numbers', post('{}', `Content-Length: ${'9'.repeat(30)}`)],
    [
      'a length and chunks',
      post(`0\r\n\r\n${smuggled}`, 'Content-Length: 6', 'Transfer-Encoding: chunked'),
    ],
    ['chunks named twice', post(`0\r\n\r\n${smuggled}`, 'Transfer-Encoding: chunked, identity')],
    ['an unknown transfer coding', post(`0\r\n\r\n${smuggled}`, 'Transfer-Encoding: xchunked')],
    ['a chunk of no size', post('zz\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')],
    [
      'a chunk that says more than fits',
      post(`2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
    ],
    [
      'headers by the thousand',
      get('/v1/me', ...Array.from({ length: 5_000 }, (_, i) => `X-${i}: 1`)),
    ],
    ['an address beyond measure', get(`/v1/boards/${'x'.repeat(70_000)}`)],
  ])('%s', async (_, text) => {
    const statuses = statusesOf(await exchange(text));
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 404, 408, 413, 431, 501, 505]).toContain(status);
  });
});

test.each(['1.2.3.999', 'xn--a', 'a_b', '127.0.0.1:1'])(
  'the host %s does not matter',
  async (host) => {
    const text = lines('GET /v1/me HTTP/1.1', `Host: ${host}`, key, 'Connection: close');
    expect(statusesOf(await exchange(text))).toEqual([200]);
  },
);

test('no header is dropped: the key may be the 1,500th', async () => {
  const many = Array.from({ length: 1_500 }, (_, at) => `X-${at}: 1`);
  const text = lines('GET /v1/me HTTP/1.1', 'Host: x', 'Connection: close', ...many, key);
  expect(statusesOf(await exchange(text))).toEqual([200]);
});

describe('requests on one connection', () => {
  test('twenty in one piece are answered in their order', async () => {
    const one = (path: string): string => lines(`GET ${path} HTTP/1.1`, 'Host: x', key);
    const all = Array.from({ length: 10 }, () => one('/v1/me') + one('/v1/nothing')).join('');
    const heard = await exchange(all + get('/v1/me'));
    expect(statusesOf(heard)).toEqual([
      ...Array.from({ length: 10 }, () => [200, 404]).flat(),
      200,
    ]);
  });

  test('what follows a body is a request of its own, not part of the body', async () => {
    const body = '{"metrics":[{"name":"postCount"}]}';
    const first = post(body, `Content-Length: ${body.length}`).replace('Connection: close\r\n', '');
    expect(statusesOf(await exchange(first + get('/v1/nothing')))).toEqual([200, 404]);
  });
});

describe('nothing that is sent becomes a header of the answer', () => {
  const injection = '%0d%0aX-Injected:%201%0d%0a%0d%0a';
  test.each([
    ['in the id of a board', get(`/v1/boards/${injection}`)],
    ['in an include', get(`/v1/me?include=${injection}`)],
    ['in the name of a parameter', get(`${analytics}/users?${injection}=1`)],
    ['in a word of the roster', get(`${analytics}/users?sort=${injection}`)],
    ['in the organization', get(`/v1/organizations/${injection}/analytics/users`)],
    ['as an origin', get('/v1/me', 'Origin: x%0d%0aX-Injected: 1')],
  ])('%s', async (_, text) => {
    const heard = await exchange(text);
    const head = heard.slice(0, heard.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^x-injected/im);
    expect(statusesOf(heard)).toHaveLength(1);
  });
});

describe('paths mean what they say', () => {
  test.each([
    '/v1/boards/%2e%2e%2fme',
    '/v1/boards/..%2f..%2fv1%2fme',
    '/v1%2fme',
    '/v1/me%00',
    '/v1/me;x=1',
    '/v1/organizations/wksp_school0000000%00/analytics/users',
    '/v1/organizations/wksp_school0000000/analytics%2fusers',
    '/V1/ME',
    '/v1/\xff',
    '\\v1\\me',
    '*',
    `/v1/boards/${'%252e'.repeat(4_000)}`,
  ])('%s is nowhere', async (path) => {
    const [status] = statusesOf(await exchange(get(path)));
    expect([400, 404]).toContain(status);
  });
});
