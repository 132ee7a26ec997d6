import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, sampleFacts } from '../../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from '../open-service.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ facts: sampleFacts, now, port: 0, allowance: 1 });
});
afterAll(() => service.close());

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.address}${path}`, init);

const document = readFileSync(new URL('../../../../openapi/openapi.json', import.meta.url), 'utf8');

describe('pages beside the API', () => {
  test('/openapi.json is the document, without a key', async () => {
    const response = await ask('/openapi.json?fresh');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await response.text()).toBe(document);
  });

  test('a second request finds it unchanged', async () => {
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

  test('GET / names every page to a program, and to a browser', async () => {
    const response = await ask('/', { headers: { Accept: '*/*' } });
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const page = await ask('/', { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect(page.headers.get('Vary')).toContain('Accept');
    expect(await page.text()).toContain('href="/docs"');
    const { links } = (await response.json()) as { links: Record<string, string> };
    expect(links).toMatchObject({
      help: '/docs',
      describedby: '/openapi.json',
      health: '/healthz',
    });
    for (const path of Object.values(links)) {
      const { status, body } = await ask(path);
      await body?.cancel();
      expect([path, status]).toEqual([path, 200]);
    }
  });

  test.each(['/favicon.ico', '/favicon.svg'])('%s is a picture', async (path) => {
    const response = await ask(path);
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(await response.text()).toMatch(/^<svg [^]*<\/svg>\s*$/);
  });

  test('only GET and HEAD are taken', async () => {
    const head = await ask('/docs', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await ask('/openapi.json', { method: 'POST' });
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    await post.text();
  });

  test.each(['/docs/', '/docs/x', '/v1/openapi.json', '//', '/constructor'])(
    '%s is an unknown path',
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toBe('application/vnd.api+json');
    },
  );
});
