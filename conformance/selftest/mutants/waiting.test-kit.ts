import { metricNames } from '@tallyboard/core/vocabulary';
import { at, isObject, listOf } from '../../src/model/json.js';
import { type Call, change, edited, metrics, type Reply, without } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { type Mutant, mutantOf, onReply, refusal } from './mutant.test-kit.js';

const slow = { serving: { pending: 1 } } as const;
const slower = { serving: { pending: 2 } } as const;

const on202 = (
  rule: string,
  operator: string,
  endpoint: Call['endpoint'],
  path: string,
  by: (value: unknown, call: Call) => unknown,
  serving: Pick<Mutant, 'serving'> = slow,
): Mutant => mutantOf(rule, operator, { ...serving, reply: change(endpoint, path, by, 202) });

const header = (
  rule: string,
  operator: string,
  value: string | null,
  serving: Pick<Mutant, 'serving'> = slow,
): Mutant =>
  mutantOf(rule, operator, {
    ...serving,
    reply: (reply) => {
      if (reply.status !== 202) return null;
      if (value === null) reply.headers.delete('retry-after');
      else reply.headers.set('retry-after', value);
      return reply;
    },
  });

/** Counts how often the same request came. */
export const repeats =
  (by: (reply: Reply, time: number, call: Call) => Reply | Response | null) =>
  (inner: FetchHandler): FetchHandler => {
    const seen = new Map<string, number>();
    return async (request) => {
      const text = await request.clone().text();
      const name = `${request.url} ${text}`;
      const time = (seen.get(name) ?? 0) + 1;
      seen.set(name, time);
      const replaced: Response[] = [];
      const handler = onReply((reply, call) => {
        const changed = by(reply, time, call);
        if (!(changed instanceof Response)) return changed;
        replaced.push(changed);
        return null;
      })(inner);
      const response = await handler(request);
      return replaced[0] ?? response;
    };
  };

/** Every pending query with a zero in data. */
const zeros = (reply: Reply): Reply => {
  const { document } = reply;
  if (reply.status !== 202 || !isObject(document) || !isObject(document['meta'])) return reply;
  const pending = listOf(document['meta']['pending']).map((one) => ({
    ...(one as object),
    data: 0,
  }));
  const data = { id: 'x', type: 'organizationAnalytics', attributes: { metrics: pending } };
  return { ...reply, document: { ...document, data } };
};

/** Leaves out what was resolved to `all`: the properties as they were sent. */
const withoutAll = (properties: unknown): unknown =>
  Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).filter(
      ([, value]) => value !== 'all' && JSON.stringify(value) !== '["all"]',
    ),
  );

/** One of the first answers to a request, in which only some of the figures are ready. */
export const halfReady = (reply: Reply, isReady: (index: number) => boolean): Reply => {
  const { document } = reply;
  if (reply.status !== 200 || !isObject(document) || !isObject(document['meta'])) return reply;
  const { data, meta } = document;
  const all = listOf(at(data, 'attributes', 'metrics'));
  const pending = all
    .filter((_, index) => !isReady(index))
    .map((one) => ({ name: at(one, 'name'), properties: at(one, 'properties') }));
  if (pending.length === 0) return reply;
  reply.headers.set('retry-after', '1');
  const attributes = { metrics: all.filter((_, index) => isReady(index)) };
  return {
    ...reply,
    status: 202,
    document: {
      data: { ...(data as object), attributes },
      meta: { ...meta, status: 'pending', pending, retryAfter: 1 },
    },
  };
};

/** Whether an index is even, in odd repeats, or the other way round. */
const inTurn =
  (time: number) =>
  (index: number): boolean =>
    index % 2 === time % 2;

const failing = { serving: { fail: ['postCount'] } } as const;
const failingAll = { serving: { fail: [...metricNames] } };
const failingRoster = { serving: { fail: ['users'] } } as const;

