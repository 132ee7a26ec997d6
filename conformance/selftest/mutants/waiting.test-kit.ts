import { metricNames } from '@tallyboard/core/vocabulary';
import { at, isObject, listOf } from '../../src/model/json.js';
import {
  type Call,
  change,
  edited,
  metrics,
  type Reply,
  type ReplyChange,
  without,
} from '../../src/rules/broken.js';
import {
  type Fault,
  headed,
  type Mutant,
  mutantsOf,
  pendingRoster,
  perService,
} from './mutant.test-kit.js';

const isPending = ({ status }: Reply): boolean => status === 202;
const slow = { serving: { pending: 1 } } as const;

/** Changes what is at a path of a 202. */
const on202 = (
  endpoint: Call['endpoint'],
  path: string,
  by: (value: unknown, call: Call) => unknown,
): Fault => ({ ...slow, reply: change(endpoint, path, by, 202) });

const inMetrics = (path: string, by: (value: unknown) => unknown): Fault =>
  on202('metrics', path, by);

/** Changes answers by how often the same request came. */
export const repeats = (by: (reply: Reply, time: number, call: Call) => Reply | null) =>
  perService(() => {
    const seen = new Map<string, number>();
    return (reply, call) => {
      const name = `${call.url.href} ${call.text}`;
      const time = (seen.get(name) ?? 0) + 1;
      seen.set(name, time);
      return by(reply, time, call);
    };
  });

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

/** Metrics answers of which only a half is ready at first, changed while it is. */
const half = (by: (reply: Reply) => Reply): Fault => ({
  handler: repeats((reply, time, call) => {
    if (call.endpoint !== 'metrics' || time > 1) return reply;
    const changed = halfReady(reply, inTurn(time));
    return changed.status === 202 ? by(changed) : changed;
  }),
});

const ends = (status: number): Fault => ({
  ...slow,
  handler: repeats((reply, time) =>
    time === 2 ? { ...reply, status, document: { errors: [] } } : null,
  ),
});

/** What failed, with a zero. */
const zeroForFailed: ReplyChange = (reply) => {
  const { document } = reply;
  if (reply.status !== 200 || !isObject(document) || !isObject(document['meta'])) return null;
  const failed = listOf(document['meta']['errors']).map((one) => ({ ...(one as object), data: 0 }));
  return {
    ...reply,
    document: { ...document, data: { id: 'x', type: 'y', attributes: { metrics: failed } } },
  };
};

/** A roster that is pending again when it is asked for a second time. */
const forgotten: Fault = {
  handler: repeats((reply, time, call) => {
    const isKnown = call.endpoint !== 'roster' || reply.status !== 200 || time % 2 === 1;
    return isKnown ? reply : pendingRoster(reply);
  }),
};

const status = (word: string): ReplyChange => change('metrics', 'meta/status', () => word);

const byName = (items: unknown): unknown => [
  ...new Map(listOf(items).map((item) => [at(item, 'name'), item])).values(),
];

/** Services that are slow, or fail, and report it in the wrong way. */
export const waitingMutants: readonly Mutant[] = mutantsOf({
  '1-R4a': {
    'no Retry-After': { ...slow, reply: headed('retry-after', null, isPending) },
    'a date': {
      ...slow,
      reply: headed('retry-after', 'Sun, 15 Nov 2026 12:00:05 GMT', isPending),
    },
    'no pending marker': inMetrics('meta/pending', () => []),
  },
  '1-R4b': { 'zero while pending': { ...slow, reply: zeros } },
  '2.3-R4': {
    'properties as sent': inMetrics('meta/pending/*/properties', () => null),
    'another name': inMetrics('meta/pending/*/name', (name) => String(name).toUpperCase()),
    'omitted stays omitted': inMetrics('meta/pending/*/properties', withoutAll),
  },
  '2.3-T1': { 'another id while pending': inMetrics('data/id', () => 'job_0000000000000000') },
  '2.3-T2': { 'another type while pending': inMetrics('data/type', () => 'job') },
  '2.3-T3': {
    'pending names a metric once': inMetrics('meta/pending', byName),
    'null while pending': inMetrics(metrics, () => null),
    'what is ready is held back': half((reply) => ({
      ...reply,
      document: edited(reply.document, metrics.split('/'), () => []),
    })),
  },
  '2.7-T1': {
    'ready on a 202': inMetrics('meta/status', () => 'ready'),
    'partial on a 202': inMetrics('meta/status', () => 'partial'),
    'failed when all failed': { ...failingAll, reply: status('failed') },
    'ready though some failed': { ...failing, reply: status('ready') },
  },
  '2.7-T2b': {
    'the present day while pending': inMetrics('meta/dateRange', () => ({
      from: '2026-11-15',
      to: '2026-11-15',
    })),
  },
  '2.7-T3': {
    'nothing pending': inMetrics('meta/pending', () => []),
    'partial while some are pending': half((reply) => ({
      ...reply,
      status: 200,
      document: edited(reply.document, ['meta', 'status'], () => 'partial'),
    })),
  },
  '2.7-T4': {
    'one second more': inMetrics('meta/retryAfter', (value) => Number(value) + 1),
    absent: inMetrics('meta', without('retryAfter')),
    milliseconds: inMetrics('meta/retryAfter', (value) => Number(value) * 1000),
    'absent from the roster': on202('roster', 'meta', without('retryAfter')),
  },
  '2.7-T5': {
    'zero for what failed': { ...failing, reply: zeroForFailed },
    'null when all failed': {
      ...failingAll,
      reply: change('metrics', metrics, (all) => (listOf(all).length === 0 ? null : all)),
    },
    'no list when all failed': {
      ...failingAll,
      reply: change('metrics', 'data/attributes', without('metrics')),
    },
  },
  '2.8-M4': { 'metrics pending': on202('roster', 'meta/pending', () => ['roster']) },
  '2.8-M4b': {
    'rows of a failed roster': {
      ...failingRoster,
      reply: change('roster', 'data', () => [{ id: 'x' }]),
    },
    'no errors of a failed roster': {
      ...failingRoster,
      reply: change('roster', 'meta/errors', () => []),
    },
  },
  '3-T1': {
    'hints only once': {
      serving: { pending: 2 },
      handler: repeats((reply, time) => {
        if (reply.status === 202 && time > 1) reply.headers.delete('retry-after');
        return reply;
      }),
    },
    'another wait in the body': {
      serving: { pending: 2 },
      reply: change('metrics', 'meta/retryAfter', () => 9, 202),
    },
  },
  '3-T2': {
    'ends in 409': ends(409),
    'ends in 404': ends(404),
    'ends as done': { ...slow, reply: status('done') },
  },
  '3-T4': {
    'what was ready is pending in turn': {
      handler: repeats((reply, time, call) =>
        call.endpoint === 'metrics' && time <= 2 ? halfReady(reply, inTurn(time)) : reply,
      ),
    },
    'a roster is forgotten once it was sent': forgotten,
  },
  '3-R2': {
    null: on202('roster', 'data', () => null),
    rows: on202('roster', 'data', () => [{ id: 'x', type: 'organizationAnalyticsUser' }]),
  },
  '7-A2': {
    '502 when all failed': {
      ...failingAll,
      reply: (reply, call) =>
        call.endpoint === 'metrics' && reply.status === 200 ? { ...reply, status: 502 } : null,
    },
    '500 for a failed figure': {
      ...failing,
      reply: (reply, call) =>
        call.endpoint === 'metrics' && /postCount[^]*"from"/.test(call.text)
          ? { ...reply, status: 500 }
          : null,
    },
  },
});
