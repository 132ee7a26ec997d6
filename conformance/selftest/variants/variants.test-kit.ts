import { gzipSync } from 'node:zlib';
import { metricRow } from '@tallyboard/core/vocabulary';
import { at, isObject, listOf } from '../../src/model/json.js';
import { edited, isMonthly, metrics, type Reply, without } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { changed, onReply } from '../mutants/mutant.test-kit.js';
import { collated, searching } from '../mutants/searches.test-kit.js';
import { halfReady, repeats } from '../mutants/waiting.test-kit.js';
import { changingVariants } from './changing.test-kit.js';
import { errorVariants, requestVariants } from './requests.test-kit.js';
import {
  clockWindow,
  counting,
  data,
  fixedWindow,
  isZeroRow,
  ranked,
  renamedItems,
  replying,
  type Variant,
} from './switches.test-kit.js';

const answers: readonly Variant[] = [
  replying('media type with a charset', (reply) => {
    reply.headers.set('content-type', 'application/vnd.api+json; charset=utf-8');
    return reply;
  }),
  {
    name: 'all as a scalar',
    handler: changed('metrics', `${metrics}/*/properties/userType`, (value) =>
      JSON.stringify(value) === '["all"]' ? 'all' : value,
    ),
  },
  replying(
    'metrics that take roles only by month have no properties without months',
    (reply, { body }) => {
      if (!isObject(body) || body['dimensions'] !== undefined) return null;
      const paths = ['data/attributes/metrics/*', 'meta/pending/*', 'meta/errors/*'];
      const document = paths.reduce<unknown>(
        (whole, path) => edited(whole, path.split('/'), withoutRoles),
        reply.document,
      );
      return { ...reply, document };
    },
    { serving: { pending: 1, fail: ['postCount'] } },
  ),
  data('sparse series', (value) =>
    isMonthly(value) ? value.filter((row) => !isZeroRow(row)) : value,
  ),
  data('series downward', (value) => (isMonthly(value) ? value.toReversed() : value)),
  {
    name: 'the current month ends today',
    live: true,
    handler: changed('metrics', 'meta/dateRange/to', (value) =>
      value === '2026-11-30' ? '2026-11-15' : value,
    ),
  },
  replying('nothing is said of nothing', (reply) => {
    if (reply.status !== 200 || !isObject(reply.document)) return null;
    const meta = Object.fromEntries(
      Object.entries(isObject(reply.document['meta']) ? reply.document['meta'] : {}).filter(
        ([, value]) => !Array.isArray(value) || value.length > 0,
      ),
    );
    return { ...reply, document: { ...reply.document, meta } };
  }),
  {
    name: 'no rows are one page',
    handler: changed('roster', 'meta', (meta) =>
      isObject(meta) && meta['totalCount'] === 0 ? { ...meta, totalPages: 1 } : meta,
    ),
  },
  data('other field names in rankings', (value, one) =>
    ranked.includes(String(one['name'])) ? renamedItems(value) : value,
  ),
  data('other field names in the subscription', (value, one) =>
    one['name'] === 'subscription' && isObject(value)
      ? {
          period: 'year',
          startsOn: value['termStart'],
          endsOn: value['termEnd'],
          state: value['status'],
          seats: value['seatCount'],
        }
      : value,
  ),
  data('billing dates are times, beside the seats in an object', (value, one) =>
    one['name'] === 'subscription' && isObject(value)
      ? {
          billing: [value['termStart'], value['termEnd']].map((day) =>
            typeof day === 'string' ? `${day}T00:00Z` : day,
          ),
          status: value['status'],
          seats: { count: value['seatCount'] },
        }
      : value,
  ),
  data('categories with a share', (value, one) =>
    one['name'] === 'attachmentCountByCategory'
      ? listOf(value).map((row) => ({ ...(row as object), percent: 50 }))
      : value,
  ),
  ...(['metrics', 'roster'] as const).map((endpoint) => ({
    name: `the zone of a range, ${endpoint}`,
    handler: changed(endpoint, 'meta/dateRange', (range) => ({
      ...(range as object),
      zone: 'UTC',
    })),
  })),
  { name: 'letters as escapes', handler: escaped },
  replying(
    'records of other types than their lists',
    (reply, { endpoint }) =>
      endpoint === 'board' && reply.status === 200
        ? {
            ...reply,
            document: JSON.parse(
              JSON.stringify(reply.document).replaceAll('"post"', '"wish"'),
            ) as unknown,
          }
        : null,
    // Records that were asked for are other ones beside a service of other words: diff tells them.
    { changing: true },
  ),
  {
    name: 'metrics in another order',
    handler: changed('metrics', metrics, (all) => listOf(all).toReversed()),
  },
  {
    name: 'more attributes in rows',
    handler: changed('roster', 'data/*/attributes', (row) => ({
      ...(row as object),
      visits: 3,
      group: null,
    })),
  },
  {
    name: 'more members in results',
    handler: changed('metrics', 'data', (value) => ({
      ...(value as object),
      links: {},
      relationships: {},
    })),
  },
  replying('records are included where they are linked', (reply, call) => {
    if (!['me', 'board'].includes(call.endpoint) || !isObject(reply.document)) return null;
    const { included, ...document } = reply.document;
    return { ...reply, document: { ...document, records: included } };
  }),
  {
    name: 'posts come with their authors',
    handler: changed('board', 'included', (all) =>
      Array.isArray(all)
        ? [...(all as readonly unknown[]), { type: 'user', id: 'user_author', attributes: {} }]
        : all,
    ),
  },
  replying('posts come with their comments, and only posts are linked', (reply, { url }) => {
    if (url.searchParams.get('include') !== 'posts' || !isObject(reply.document)) return null;
    const { data: board, included } = reply.document;
    const { posts, comments } = at(board, 'relationships') as Readonly<Record<string, object>>;
    const [first, ...rest] = listOf(included).filter(isObject);
    const commented = { ...first, relationships: { comments } };
    const all = listOf(at(comments, 'data')).map((one) => ({ ...(one as object), attributes: {} }));
    const data = { ...(board as object), relationships: { posts } };
    return { ...reply, document: { data, included: [commented, ...rest, ...all] } };
  }),
  replying('relationships are linked only when they are included', (reply, call) => {
    if (!['me', 'board'].includes(call.endpoint) || call.url.searchParams.has('include')) {
      return null;
    }
    const related = { links: { related: call.url.pathname } };
    const document = edited(reply.document, ['data', 'relationships', '*'], () => related);
    return { ...reply, document };
  }),
  {
    name: 'times in the basic form, with a comma',
    handler: changed('board', 'data/attributes', (all) =>
      Object.fromEntries(
        Object.entries(all as object).map(([name, value]) => [
          name,
          name.endsWith('edAt') ? String(value).replaceAll(/[-:]/g, '').replace('.', ',') : value,
        ]),
      ),
    ),
  },
  { name: 'compressed unasked', handler: compressed },
  {
    name: 'media without a title',
    live: true,
    handler: changed('metrics', `${metrics}/*`, (one) =>
      isObject(one) && one['name'] === 'topMedia' ? untitled(one) : one,
    ),
  },
  {
    name: 'names of a wide space',
    changing: true,
    handler: changed('roster', 'data/*/attributes/name', () => '\u3000'),
  },
  data(
    'seats and billing dates in objects of their own',
    (value, one) =>
      one['name'] === 'subscription' && isObject(value)
        ? { seats: { count: value['seatCount'] }, billing: { status: value['status'] } }
        : value,
    { changing: true },
  ),
  replying('no Date', (reply) => {
    reply.headers.delete('date');
    return reply;
  }),
  {
    name: 'no average of nothing',
    handler: changed('metrics', `${metrics}/*`, (one) =>
      isObject(one) && one['data'] === null ? { ...one, data: null } : one,
    ),
  },
];

