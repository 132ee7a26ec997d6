import {
  type Draw,
  damagedBytes,
  damagedJson,
  damagedPairs,
  damagedText,
  knownWords,
  oddTexts,
  oneOf,
} from '@tallyboard/arbitraries';
import { ids } from '../sample-facts.test-kit.js';
import { paths } from '../sample-service.test-kit.js';
import type { Handler } from '../web.js';
import {
  type Attempt,
  bodiesFor,
  corpus,
  goodHeaders,
  organizationIds,
  queriesFor,
  requestOfAttempt,
} from './attempts.test-kit.js';
import { outcomeOf } from './decent-answer.test-kit.js';

/** Inputs from strangers, of one sort. */
export interface Target {
  /** Its part of all inputs, in percent. */
  readonly share: number;
  /** An input; smaller numbers draw plainer ones. */
  readonly draw: (draw: Draw) => Attempt;
}

const endpointOf = (path: string): string => {
  const [only = ''] = path.split('?');
  if (only.endsWith('/analytics')) return 'metrics';
  if (only.endsWith('/analytics/users')) return 'roster';
  return only.startsWith('/v1/boards/') ? 'board' : only === '/v1/me' ? 'user' : 'other';
};

/** Tries an attempt on a handler. Whatever the handler reports as broken is a find. */
export const runAttempt =
  (handler: Handler, reported: readonly unknown[]) => async (attempt: Attempt) => {
    const before = reported.length;
    const response = await handler(requestOfAttempt(attempt));
    if (reported.length > before) throw reported.at(-1);
    return outcomeOf(
      endpointOf(attempt.path),
      `${attempt.method} ${JSON.stringify(attempt)}`,
      response,
    );
  };

/** The cases of the corpus that a target can grow from. */
const grownFrom = (isOne: (attempt: Attempt) => boolean): readonly Attempt[] =>
  corpus()
    .map(([, { request }]) => request)
    .filter(isOne);

const metricsPath = (organizationId: string): string =>
  `/v1/organizations/${organizationId}/analytics`;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { metrics: [{ name: text.slice(0, 20) }] };
  }
};

/** Bodies of the metrics endpoint: sound ones damaged in their structure, in their text, and bytes. */
export const metricsTarget = (poolSize: number, seed: number): Target => {
  const pool = [
    ...grownFrom(({ method, path }) => method === 'POST' && path.endsWith('/analytics')),
    ...bodiesFor(poolSize, seed).flatMap(({ organizationType, bodies }) =>
      bodies.map(
        (body): Attempt => ({
          method: 'POST',
          path: metricsPath(organizationIds[organizationType]),
          headers: goodHeaders,
          body: JSON.stringify(body),
        }),
      ),
    ),
  ];
  const damagedBody = (draw: Draw, text: string): NonNullable<Attempt['body']> => {
    const kind = draw(10);
    if (kind === 0) return text;
    if (kind === 1) return damagedText(draw, text);
    if (kind === 2) {
      const bytes = damagedBytes(draw, Buffer.from(text));
      return { base64: Buffer.from(bytes).toString('base64') };
    }
    let value = parsed(text);
    for (let times = 1 + draw(2); times > 0; times--) value = damagedJson(draw, value);
    return JSON.stringify(value);
  };
  return {
    share: 55,
    draw: (draw) => {
      const base = oneOf(draw, pool);
      const text = typeof base.body === 'string' ? base.body : '{"metrics":[{"name":"postCount"}]}';
      return { ...base, body: damagedBody(draw, text) };
    },
  };
};

/** Without halves of characters, which no address can hold. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

const pairText = ([name, value]: readonly [string, string]): string =>
  `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`;

/** Queries of the roster: sound ones with parameters changed, and texts that are hardly queries. */
export const rosterTarget = (poolSize: number, seed: number): Target => {
  const pool = queriesFor(poolSize, seed);
  return {
    share: 25,
    draw: (draw) => {
      const pairs = oneOf(draw, pool);
      const kind = draw(6);
      const times = kind < 4 ? 1 + draw(2) : 0;
      let damaged = pairs;
      for (let time = 0; time < times; time++) damaged = damagedPairs(draw, damaged);
      const plain = damaged.map(pairText).join('&');
      const query = kind === 5 ? encodeURI(wellFormed(damagedText(draw, plain))) : plain;
      return { method: 'GET', path: `${paths.roster}?${query}`, headers: goodHeaders };
    },
  };
};

