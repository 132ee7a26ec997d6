import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memoryPorts } from './memory/memory-ports.js';
import { now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths, requestOf, serveSample } from './sample-service.test-kit.js';
import { createHandler } from './web.js';

const everywhere = [paths.metrics, paths.roster, paths.board, paths.me];
const bodyFor = (path: string) => (path === paths.metrics ? { body: goodBody } : {});

describe('W6, W31: headers of every answer', () => {
  test.each(everywhere)('%s', async (path) => {
    const { status, headers } = await serveSample()(path, bodyFor(path));
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/vnd.api+json');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    const exposed = headers.get('Access-Control-Expose-Headers')?.split(', ');
    expect(exposed).toEqual(['Retry-After', 'RateLimit', 'RateLimit-Policy']);
  });

  test.each(everywhere)('W32: HEAD of %s has the headers of GET and no body', async (path) => {
    const method = path === paths.metrics ? 'POST' : 'GET';
    const ask = serveSample({ allowance: 0 });
    const got = await ask(path, { method, ...bodyFor(path) });
    const { status, headers, text } = await ask(path, { method: 'HEAD' });
    if (method === 'POST') expect(status).toBe(405);
    else expect([status, [...headers]]).toEqual([got.status, [...got.headers]]);
    expect(text).toBe('');
  });
});

describe('W31: pages of other origins', () => {
  test.each(everywhere)('the preflight of %s needs no key', async (path) => {
    const { status, headers, text } = await serveSample()(path, {
      method: 'OPTIONS',
      as: null,
      headers: {
        Origin: 'https://page.example',
        'Access-Control-Request-Method': path === paths.metrics ? 'POST' : 'GET',
        'Access-Control-Request-Headers': 'x-api-key,content-type',
      },
    });
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    const allowed = headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual(['x-api-key', 'accept', 'content-type']);
    const methods = headers.get('Access-Control-Allow-Methods')?.split(', ');
    expect(methods).toContain(path === paths.metrics ? 'POST' : 'GET');
  });
});

describe('W31: content coding', () => {
  const handler = createHandler(memoryPorts(sampleFacts, { now }));
  const coded = async (acceptEncoding: string, method = 'GET'): Promise<Response> =>
    handler(requestOf(paths.board, { method, headers: { 'Accept-Encoding': acceptEncoding } }));

  test('gzip when asked for', async () => {
    const response = await coded('gzip, deflate, br');
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    const text = gunzipSync(await response.arrayBuffer()).toString();
    const plain = await handler(requestOf(paths.board));
    expect(text).toBe(await plain.text());
    expect(plain.headers.has('Content-Encoding')).toBe(false);
  });

  test('not when it is refused, unknown or liked less', async () => {
    for (const sent of ['', 'gzip;q=0', 'zstd', 'gzip;q=0.5, identity', '*;q=0']) {
      expect((await coded(sent)).headers.has('Content-Encoding')).toBe(false);
    }
    expect((await coded('*')).headers.get('Content-Encoding')).toBe('gzip');
  });

  test('a header of a thousand characters is read, a longer one is not', async () => {
    const codingOf = async (length: number): Promise<string | null> =>
      (await coded(`gzip,${'a'.repeat(length - 5)}`)).headers.get('Content-Encoding');
    expect([await codingOf(1_000), await codingOf(1_001)]).toEqual(['gzip', null]);
  });

  test('HEAD names the coding of GET', async () => {
    const response = await coded('gzip', 'HEAD');
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(await response.text()).toBe('');
  });

  test('a compressor of the runtime is preferred in its order', async () => {
    const ports = {
      ...memoryPorts(sampleFacts, { now }),
      compress: ['br', 'gzip'].map((coding) => ({
        coding,
        compress: () => new TextEncoder().encode(coding),
      })),
    };
    const headers = { 'Accept-Encoding': 'gzip, br' };
    const response = await createHandler(ports)(requestOf(paths.me, { headers }));
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(await response.text()).toBe('br');
  });
});

describe('W4: Accept', () => {
  const statusOf = async (path: string, accept: string): Promise<number> =>
    (await serveSample()(path, { headers: { Accept: accept }, ...bodyFor(path) })).status;

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
  ])('analytics: %j gives %i', async (accept, status) => {
    expect(await statusOf(paths.roster, accept)).toBe(status);
    expect(await statusOf(paths.metrics, accept)).toBe(status);
  });

  test.each([
    ['application/json', 200],
    ['application/json;q=0', 406],
    ['application/vnd.api+json', 200],
    ['text/html', 406],
  ])('boards and me: %j gives %i', async (accept, status) => {
    expect(await statusOf(paths.board, accept)).toBe(status);
    expect(await statusOf(paths.me, accept)).toBe(status);
  });
});

describe('W5: Content-Type', () => {
  const statusOf = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await serveSample()(paths.metrics, { body: goodBody, headers })).status;

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
    expect(await statusOf({ 'Content-Type': type })).toBe(status);
  });

  test('P39: identity is no coding, every other is', async () => {
    expect(await statusOf({ 'Content-Encoding': 'Identity' })).toBe(200);
    expect(await statusOf({ 'Content-Encoding': 'br' })).toBe(415);
  });

  test('none at all is refused', async () => {
    const request = requestOf(paths.metrics, { body: new TextEncoder().encode('{}') });
    request.headers.delete('Content-Type');
    const response = await createHandler(memoryPorts(sampleFacts, { now }))(request);
    expect(response.status).toBe(415);
  });

  test('it is ignored on a GET', async () => {
    const ask = serveSample();
    for (const path of [paths.roster, paths.board, paths.me]) {
      expect((await ask(path, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(200);
    }
  });
});