const orders: readonly Variant[] = [
  replying(
    'an order of stored roles: owners are apart from admins',
    (reply, { url }) => {
      const rows = listOf(at(reply.document, 'data'));
      if (url.searchParams.get('sort') !== 'userType' || rows.length === 0) return null;
      const stored = (row: unknown): string =>
        row === rows[0] ? 'owner' : String(at(row, 'attributes', 'userType'));
      const data = rows.toSorted((a, b) => stored(a).localeCompare(stored(b)));
      return { ...reply, document: { ...(reply.document as object), data } };
    },
    { live: true },
  ),
  {
    name: 'another collation',
    live: true,
    handler: collated(new Intl.Collator('en', { sensitivity: 'base' }).compare),
  },
];

/** Letters without their accents, and without the difference between forms of one letter. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '');

const searches: readonly Variant[] = [
  {
    name: 'a search that ignores accents',
    live: true,
    handler: searching(({ name, email }, q) =>
      [name, email].some((text) => folded(text).includes(folded(q))),
    ),
  },
];

const waits: readonly Variant[] = [
  { name: 'pending once', serving: { pending: 1 } },
  { name: 'pending twice', serving: { pending: 2 } },
  { name: 'pending three times, a minute each', serving: { pending: 3, retryAfterSeconds: 60 } },
  { name: 'pending for hours', serving: { pending: 1, retryAfterSeconds: 7200 } },
  {
    name: 'a deployment in the middle',
    handler: between(20, 24, (reply) => {
      reply.headers.set('retry-after', '30');
      return { ...reply, status: 503, document: { errors: [{ status: '503' }] } };
    }),
  },
  {
    name: 'a proxy that did not reach the service',
    handler: between(30, 32, (reply) => {
      reply.headers.set('content-type', 'text/html');
      return { ...reply, status: 522, document: 'Connection timed out' };
    }),
  },
  { name: 'a metric fails', serving: { fail: ['postCount'] } },
  { name: 'several metrics fail', serving: { fail: ['memberCount', 'topBoards', 'subscription'] } },
  { name: 'the roster fails', serving: { fail: ['users'] } },
  {
    name: 'half of the figures come first',
    handler: repeats((reply, time, call) =>
      call.endpoint === 'metrics' && time === 1
        ? halfReady(reply, (index) => index % 2 === 0)
        : reply,
    ),
  },
  {
    name: 'a roster that is forgotten after a minute',
    handler: forgetful,
    serving: { secondsEach: 4 },
  },
  {
    name: 'retryAfter is absent on a 200 and errors have codes',
    handler: changed('metrics', 'meta', without('retryAfter')),
  },
];

const allowances: readonly Variant[] = [
  { name: 'a window that ends in the middle', serving: fixedWindow(45) },
  { name: 'a window that began with the run', serving: fixedWindow(1000) },
  { name: 'a window that ends early', serving: fixedWindow(7) },
  {
    name: 'a window of the clock that ends in some minutes',
    serving: clockWindow({ metrics: 600, roster: 600 }),
    resets: true,
  },
  {
    name: "the roster's window ends long before that of metrics",
    serving: clockWindow({ metrics: 3000, roster: 900 }),
    resets: true,
  },
  { name: 'refused requests count too', serving: counting((allowance) => allowance) },
  errorsDoNotCount('errors do not count'),
  errorsDoNotCount('errors do not count, and are refused too once the allowance is used up', 60),
];

/** Answers some of the requests to the metrics endpoint in another way, by their number. */
function between(
  first: number,
  end: number,
  by: (reply: Reply) => Reply,
): (inner: FetchHandler) => FetchHandler {
  return (inner) => {
    let count = 0;
    return onReply((reply, call) => {
      if (call.endpoint !== 'metrics') return null;
      count += 1;
      return count >= first && count < end ? by(reply) : null;
    })(inner);
  };
}

