import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memoryPorts } from './memory/memory-ports.js';
import { now, sampleFacts } from './sample-facts.test-kit.js';
import { paths, requestOf, serveSample } from './sample-service.test-kit.js';
import { createHandler } from './web.js';

const everywhere = Object.values(paths);
const handler = createHandler(memoryPorts(sampleFacts, { now, allowance: 0 }));

describe.each(everywhere)('W6, W31: headers of %s', (path) => {
  const method = path === paths.metrics ? 'POST' : 'GET';

  test('every answer', async () => {
    const { status, headers } = await handler(requestOf(path));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/vnd.api+json',
      'cache-control': 'private, no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy',
    });
  });

  test('W32: HEAD has the headers of GET and no body', async () => {
    const got = await handler(requestOf(path));
    const { status, headers, body } = await handler(requestOf(path, { method: 'HEAD' }));
    if (method === 'POST') expect(status).toBe(405);
    else expect([status, [...headers]]).toEqual([got.status, [...got.headers]]);
    expect(body).toBe(null);
  });

  test('W31: the preflight of pages of other origins needs no key', async () => {
    const response = await handler(
      requestOf(path, {
        method: 'OPTIONS',
        as: null,
        headers: {
          Origin: 'https://page.example',
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'x-api-key,content-type',
        },
      }),
    );
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'X-API-KEY, Accept, Content-Type',
      'access-control-allow-methods': expect.stringContaining(method) as string,
    });
  });
});

describe('W31: content coding', () => {
  const asking = (accepted: string) => ({ headers: { 'Accept-Encoding': accepted } });
  const codingOf = ({ headers }: Response) => headers.get('Content-Encoding');

  test('gzip when asked for, and HEAD names it', async () => {
    const response = await handler(requestOf(paths.board, asking('gzip, deflate, br')));
    expect([codingOf(response), response.headers.get('Vary')]).toEqual(['gzip', 'Accept-Encoding']);
    const text = gunzipSync(await response.arrayBuffer()).toString();
    const plain = await handler(requestOf(paths.board));
    expect([codingOf(plain), await plain.text()]).toEqual([null, text]);
    const head = await handler(requestOf(paths.board, { method: 'HEAD', ...asking('gzip') }));
    expect([codingOf(head), await head.text()]).toEqual(['gzip', '']);
  });

  test.each([
    ['any', '*', 'gzip'],
    ['none', '', null],
    ['a refusal', 'gzip;q=0', null],
    ['a refusal of all', '*;q=0', null],
    ['one that is not known', 'zstd', null],
    ['one that is liked less', 'gzip;q=0.5, identity', null],
    ['a header of a thousand characters', `gzip,${'a'.repeat(995)}`, 'gzip'],
    ['a longer header', `gzip,${'a'.repeat(996)}`, null],
  ])('%s', async (_, accepted, coding) => {
    expect(codingOf(await handler(requestOf(paths.board, asking(accepted))))).toBe(coding);
  });

  test('a compressor of the runtime is preferred in its order', async () => {
    const compress = ['br', 'gzip'].map((coding) => ({
      coding,
      compress: () => new TextEncoder().encode(coding),
    }));
    const own = createHandler({ ...memoryPorts(sampleFacts, { now }), compress });
    const response = await own(requestOf(paths.me, asking('gzip, br')));
    expect([codingOf(response), await response.text()]).toEqual(['br', 'br']);
  });
});

/** The statuses of requests with a header. */
const statusesOf = (headers: Readonly<Record<string, string>>, ...asked: readonly string[]) =>
  Promise.all(asked.map(async (path) => (await serveSample()(path, { headers })).status));

describe('W4: Accept', () => {
  test.each([
    ['application/vnd.api+json', 200],
    ['APPLICATION/vnd.API+json', 200],
    ['application/vnd.api+json; ext="a,b;q=0"', 200],
    ['application/*', 200],
    ['*/*', 200],
    ['', 200],
    ['text/html, application/vnd.api+json;q=0.001', 200],
    ['text/html;q=0.9 , */* ; q=0.1', 200],
    ['application/json', 406],
    ['text/html', 406],
    ['text/*', 406],
    ['application/vnd.api+json;q=0', 406],
    ['application/vnd.api+json;q=0.0000', 406],
    ['application/vnd.api+json;q=high', 406],
    ['application/vnd.api+json;q=2', 406],
    ['*', 406],
    ['application/vnd.api', 406],
    ['application/vnd.api+json2', 406],
    ['application/vnd.api+json;q', 406],
    ['application/vnd.api+json; q ;v=1', 406],
    [';q=1', 406],
    [', ,', 200],
  ])('analytics: %j gives %i', async (Accept, status) => {
    expect(await statusesOf({ Accept }, paths.roster, paths.metrics)).toEqual([status, status]);
  });

  test.each([
    ['application/json', 200],
    ['application/json;q=0', 406],
    ['application/vnd.api+json', 200],
    ['text/html', 406],
  ])('boards and me: %j gives %i', async (Accept, status) => {
    expect(await statusesOf({ Accept }, paths.board, paths.me)).toEqual([status, status]);
  });
});

describe('W5: Content-Type', () => {
  test.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;x', 200],
    ['', 415],
    ['application/vnd.api+json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['text/plain', 415],
    ['application/xml', 415],
    ['application/jsonx', 415],
    ['application/json, text/plain', 415],
  ])('%j gives %i', async (type, status) => {
    expect(await statusesOf({ 'Content-Type': type }, paths.metrics)).toEqual([status]);
  });

  test('P39: identity is no coding, every other is', async () => {
    expect(await statusesOf({ 'Content-Encoding': 'Identity' }, paths.metrics)).toEqual([200]);
    expect(await statusesOf({ 'Content-Encoding': 'br' }, paths.metrics)).toEqual([415]);
  });

  test('none at all is refused', async () => {
    const request = requestOf(paths.metrics, { body: new TextEncoder().encode('{}') });
    request.headers.delete('Content-Type');
    expect((await handler(request)).status).toBe(415);
  });

  test('it is ignored on a GET', async () => {
    const type = { 'Content-Type': 'text/plain' };
    expect(await statusesOf(type, paths.roster, paths.board, paths.me)).toEqual([200, 200, 200]);
  });
});
