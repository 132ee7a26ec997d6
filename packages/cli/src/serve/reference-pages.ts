import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { answerPlainly } from '../operations/probes.js';

/** What stands beside the API: who asks for it needs no key and spends no allowance. */
interface Page {
  readonly type: string;
  readonly text: () => Promise<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

const { resolve } = createRequire(import.meta.url);
const read = (name: string): Promise<string> =>
  readFile(resolve(`@tallyboard/openapi/${name}`), 'utf8');

/** The browser itself keeps the page from asking any other host. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pages: Readonly<Record<string, Page>> = {
  '/openapi.json': { type: 'application/json', text: () => read('openapi.json') },
  '/docs': {
    type: 'text/html; charset=utf-8',
    text: async () => {
      const { referencePage } = await import('@tallyboard/openapi');
      return referencePage({
        document: await read('openapi.json'),
        script: 'docs/api-reference.js',
      });
    },
    headers: { 'Content-Security-Policy': policy },
  },
  '/docs/api-reference.js': {
    type: 'text/javascript; charset=utf-8',
    text: () => read('page/api-reference.js'),
  },
};

interface Body {
  readonly plain: Uint8Array;
  readonly gzipped: Uint8Array;
  readonly tag: string;
}

const gzipBytes = promisify(gzip);

const bodyOf = async (page: Page): Promise<Body> => {
  const plain = new TextEncoder().encode(await page.text());
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, gzipped: await gzipBytes(plain), tag: `"${tag}"` };
};

const bodies = new Map<Page, Promise<Body>>();

/** The body of a page: read when somebody asks for it, and then kept. */
const keptBody = (page: Page): Promise<Body> => {
  const kept = bodies.get(page) ?? bodyOf(page);
  bodies.set(page, kept);
  return kept;
};

/** Whether gzip is among the codings that a client takes. */
const takesGzip = (acceptEncoding: string): boolean =>
  acceptEncoding.split(',').some((one) => {
    const [coding = '', weight = ''] = one.split(';').map((part) => part.trim());
    return coding === 'gzip' && !/^q=0(?:\.0{0,3})?$/.test(weight);
  });

const send = (page: Page, body: Body, { headers }: IncomingMessage, outgoing: ServerResponse) => {
  const own = {
    'Content-Type': page.type,
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ETag: body.tag,
    ...page.headers,
  };
  if (headers['if-none-match']?.includes(body.tag) === true) {
    outgoing.writeHead(304, own).end();
    return;
  }
  const coded = takesGzip(headers['accept-encoding'] ?? '');
  const bytes = coded ? body.gzipped : body.plain;
  const coding = coded ? { 'Content-Encoding': 'gzip' } : {};
  outgoing.writeHead(200, { ...own, ...coding, 'Content-Length': bytes.length });
  // Node leaves the body of an answer to HEAD out by itself.
  outgoing.end(bytes);
};

/**
 * Serves the OpenAPI document at `/openapi.json` and a page that shows it at `/docs`: without a key,
 * without counting. `false` for every other request, which is left as it is.
 */
export const answerReference = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
  const [path = ''] = (incoming.url ?? '').split('?', 1);
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined) return false;
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
    answerPlainly(outgoing, 405, 'Send GET or HEAD.', { Allow: 'GET, HEAD' });
    return true;
  }
  keptBody(page).then(
    (body) => send(page, body, incoming, outgoing),
    () => answerPlainly(outgoing, 500, 'The reference cannot be read.'),
  );
  return true;
};