const headerNames = [
  'Accept',
  'Content-Type',
  'Content-Encoding',
  'Accept-Encoding',
  'X-API-KEY',
  'Origin',
  'X-Forwarded-For',
  'Content-Length',
];
const headerTexts = [
  ...['application/json', 'application/vnd.api+json', '*/*', 'application/*;q=0.1', 'text/html'],
  ...['application/json;charset=x', 'a/b;q="', ',,;;==', '*/*;q=1;q=0', 'identity', '*;q=0', 'br'],
  ...[
    '"\\',
    '"'.repeat(99),
    'q=',
    ';q=0.0001',
    'application/vnd.api+json;profile="a,b;q=0"',
    '1e9',
  ],
  ...['é', '\u00ff\u0080', '-1', '0x10', '  ', 'key-of-stan', 'key-of-olga', 'key-of-revoked'],
];
const segments = [
  ...['v1', 'organizations', 'boards', 'analytics', 'users', 'me', '', '.', '..', '%2e%2e', '%2E'],
  ...[
    '%2F',
    '%5c',
    '%00',
    '%zz',
    '%',
    '%C3%28',
    '%252F',
    ';a=b',
    '%F0%9F%90%98',
    'x'.repeat(3_000),
  ],
  ...Object.values(ids),
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'FETCH', 'post'];

const isHeader = (text: string): boolean => !/[^\t -~\u0080-\u00ff]/.test(text);

/** What is around a body: methods, paths with their escapes, headers, and the two plain reads. */
export const surroundingsTarget = (): Target => {
  const sound: readonly Attempt[] = [
    {
      method: 'POST',
      path: paths.metrics,
      headers: goodHeaders,
      body: '{"metrics":[{"name":"postCount"}]}',
    },
    ...grownFrom(() => true),
    ...[paths.roster, paths.board, paths.me].map((path) => ({
      method: 'GET',
      path,
      headers: goodHeaders,
    })),
  ];
  const withHeader = (draw: Draw, base: Attempt): Attempt => {
    const text = damagedText(draw, oneOf(draw, headerTexts));
    const value = draw(2) === 0 || !isHeader(text) ? oneOf(draw, headerTexts) : text;
    return { ...base, headers: { ...base.headers, [oneOf(draw, headerNames)]: value } };
  };
  const withPath = (draw: Draw, base: Attempt): Attempt => {
    const [path = '', query = ''] = base.path.split('?');
    const parts = path.split('/');
    parts[draw(parts.length)] = oneOf(draw, segments);
    if (draw(4) === 0) parts.splice(draw(parts.length), 1);
    return { ...base, path: `/${parts.join('/')}?${query}`.replace(/^\/\//, '/') };
  };
  const withInclude = (draw: Draw, base: Attempt): Attempt => {
    const words = ['posts', 'sections', 'comments', 'boards', 'organizations', '', ...oddTexts];
    const list = Array.from({ length: draw(5) }, () => oneOf(draw, words)).join(',');
    const [path = ''] = base.path.split('?');
    const name = oneOf(draw, ['include', 'include', 'include', oneOf(draw, knownWords)]);
    return { ...base, path: `${path}?${pairText([name, list])}` };
  };
  const withMethod = (draw: Draw, { body: _, ...base }: Attempt): Attempt => ({
    ...base,
    method: oneOf(draw, methods),
  });
  const ways = [withHeader, withHeader, withPath, withInclude, withInclude, withMethod];
  return {
    share: 20,
    draw: (draw) => {
      let input = oneOf(draw, sound);
      for (let times = 1 + draw(2); times > 0; times--) input = oneOf(draw, ways)(draw, input);
      return input;
    },
  };
};
