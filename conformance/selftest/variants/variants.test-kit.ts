import { gzipSync } from 'node:zlib';
import { metricRow } from '@tallyboard/core/vocabulary';
import { resolve } from '../../src/judge/metrics/answer.js';
import { at, isObject, listOf } from '../../src/model/json.js';
import type { Call, Reply, ReplyChange } from '../../src/model/mutation.js';
import {
  asked,
  change,
  data,
  edited,
  inMetrics,
  inRoster,
  metrics,
  refuses,
  rosterMeta,
  rows,
  sent,
  without,
} from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { counting } from '../mutants/allowance.test-kit.js';
import {
  headed,
  onQuery,
  pendingRoster,
  perService,
  withHeader,
} from '../mutants/mutant.test-kit.js';
import { collated, searching } from '../mutants/searches.test-kit.js';
import { halfReady, repeats } from '../mutants/waiting.test-kit.js';
import {
  type Choice,
  clockWindow,
  errorsDoNotCount,
  fixedWindow,
  isZeroRow,
  ownWords,
  rankings,
  renamedItems,
  serving,
  servingEach,
  subscription,
  type Variant,
  variantsOf,
} from './switches.test-kit.js';

let served = 0;

/** What is refused, in other words. */
const refused =
  (by: (reply: Reply, call: Call) => unknown, ...statuses: readonly number[]): ReplyChange =>
  (reply, call) =>
    reply.status >= 400 && (statuses.length === 0 || statuses.includes(reply.status))
      ? { ...reply, document: by(reply, call) }
      : null;

/** Errors as other services write them. */
const errors: Readonly<Record<string, Choice>> = {
  'errors of one code and message': refused(({ document }) => ownWords(document)),
  'errors under error': refused(({ document }) => ({ error: ownWords(document) })),
  'errors as problem details': refused(({ document, headers }) => {
    headers.set('content-type', 'application/problem+json');
    return { title: 'Error', details: ownWords(document) };
  }),
  'errors with an id of their own': refused(({ document, headers }) => {
    headers.set('x-request-id', String((served += 1)));
    return { ...(document as object), requestId: served };
  }),
  'machines that name themselves': (reply) => {
    served += 1;
    reply.headers.set('x-backend', served % 7 < 4 ? 'blue' : 'green');
    reply.headers.set('x-version', `1.${served}`);
    reply.headers.set('content-security-policy', `script-src 'nonce-${served * 7919}ab=='`);
    return reply;
  },
  'errors that name the metric in a member of its own': refused(({ document }, { body }) => {
    const { code } = ownWords(document) as { readonly code: unknown };
    const name = isObject(body) ? sent(body).at(-1)?.['name'] : undefined;
    return name === undefined ? document : { errors: [{ status: '400', code, meta: { name } }] };
  }, 400),
  'errors that name the values of a combination': refused(
    ({ document }, { text }) =>
      text.includes('["active","inactive"]')
        ? { error: 'status [active, inactive] cannot be combined with month' }
        : document,
    400,
  ),
  'errors with a reference in their words': (reply) => {
    served += 1;
    const detail = `No. Quote ${served} when you ask why.`;
    return reply.status < 401
      ? null
      : { ...reply, document: { errors: [{ detail, eventRef: served }] } };
  },
  'errors that repeat the organization': refused(
    (_reply, { url }) => ({ error: `No ${url.pathname.split('/')[3] ?? ''}` }),
    404,
  ),
};

const isApiType = ({ endpoint, headers }: Call): boolean =>
  endpoint === 'metrics' && headers.get('content-type') === 'application/vnd.api+json';

const statusBody = { errors: [] };

