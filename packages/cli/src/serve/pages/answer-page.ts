import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { answerPlainly } from '../probes.js';
import type { Page, Place } from './page.js';
import { places } from './places.js';

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

/** The body of a page, kept after the first request for it. */
const keptBody = (page: Page): Promise<Body> => {
  const kept = bodies.get(page);
  if (kept !== undefined) return kept;
  const body = bodyOf(page);
  bodies.set(page, body);
  // What could not be read now may be readable later.
  body.catch(() => bodies.delete(page));
  return body;
};

/** Whether gzip is among the codings that a client takes. */
const takesGzip = (acceptEncoding: string): boolean =>
  acceptEncoding.split(',').some((one) => {
    const [coding = '', weight = ''] = one.split(';').map((part) => part.trim());
    return coding === 'gzip' && !/^q=0(?:\.0{0,3})?$/.test(weight);
  });

/** The page whose media type `Accept` names, else the first. */
const chosenPage = ({ pages }: Place, accept = ''): Page =>
  pages.find(({ type }) => accept.includes(type.split(';')[0]!)) ?? pages[0];

const send = (page: Page, body: Body, { headers }: IncomingMessage, outgoing: ServerResponse) => {
  const own = {
    'Content-Type': page.type,
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept, Accept-Encoding',
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
  // Node leaves out the body of an answer to HEAD.
  outgoing.end(bytes);
};

/**
 * Serves the pages beside the API, without a key and without counting. Returns `false` and leaves the
 * request alone when its path has no page.
 */
export const answerPage = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
  const [path = ''] = (incoming.url ?? '').split('?', 1);
  const place = Object.hasOwn(places, path) ? places[path] : undefined;
  if (place === undefined) return false;
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
    answerPlainly(outgoing, 405, 'Send GET or HEAD.', { Allow: 'GET, HEAD' });
    return true;
  }
  const page = chosenPage(place, incoming.headers.accept);
  keptBody(page).then(
    (body) => send(page, body, incoming, outgoing),
    () => answerPlainly(outgoing, 500, 'The page cannot be read.'),
  );
  return true;
};