/** Each request takes four seconds: after twenty others a roster is computed anew. */
function forgetful(inner: FetchHandler): FetchHandler {
  const known = new Map<string, number>();
  let time = 0;
  return onReply((reply, call) => {
    time += 1;
    if (call.endpoint !== 'roster' || reply.status !== 200) return null;
    const before = known.get(call.url.href);
    known.set(call.url.href, time);
    if (before === undefined || time - before < 20) return null;
    reply.headers.set('retry-after', '1');
    const meta = { status: 'pending', pending: ['users'], retryAfter: 1 };
    return { ...reply, status: 202, document: { data: [], meta } };
  })(inner);
}

/** Who sends no Accept-Encoding takes what comes. */
function compressed(inner: FetchHandler): FetchHandler {
  return async (request) => {
    const response = await inner(request);
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.set('content-encoding', 'gzip');
    const { status } = response;
    return new Response(gzipSync(await response.text()), { status, headers });
  };
}

/** Every letter of a text may be written as an escape (RFC 8259). */
function escaped(inner: FetchHandler): FetchHandler {
  return async (request) => {
    const response = await inner(request);
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const body = (await response.text()).replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) =>
      text.includes('\\')
        ? text
        : text.replaceAll(/[a-z]/gi, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    );
    return new Response(body, { status: response.status, headers });
  };
}

function withoutRoles(one: unknown): unknown {
  const takesRolesByMonth = metricRow(String(at(one, 'name')))?.properties;
  return takesRolesByMonth?.userType?.requirement === 'monthlyOnly'
    ? { ...(one as object), properties: {} }
    : one;
}

function untitled(one: object): unknown {
  return edited(one, ['data', '*', '*', 'title'], () => null);
}

function errorsDoNotCount(name: string, most = 61): Variant {
  const counts = new Map<string, number>();
  return {
    name,
    serving: { allowance: 0 },
    handler: onReply((reply, call) => {
      if (call.endpoint !== 'metrics' && call.endpoint !== 'roster') return null;
      const counter = `${call.url.pathname} ${String(call.headers.get('x-api-key'))}`;
      const before = counts.get(counter) ?? 0;
      const count = before + (reply.status < 400 ? 1 : 0);
      if (count <= 60 && before < most) {
        counts.set(counter, count);
        return null;
      }
      reply.headers.set('retry-after', '1200');
      return { ...reply, status: 429, document: { errors: [] } };
    }),
  };
}

const kinds: readonly Variant[] = [
  { name: 'a team', organizationType: 'team' },
  { name: 'a classroom', organizationType: 'classroom' },
  {
    name: 'a team behind a gateway that gives up on the largest requests',
    organizationType: 'team',
    live: true,
    handler: onReply((reply, { body }) => {
      if (!isObject(body) || listOf(body['metrics']).length !== 25) return null;
      reply.headers.set('content-type', 'text/html');
      return { ...reply, status: 504, document: 'Gateway Timeout' };
    }),
  },
  { name: 'a team that is slow', organizationType: 'team', serving: { pending: 1 } },
];

/** Every honest variant: all of them must come through without a failure. */
export const variants: readonly Variant[] = [
  ...errorVariants,
  ...requestVariants,
  ...answers,
  ...orders,
  ...searches,
  ...waits,
  ...allowances.map((one) => ({ ...one, quota: true })),
  ...kinds,
  ...changingVariants,
];

export type { Variant } from './switches.test-kit.js';
