import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { keyOf } from '../sample-facts.test-kit.js';
import type { HeardDocument } from '../sample-service.test-kit.js';
import { readJson } from '../sample-service.test-kit.js';

/** Statuses that the four endpoints have (section 7 and our decisions W2). */
const statuses = new Set([200, 202, 204, 400, 401, 404, 405, 406, 413, 415, 429]);
const codes: Readonly<Record<number, readonly string[]>> = {
  400: ['BAD_REQUEST', 'BAD_JSON'],
  401: ['INVALID_API_KEY'],
  404: ['NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  406: ['NOT_ACCEPTABLE'],
  413: ['PAYLOAD_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  429: ['RATE_LIMIT_EXCEEDED'],
};
/** What stack traces and modules look like. */
const keyHash = createHash('sha256').update(keyOf('olga')).digest('hex');
const internals = /\n\s+at |node_modules|file:\/\/|\.[cm]?[jt]s:\d+/;
const detailMax = 2_000;

const textOf = async (response: Response): Promise<string> => {
  if (response.headers.get('Content-Encoding') !== 'gzip') return response.text();
  const bytes = await response.arrayBuffer();
  return bytes.byteLength === 0 ? '' : gunzipSync(bytes).toString();
};

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`not decent: ${what}`);
};

/** That an answer says with its status, its header and its document alike whether to ask again. */
const checkWait = (status: number, headers: Headers, { meta }: HeardDocument): void => {
  const retryAfter = (meta?.['retryAfter'] ?? null) as number | null;
  must((status === 202) === (retryAfter !== null), '202 without a wait, or the other way round');
  must(String(retryAfter) === String(headers.get('Retry-After')), 'two times to ask again');
};

const checkErrors = (status: number, text: string, json: HeardDocument, sent: string): void => {
  must(json.data === undefined, 'data beside errors');
  must((json.errors?.length ?? 0) > 0, 'an error without errors');
  for (const { status: own, code, title, detail } of json.errors ?? []) {
    must(own === String(status) && (codes[status]?.includes(code) ?? false), `the code ${code}`);
    must(typeof title === 'string' && detail.length < detailMax, 'the title or the detail');
  }
  const found = internals.exec(text)?.[0];
  must(found === undefined || sent.includes(found.trim()), `internals: ${found ?? ''}`);
  must(!text.includes(keyHash), 'the hash of a key');
  must(!text.includes('@example.org') || sent.includes('@example.org'), 'an address of somebody');
};

const stateOf = ({ meta }: HeardDocument): string =>
  typeof meta?.['status'] === 'string' ? meta['status'] : 'found';

/**
 * What became of a request. Throws unless the answer is what every answer must be: a document of the
 * API with a status that the API knows, never a 5xx, and nothing in it of how the service is made.
 *
 * @param sent - the request as text: what it says itself, the answer may quote
 */
export const outcomeOf = async (
  endpoint: string,
  sent: string,
  response: Response,
): Promise<string> => {
  const { status, headers } = response;
  const text = await textOf(response);
  must(statuses.has(status), `the status ${status}`);
  must(headers.get('Access-Control-Allow-Origin') === '*', 'an answer that pages cannot read');
  if (status === 204 || sent.startsWith('HEAD ')) {
    must(text === '', 'a body where there is none');
    return `${endpoint} ${status} bodiless`;
  }
  must(headers.get('Content-Type') === 'application/vnd.api+json', 'the media type');
  must((headers.get('Cache-Control') ?? '').includes('no-store'), 'an answer that may be kept');
  const json = readJson(text);
  if (status < 300) {
    must(json.data !== undefined && json.errors === undefined, 'an answer without data');
    checkWait(status, headers, json);
    return `${endpoint} ${status} ${stateOf(json)}`;
  }
  checkErrors(status, text, json, sent);
  const reasons = new Set((json.errors ?? []).map(({ code, meta }) => meta?.violation ?? code));
  return `${endpoint} ${status} ${[...reasons].sort().join(' ')}`;
};
