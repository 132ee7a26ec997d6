import { resolve } from '../../src/judge/metrics/answer.js';
import { isObject, listOf } from '../../src/model/json.js';
import { sent } from '../../src/rules/broken.js';
import { onRequest } from '../mutants/mutant.test-kit.js';
import {
  eachEntry,
  hasJson,
  isApiType,
  isLong,
  ownWords,
  refusing,
  replying,
  serving,
  type Variant,
  withHeader,
  withoutParameter,
} from './switches.test-kit.js';

let served = 0;

/** Errors as other services write them. */
export const errorVariants: readonly Variant[] = [
  replying('errors of one code and message', (reply) =>
    reply.status < 400 ? null : { ...reply, document: ownWords(reply.document) },
  ),
  replying('errors under error', (reply) =>
    reply.status < 400 ? null : { ...reply, document: { error: ownWords(reply.document) } },
  ),
  replying('errors as problem details', (reply) => {
    if (reply.status < 400) return null;
    reply.headers.set('content-type', 'application/problem+json');
    return { ...reply, document: { title: 'Error', details: ownWords(reply.document) } };
  }),
  replying('errors with an id of their own', (reply) => {
    served += 1;
    reply.headers.set('x-request-id', String(served));
    return reply.status < 400 || !isObject(reply.document)
      ? reply
      : { ...reply, document: { ...reply.document, requestId: served } };
  }),
  replying('machines that name themselves', (reply) => {
    served += 1;
    reply.headers.set('x-backend', served % 7 < 4 ? 'blue' : 'green');
    reply.headers.set('x-version', `1.${served}`);
    reply.headers.set('content-security-policy', `script-src 'nonce-${served * 7919}ab=='`);
    return reply;
  }),
  replying('errors that name the metric in a member of its own', (reply, { body }) => {
    if (reply.status !== 400 || !isObject(body) || !isObject(reply.document)) return null;
    const { code } = ownWords(reply.document) as { readonly code: unknown };
    const name = sent(body).at(-1)?.['name'];
    return { ...reply, document: { errors: [{ status: '400', code, meta: { name } }] } };
  }),
  replying('errors that name the values of a combination', (reply, { body }) =>
    reply.status === 400 && isObject(body) && JSON.stringify(body).includes('["active","inactive"]')
      ? {
          ...reply,
          document: { error: 'status [active, inactive] cannot be combined with month' },
        }
      : null,
  ),
  replying('errors with a reference in their words', (reply) => {
    served += 1;
    if (reply.status < 401) return null;
    const error = { detail: `No. Quote ${served} when you ask why.`, eventRef: served };
    return { ...reply, document: { errors: [error] } };
  }),
  replying('errors that repeat the organization', (reply, call) =>
    reply.status === 404
      ? { ...reply, document: { error: `No ${call.url.pathname.split('/')[3] ?? ''}` } }
      : null,
  ),
];

/** Requests at open points, taken or refused otherwise. */
export const requestVariants: readonly Variant[] = [
  refusing('Accept */* is another Accept', (call) => call.headers.get('accept') === '*/*', 406),
  refusing('a charset is another Content-Type', isLong, 415),
  withHeader('the API media type is accepted in requests', 'metrics', isApiType, hasJson),
  withHeader(
    'no Content-Type means JSON',
    'metrics',
    (headers) => headers.get('content-type') === null,
    hasJson,
  ),
  refusing('406 before 401', (call) => call.headers.get('accept') === 'text/html', 406),
  serving('unknown fields are ignored', ({ metrics: all, dimensions, from, to }) => ({
    ...(all === undefined ? {} : { metrics: all }),
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  })),
  serving('foreign properties are ignored', (body) =>
    eachEntry(body, (one) => (one['name'] === 'newMemberCount' ? { name: 'newMemberCount' } : one)),
  ),
  serving('all means every role where roles are required', (body) =>
    eachEntry(body, (one) =>
      one['name'] === 'peerInteractionCount' && one['userType'] === 'all'
        ? { ...one, userType: ['owner', 'admin', 'teacher', 'student', 'guest'] }
        : one,
    ),
  ),
  serving('an empty list is no list', (body) =>
    eachEntry(body, (one) =>
      Array.isArray(one['userType']) && one['userType'].length === 0 ? { name: one['name'] } : one,
    ),
  ),
  refusing(
    'active has no series',
    (call) => call.text.includes('"status":"active"') && call.text.includes('dimensions'),
    400,
  ),
  refusing(
    'joined has no series',
    (call) => call.text.includes('"status":"joined"') && call.text.includes('dimensions'),
    400,
  ),
  refusing('month only once', (call) => call.text.includes('["month","month"]'), 400),
  serving('other order, other entry', (body) => {
    const keys = sent(body).map((one) => resolve(one).key);
    const texts = sent(body).map((one) => JSON.stringify(one));
    const isOrder =
      new Set(keys).size < keys.length &&
      texts.every((text) => !text.includes('all')) &&
      texts[0] !== texts[1] &&
      texts[0]?.length === texts[1]?.length;
    return isOrder ? { ...body, metrics: sent(body).slice(0, 1) } : null;
  }),
  serving('a list counts its values', (body) => {
    const isFiftyOne = sent(body).length === 11 && sent(body).at(-1)?.['name'] === 'newMemberCount';
    return isFiftyOne ? { ...body, metrics: sent(body).slice(0, 10) } : null;
  }),
  withoutParameter('unknown parameters are ignored', 'colour'),
  refusing('an empty search is refused', (call) => call.url.searchParams.get('q') === '', 400),
  refusing('leading zeros are refused', (call) => call.url.searchParams.get('page') === '01', 400),
  replying('pages past the end do not exist', (reply, call) => {
    const page = Number(call.url.searchParams.get('page') ?? '1');
    const rows = isObject(reply.document) ? listOf(reply.document['data']) : [];
    return call.endpoint === 'roster' && reply.status === 200 && page > 1 && rows.length === 0
      ? { ...reply, status: 404, document: { errors: [] } }
      : null;
  }),
  {
    name: 'a page past the end is the first one',
    handler: onRequest((call) => {
      const { searchParams } = call.url;
      if (searchParams.get('page') !== '2' || searchParams.get('perPage') !== '100') return null;
      const url = new URL(call.url);
      url.searchParams.delete('page');
      return { ...call, url };
    }),
  },
  refusing('a short id is malformed', (call) => call.url.pathname.includes('/wksp_a/'), 400),
  refusing('org_ is not supported', (call) => call.url.pathname.includes('/org_'), 403),
  withHeader('boards are open', 'board', (headers) => headers.get('x-api-key') === null, [
    'x-api-key',
    'world-key-of-the-owner',
  ]),
  replying('boards have a limit of their own', (reply, call) =>
    call.endpoint === 'board' && call.url.searchParams.get('include') === 'comments,sections'
      ? { ...reply, status: 429, document: { errors: [] } }
      : null,
  ),
  replying('boards of others are forbidden', (reply, call) =>
    call.endpoint === 'board' && reply.status === 404 ? { ...reply, status: 403 } : null,
  ),
];