/** Services that are slow, or fail, and report it in the wrong way. */
export const waitingMutants: readonly Mutant[] = [
  header('1-R4a', 'no Retry-After', null),
  header('1-R4a', 'a date', 'Sun, 15 Nov 2026 12:00:05 GMT'),
  on202('1-R4a', 'no pending marker', 'metrics', 'meta/pending', () => []),
  mutantOf('1-R4b', 'zero while pending', { ...slow, reply: zeros }),
  on202('2.3-R4', 'properties as sent', 'metrics', 'meta/pending/*/properties', () => null),
  on202('2.3-R4', 'another name', 'metrics', 'meta/pending/*/name', (name) =>
    String(name).toUpperCase(),
  ),
  on202('2.3-R4', 'omitted stays omitted', 'metrics', 'meta/pending/*/properties', (properties) =>
    withoutAll(properties),
  ),
  on202('2.3-T3', 'pending names a metric once', 'metrics', 'meta/pending', (items) => [
    ...new Map(listOf(items).map((item) => [isObject(item) ? item['name'] : item, item])).values(),
  ]),
  on202('2.3-T3', 'null while pending', 'metrics', metrics, () => null),
  on202('2.3-T1', 'another id while pending', 'metrics', 'data/id', () => 'job_0000000000000000'),
  on202('2.3-T2', 'another type while pending', 'metrics', 'data/type', () => 'job'),
  on202('2.7-T2b', 'the present day while pending', 'metrics', 'meta/dateRange', () => ({
    from: '2026-11-15',
    to: '2026-11-15',
  })),
  on202('2.7-T1', 'ready on a 202', 'metrics', 'meta/status', () => 'ready'),
  on202('2.7-T3', 'nothing pending', 'metrics', 'meta/pending', () => []),
  on202('2.7-T4', 'one second more', 'metrics', 'meta/retryAfter', (value) => Number(value) + 1),
  on202('2.7-T4', 'absent', 'metrics', 'meta', without('retryAfter')),
  on202('2.7-T4', 'milliseconds', 'metrics', 'meta/retryAfter', (value) => Number(value) * 1000),
  on202('2.7-T4', 'absent from the roster', 'roster', 'meta', without('retryAfter')),
  mutantOf('3-T1', 'hints only once', {
    ...slower,
    handler: repeats((reply, time) => {
      if (reply.status === 202 && time > 1) reply.headers.delete('retry-after');
      return reply;
    }),
  }),
  mutantOf('3-T1', 'another wait in the body', {
    ...slower,
    reply: change('metrics', 'meta/retryAfter', () => 9, 202),
  }),
  mutantOf('3-T2', 'ends in 409', {
    ...slow,
    handler: repeats((reply, time) => (time === 2 ? refusal(409) : reply)),
  }),
  mutantOf('3-T2', 'ends in 404', {
    ...slow,
    handler: repeats((reply, time) => (time === 2 ? refusal(404) : reply)),
  }),
  mutantOf('3-T2', 'ends as done', {
    ...slow,
    reply: change('metrics', 'meta/status', () => 'done'),
  }),
  mutantOf('3-T4', 'what was ready is pending in turn', {
    handler: repeats((reply, time, call) =>
      call.endpoint === 'metrics' && time <= 2 ? halfReady(reply, inTurn(time)) : reply,
    ),
  }),
  mutantOf('3-T4', 'a roster is forgotten once it was sent', {
    handler: repeats((reply, time, call) => {
      if (call.endpoint !== 'roster' || reply.status !== 200 || time % 2 === 1) return reply;
      reply.headers.set('retry-after', '1');
      const meta = { status: 'pending', pending: ['users'], retryAfter: 1 };
      return { ...reply, status: 202, document: { data: [], meta } };
    }),
  }),
  mutantOf('2.3-T3', 'what is ready is held back', {
    handler: repeats((reply, time, call) => {
      if (call.endpoint !== 'metrics' || time > 1) return reply;
      const half = halfReady(reply, inTurn(time));
      return half.status === 202
        ? { ...half, document: edited(half.document, ['data', 'attributes', 'metrics'], () => []) }
        : half;
    }),
  }),
  mutantOf('2.7-T3', 'partial while some are pending', {
    handler: repeats((reply, time, call) => {
      if (call.endpoint !== 'metrics' || time > 1) return reply;
      const half = halfReady(reply, inTurn(time));
      return half.status === 202
        ? {
            ...half,
            status: 200,
            document: edited(half.document, ['meta', 'status'], () => 'partial'),
          }
        : half;
    }),
  }),
  on202('3-R2', 'null', 'roster', 'data', () => null),
  on202('3-R2', 'rows', 'roster', 'data', () => [{ id: 'x', type: 'organizationAnalyticsUser' }]),
  on202('2.8-M4', 'metrics pending', 'roster', 'meta/pending', () => ['roster']),
  // failures
  mutantOf('2.7-T5', 'zero for what failed', {
    ...failing,
    reply: (reply) => {
      const { document } = reply;
      if (reply.status !== 200 || !isObject(document) || !isObject(document['meta'])) return null;
      const failed = listOf(document['meta']['errors']).map((one) => ({
        ...(one as object),
        data: 0,
      }));
      const attributes = { metrics: failed };
      return { ...reply, document: { ...document, data: { id: 'x', type: 'y', attributes } } };
    },
  }),
  mutantOf('2.7-T5', 'null when all failed', {
    ...failingAll,
    reply: change('metrics', metrics, (all) => (listOf(all).length === 0 ? null : all)),
  }),
  mutantOf('2.7-T5', 'no list when all failed', {
    ...failingAll,
    reply: change('metrics', 'data/attributes', without('metrics')),
  }),
  mutantOf('2.7-T1', 'failed when all failed', {
    ...failingAll,
    reply: change('metrics', 'meta/status', () => 'failed'),
  }),
  mutantOf('7-A2', '502 when all failed', {
    ...failingAll,
    reply: (reply, call) =>
      call.endpoint === 'metrics' && reply.status === 200 ? { ...reply, status: 502 } : null,
  }),
  on202('2.7-T1', 'partial on a 202', 'metrics', 'meta/status', () => 'partial'),
  mutantOf('2.7-T1', 'ready though some failed', {
    ...failing,
    reply: change('metrics', 'meta/status', () => 'ready'),
  }),
  mutantOf('2.8-M4b', 'rows of a failed roster', {
    ...failingRoster,
    reply: change('roster', 'data', () => [{ id: 'x' }]),
  }),
  mutantOf('2.8-M4b', 'no errors of a failed roster', {
    ...failingRoster,
    reply: change('roster', 'meta/errors', () => []),
  }),
  mutantOf('7-A2', '500 for a failed figure', {
    ...failing,
    reply: (reply, call) =>
      call.endpoint === 'metrics' && call.text.includes('postCount') && call.text.includes('"from"')
        ? { ...reply, status: 500 }
        : null,
  }),
];