/** Requests at open points, taken or refused otherwise. */
const requests: Readonly<Record<string, Choice>> = {
  'Accept */* is another Accept': refuses(406, ({ headers }) => headers.get('accept') === '*/*'),
  'a charset is another Content-Type': refuses(415, ({ headers }) =>
    String(headers.get('content-type')).includes('charset'),
  ),
  'the API media type is accepted in requests': withHeader(
    isApiType,
    ...(['content-type', 'application/json'] as const),
  ),
  'no Content-Type means JSON': withHeader(
    ({ endpoint, headers }) => endpoint === 'metrics' && !headers.has('content-type'),
    ...(['content-type', 'application/json'] as const),
  ),
  '406 before 401': refuses(406, ({ headers }) => headers.get('accept') === 'text/html'),
  'unknown fields are ignored': serving((body) =>
    Object.fromEntries(
      Object.entries(body).filter(([name]) =>
        ['metrics', 'dimensions', 'from', 'to'].includes(name),
      ),
    ),
  ),
  'foreign properties are ignored': servingEach((one) =>
    one['name'] === 'newMemberCount' ? { name: 'newMemberCount' } : one,
  ),
  'all means every role where roles are required': servingEach((one) =>
    one['name'] === 'peerInteractionCount' && one['userType'] === 'all'
      ? { ...one, userType: ['owner', 'admin', 'teacher', 'student', 'guest'] }
      : one,
  ),
  'an empty list is no list': servingEach((one) =>
    Array.isArray(one['userType']) && one['userType'].length === 0 ? { name: one['name'] } : one,
  ),
  ...Object.fromEntries(
    ['active', 'joined'].map((status) => [
      `${status} has no series`,
      refuses(
        400,
        ({ text }) => text.includes(`"status":"${status}"`) && text.includes('dimensions'),
      ),
    ]),
  ),
  'month only once': refuses(400, ({ text }) => text.includes('["month","month"]')),
  'other order, other entry': serving((body) => {
    const keys = sent(body).map((one) => resolve(one).key);
    const texts = sent(body).map((one) => JSON.stringify(one));
    const isOrder =
      new Set(keys).size < keys.length &&
      texts.every((text) => !text.includes('all')) &&
      texts[0] !== texts[1] &&
      texts[0]?.length === texts[1]?.length;
    return isOrder ? { ...body, metrics: sent(body).slice(0, 1) } : null;
  }),
  'a list counts its values': serving((body) => {
    const isFiftyOne = sent(body).length === 11 && sent(body).at(-1)?.['name'] === 'newMemberCount';
    return isFiftyOne ? { ...body, metrics: sent(body).slice(0, 10) } : null;
  }),
  'unknown parameters are ignored': { handler: onQuery((query) => query.delete('colour')) },
  'an empty search is refused': refuses(400, (call) => asked(call).get('q') === ''),
  'leading zeros are refused': refuses(400, (call) => asked(call).get('page') === '01'),
  'pages past the end do not exist': (reply, call) =>
    call.endpoint === 'roster' &&
    reply.status === 200 &&
    Number(asked(call).get('page') ?? '1') > 1 &&
    listOf(at(reply.document, 'data')).length === 0
      ? { ...reply, status: 404, document: statusBody }
      : null,
  'a page past the end is the first one': {
    handler: onQuery((query) => {
      if (query.get('page') === '2' && query.get('perPage') === '100') query.delete('page');
    }),
  },
  'a short id is malformed': refuses(400, ({ url }) => url.pathname.includes('/wksp_a/')),
  'org_ is not supported': refuses(403, ({ url }) => url.pathname.includes('/org_')),
  'boards are open': withHeader(
    ({ endpoint, headers }) => endpoint === 'board' && !headers.has('x-api-key'),
    ...(['x-api-key', 'world-key-of-the-owner'] as const),
  ),
  'boards have a limit of their own': (reply, call) =>
    call.endpoint === 'board' && asked(call).get('include') === 'comments,sections'
      ? { ...reply, status: 429, document: statusBody }
      : null,
  'boards of others are forbidden': (reply, call) =>
    call.endpoint === 'board' && reply.status === 404 ? { ...reply, status: 403 } : null,
};

const takesRolesByMonth = (one: unknown): boolean =>
  metricRow(String(at(one, 'name')))?.properties.userType?.requirement === 'monthlyOnly';

/** A member of every value at a path. */
const more = (endpoint: Call['endpoint'], path: string, members: object): ReplyChange =>
  change(endpoint, path, (value) => ({ ...(value as object), ...members }));

/** Changes the text of every answer. */
const inText =
  (header: readonly [string, string], by: (text: string) => string | Buffer<ArrayBuffer>) =>
  (inner: FetchHandler): FetchHandler =>
  async (request) => {
    const response = await inner(request);
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.set(...header);
    return new Response(by(await response.text()), { status: response.status, headers });
  };

