import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from './open-service.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ facts: sampleFacts, now, port: 0, allowance: 1 });
});
afterAll(() => service.close());

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.address}${path}`, init);

const document = readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8');

describe('the HTTP reference beside the API', () => {
  test('/openapi.json is the document, without a key', async () => {
    const response = await ask('/openapi.json?fresh');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await response.text()).toBe(document);
  });

  test('it is as good as its name: a second request finds it unchanged', async () => {
    const first = await ask('/openapi.json', { headers: { 'Accept-Encoding': 'identity' } });
    expect(first.headers.get('Content-Encoding')).toBe(null);
    await first.text();
    const ETag = first.headers.get('ETag') ?? '';
    const again = await ask('/openapi.json', { headers: { 'If-None-Match': ETag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('/docs shows it, and its script comes from here', async () => {
    const page = await ask('/docs');
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Content-Security-Policy')).toContain("connect-src 'self'");
    const text = await page.text();
    const [, script = ''] = /<script src="([^"]+)">/.exec(text) ?? [];
    const response = await fetch(new URL(script, `${service.address}/docs`));
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect((await response.text()).length).toBeGreaterThan(1_000_000);
  });

  test('it is read and nothing else', async () => {
    const head = await ask('/docs', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await ask('/openapi.json', { method: 'POST' });
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    await post.text();
  });

  test.each(['/docs/', '/docs/x', '/openapi', '/v1/openapi.json', '/v1/docs', '/', '/constructor'])(
    '%s is nothing, as before',
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toBe('application/vnd.api+json');
    },
  );
});