/** Changes answers to reads of boards and users. */
const inRecords =
  (by: (document: Readonly<Record<string, unknown>>, call: Call) => unknown): ReplyChange =>
  (reply, call) =>
    ['me', 'board'].includes(call.endpoint) && isObject(reply.document)
      ? { ...reply, document: by(reply.document, call) }
      : null;

const answers: Readonly<Record<string, Choice>> = {
  'media type with a charset': headed('content-type', 'application/vnd.api+json; charset=utf-8'),
  'all as a scalar': inMetrics(`${metrics}/*/properties/userType`, (value) =>
    JSON.stringify(value) === '["all"]' ? 'all' : value,
  ),
  'metrics that take roles only by month have no properties without months': {
    serving: { pending: 1, fail: ['postCount'] },
    reply: (reply, { body }) =>
      isObject(body) && body['dimensions'] === undefined
        ? {
            ...reply,
            document: [`${metrics}/*`, 'meta/pending/*', 'meta/errors/*'].reduce<unknown>(
              (whole, path) =>
                edited(whole, path.split('/'), (one) =>
                  takesRolesByMonth(one) ? { ...(one as object), properties: {} } : one,
                ),
              reply.document,
            ),
          }
        : null,
  },
  'sparse series': rows([], (all) => all.filter((row) => !isZeroRow(row))),
  'series downward': rows([], (all) => all.toReversed()),
  'the current month ends today': {
    live: true,
    reply: inMetrics('meta/dateRange/to', (value) =>
      value === '2026-11-30' ? '2026-11-15' : value,
    ),
  },
  'nothing is said of nothing': (reply) => ({
    ...reply,
    document: edited(reply.document, ['meta'], (meta) =>
      Object.fromEntries(
        Object.entries(isObject(meta) ? meta : {}).filter(
          ([, value]) => !Array.isArray(value) || value.length > 0,
        ),
      ),
    ),
  }),
  'no rows are one page': rosterMeta(({ totalCount }) =>
    totalCount === 0 ? { totalPages: 1 } : {},
  ),
  'other field names in rankings': data(rankings, renamedItems),
  'other field names in the subscription': subscription((value) => ({
    ...{ period: 'year', startsOn: value['termStart'], endsOn: value['termEnd'] },
    ...{ state: value['status'], seats: value['seatCount'] },
  })),
  'billing dates are times, beside the seats in an object': subscription((value) => ({
    billing: [value['termStart'], value['termEnd']].map((day) =>
      typeof day === 'string' ? `${day}T00:00Z` : day,
    ),
    status: value['status'],
    seats: { count: value['seatCount'] },
  })),
  'categories with a share': data(['attachmentCountByCategory'], (value) =>
    listOf(value).map((row) => ({ ...(row as object), percent: 50 })),
  ),
  'the zone of a range, metrics': more('metrics', 'meta/dateRange', { zone: 'UTC' }),
  'the zone of a range, roster': more('roster', 'meta/dateRange', { zone: 'UTC' }),
  // Every letter of a text may be written as an escape (RFC 8259).
  'letters as escapes': {
    handler: inText(['x-escaped', 'all'], (body) =>
      body.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) =>
        text.includes('\\')
          ? text
          : text.replaceAll(/[a-z]/gi, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
      ),
    ),
  },
  // Who sends no Accept-Encoding takes what comes.
  'compressed unasked': { handler: inText(['content-encoding', 'gzip'], (text) => gzipSync(text)) },
  'records of other types than their lists': {
    // Between this and a service of other words diff finds differences.
    changing: true,
    reply: (reply, { endpoint }) =>
      endpoint === 'board' && reply.status === 200
        ? {
            ...reply,
            document: JSON.parse(
              JSON.stringify(reply.document).replaceAll('"post"', '"wish"'),
            ) as unknown,
          }
        : null,
  },
  'metrics in another order': inMetrics(metrics, (all) => listOf(all).toReversed()),
  'more attributes in rows': more('roster', 'data/*/attributes', { visits: 3, group: null }),
  'more members in results': more('metrics', 'data', { links: {}, relationships: {} }),
  'records are included where they are linked': inRecords(({ included, ...document }) => ({
    ...document,
    records: included,
  })),
  'posts come with their authors': change('board', 'included', (all) =>
    Array.isArray(all)
      ? [...listOf(all), { type: 'user', id: 'user_author', attributes: {} }]
      : all,
  ),
  'posts come with their comments, and only posts are linked': inRecords((document, call) => {
    if (asked(call).get('include') !== 'posts') return document;
    const { data: board, included } = document;
    const { posts, comments } = at(board, 'relationships') as Readonly<Record<string, object>>;
    const [first, ...rest] = listOf(included).filter(isObject);
    const commented = { ...first, relationships: { comments } };
    const all = listOf(at(comments, 'data')).map((one) => ({ ...(one as object), attributes: {} }));
    const linking = { ...(board as object), relationships: { posts } };
    return { data: linking, included: [commented, ...rest, ...all] };
  }),
  'relationships are linked only when they are included': inRecords((document, call) =>
    asked(call).has('include')
      ? document
      : edited(document, ['data', 'relationships', '*'], () => ({
          links: { related: call.url.pathname },
        })),
  ),
  'times in the basic form, with a comma': change('board', 'data/attributes', (all) =>
    Object.fromEntries(
      Object.entries(all as object).map(([name, value]) => [
        name,
        name.endsWith('edAt') ? String(value).replaceAll(/[-:]/g, '').replace('.', ',') : value,
      ]),
    ),
  ),
  'media without a title': {
    live: true,
    reply: data(['topMedia'], (value) => edited(value, ['*', '*', 'title'], () => null)),
  },
  'seats and billing dates in objects of their own': {
    changing: true,
    reply: subscription((value) => ({
      seats: { count: value['seatCount'] },
      billing: { status: value['status'] },
    })),
  },
  'no Date': headed('date', null),
  'retryAfter is absent on a 200 and errors have codes': inMetrics('meta', without('retryAfter')),
};

/** Letters without their accents, and without the difference between forms of one letter. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '');

const orders: Readonly<Record<string, Choice>> = {
  'names of a wide space': {
    changing: true,
    handler: searching(({ email }, q) => email.includes(q)),
    reply: inRoster('data/*/attributes/name', () => '\u3000'),
  },
  'an order of stored roles: owners are apart from admins': {
    live: true,
    reply: inRoster('data', (value, call) => {
      const all = listOf(value);
      if (asked(call).get('sort') !== 'userType') return value;
      const stored = (row: unknown): string =>
        row === all[0] ? 'owner' : String(at(row, 'attributes', 'userType'));
      return all.toSorted((a, b) => stored(a).localeCompare(stored(b)));
    }),
  },
  'another collation': {
    live: true,
    handler: collated(new Intl.Collator('en', { sensitivity: 'base' }).compare),
  },
  'a search that ignores accents': {
    live: true,
    handler: searching(({ name, email }, q) =>
      [name, email].some((text) => folded(text).includes(folded(q))),
    ),
  },
};

/** Answers some of the requests for figures in another way, by their number. */
const between = (first: number, end: number, by: (reply: Reply) => Reply): Choice => ({
  handler: perService(() => {
    let count = 0;
    return (reply, call) => {
      if (call.endpoint !== 'metrics') return null;
      count += 1;
      return count >= first && count < end ? by(reply) : null;
    };
  }),
});

const gaveUp = (reply: Reply, status: number, document: string): Reply => {
  reply.headers.set('content-type', 'text/html');
  return { ...reply, status, document };
};

/** Each request takes four seconds: after twenty others a roster is computed anew. */
const forgetful = perService(() => {
  const known = new Map<string, number>();
  let time = 0;
  return (reply, call) => {
    time += 1;
    if (call.endpoint !== 'roster' || reply.status !== 200) return null;
    const before = known.get(call.url.href);
    known.set(call.url.href, time);
    return before === undefined || time - before < 20 ? null : pendingRoster(reply);
  };
});

const waits: Readonly<Record<string, Choice>> = {
  'pending once': { serving: { pending: 1 } },
  'pending twice': { serving: { pending: 2 } },
  'pending three times, a minute each': { serving: { pending: 3, retryAfterSeconds: 60 } },
  'pending for hours': { serving: { pending: 1, retryAfterSeconds: 7200 } },
  'a deployment in the middle': between(20, 24, (reply) => {
    reply.headers.set('retry-after', '30');
    return { ...reply, status: 503, document: { errors: [{ status: '503' }] } };
  }),
  'a proxy that did not reach the service': between(30, 32, (reply) =>
    gaveUp(reply, 522, 'Connection timed out'),
  ),
  'a metric fails': { serving: { fail: ['postCount'] } },
  'several metrics fail': { serving: { fail: ['memberCount', 'topBoards', 'subscription'] } },
  'the roster fails': { serving: { fail: ['users'] } },
  'half of the figures come first': {
    handler: repeats((reply, time, call) =>
      call.endpoint === 'metrics' && time === 1
        ? halfReady(reply, (index) => index % 2 === 0)
        : reply,
    ),
  },
  'a roster that is forgotten after a minute': {
    handler: forgetful,
    serving: { secondsEach: 4 },
  },
};

const allowances: Readonly<Record<string, Choice>> = {
  'a window that ends in the middle': { serving: fixedWindow(45) },
  'a window that began with the run': { serving: fixedWindow(1000) },
  'a window that ends early': { serving: fixedWindow(7) },
  'a window of the clock that ends in some minutes': {
    serving: clockWindow({ metrics: 600, roster: 600 }),
    resets: true,
  },
  "the roster's window ends long before that of metrics": {
    serving: clockWindow({ metrics: 3000, roster: 900 }),
    resets: true,
  },
  'refused requests count too': { serving: { ports: counting((allowance) => allowance) } },
  'errors do not count': errorsDoNotCount(61),
  'errors do not count, and are refused too once the allowance is used up': errorsDoNotCount(60),
};

const kinds: Readonly<Record<string, Choice>> = {
  'a team': { main: 'team' },
  'a classroom': { main: 'classroom' },
  'a team that is slow': { main: 'team', serving: { pending: 1 } },
  'a team behind a gateway that gives up on the largest requests': {
    main: 'team',
    live: true,
    reply: (reply, { body }) =>
      listOf(at(body, 'metrics')).length === 25 ? gaveUp(reply, 504, 'Gateway Timeout') : null,
  },
};

/** One more student than there were when the other figures were computed, and a board in each month. */
const oneMore = data(['memberCount', 'boardCount'], (value, one) => {
  if (JSON.stringify(at(one, 'properties', 'userType')) !== '["student"]') return value;
  if (typeof value === 'number') return value + 1;
  return Array.isArray(value)
    ? value.filter(isObject).map((row) => ({ ...row, value: Number(row['value']) + 1 }))
    : value;
});

/** Changes one answer only: the first of those that are meant. */
const onceWhere = (isMeant: (call: Call) => boolean, by: ReplyChange): Choice => ({
  handler: perService(() => {
    let isDone = false;
    return (reply, call) => {
      if (isDone || reply.status !== 200 || !isMeant(call)) return null;
      isDone = true;
      return by(reply, call);
    };
  }),
});

/** Right services whose data changes while they answer. */
const changing: Readonly<Record<string, Choice>> = {
  'figures of one answer are of different moments': { serving: { pending: 1 }, reply: oneMore },
  'a student comes between two figures of one answer': onceWhere(
    ({ text }) => text.includes('"userType":["student"]') && !text.includes('dimensions'),
    oneMore,
  ),
  'a row goes between counting and listing': onceWhere(
    (call) => asked(call).get('sort') === 'signupDate',
    inRoster('data', (all) => listOf(all).slice(1)),
  ),
};

/** Variants of rosters: whether they fail depends on the names of a world. */
export const ordersAndSearches: readonly Variant[] = variantsOf(orders);

/** Every honest variant: all of them must come through without a failure. */
export const variants: readonly Variant[] = [
  ...variantsOf({ ...errors, ...requests, ...answers, ...waits, ...kinds }),
  ...ordersAndSearches,
  ...variantsOf(allowances, { quota: true }),
  ...variantsOf(changing, { changing: true }),
];
