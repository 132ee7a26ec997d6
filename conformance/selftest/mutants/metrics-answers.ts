import { isObject, listOf } from '../../src/model/json.js';
import { metricsSwitches } from './metrics-switches.js';
import type { Mutant } from './mutant.js';
import { change, onReply, onRequest, refusal, without } from './mutant.js';

const { metrics, data, properties, refusing, sent, number, isMonthly, month, series } =
  metricsSwitches;

let drift = 0;

/** Metrics answers that are wrong in shape, and valid requests that are not served. */
export const metricsAnswerMutants: readonly Mutant[] = [
  // 1
  data('1-R6', 'drifts', ['visitorCount', 'memberCount'], (value) => {
    drift += 1;
    return typeof value === 'number' ? value + drift : value;
  }),
  {
    rule: '1-R6',
    operator: 'scalar means another slice',
    handler: onRequest((call) =>
      call.text.includes('"userType":"owner"')
        ? {
            ...call,
            text: call.text.replaceAll('"userType":"owner"', '"userType":["owner","student"]'),
          }
        : null,
    ),
  },
  {
    rule: '1-R7a',
    operator: 'plain JSON',
    handler: onReply((reply) => {
      reply.headers.set('content-type', 'application/json');
      return reply;
    }),
  },
  {
    rule: '1-R7a',
    operator: 'no type',
    handler: onReply((reply) => {
      reply.headers.delete('content-type');
      return { ...reply, headers: new Headers([['content-type', 'text/plain']]) };
    }),
  },
  {
    rule: '1-R7b',
    operator: 'no meta',
    handler: onReply((reply, call) =>
      call.endpoint === 'metrics' ? { ...reply, document: without('meta')(reply.document) } : null,
    ),
  },
  {
    rule: '1-R7b',
    operator: 'data is a list',
    handler: change('metrics', 'data', (value) => [value]),
  },
  {
    rule: '1-R7c',
    operator: 'plain JSON',
    handler: onReply((reply, call) => {
      if (call.endpoint === 'me') reply.headers.set('content-type', 'application/json');
      return reply;
    }),
  },
  // 2.2
  data('2.2-R1a', 'null for zero', ['memberCount'], (value) => (value === 0 ? null : value)),
  refusing('2.2-R1a', 'refuses impossible roles', (body) =>
    JSON.stringify(body).includes('"maker","contributor"]'),
  ),
  data('2.2-R3a', 'text for a number', ['wallEngagementMinutes'], String),
  // 2.3
  {
    rule: '2.3-T1',
    operator: 'bare id',
    handler: change('metrics', 'data/id', (id) => String(id).slice(5)),
  },
  {
    rule: '2.3-T1',
    operator: 'upper case',
    handler: change('metrics', 'data/id', (id) => String(id).toUpperCase()),
  },
  {
    rule: '2.3-T2',
    operator: 'plural',
    handler: change('metrics', 'data/type', () => 'organizationAnalytics2'),
  },
  { rule: '2.3-T2', operator: 'absent', handler: change('metrics', 'data', without('type')) },
  {
    rule: '2.3-T3',
    operator: 'last entry lost',
    handler: change('metrics', metrics, (all) => listOf(all).slice(0, -1)),
  },
  {
    rule: '2.3-T3',
    operator: 'first entry twice',
    handler: change('metrics', metrics, (all) => [...listOf(all), listOf(all)[0]]),
  },
  {
    rule: '2.3-T3',
    operator: 'one entry more',
    handler: change('metrics', metrics, (all) => [
      ...listOf(all),
      { name: 'shareCount', properties: {}, data: 1 },
    ]),
  },
  properties('2.3-R1', 'omitted stays omitted', ['wallEngagementMinutes'], (value) =>
    JSON.stringify(value['userType']) === '["all"]' ? {} : value,
  ),
  properties('2.3-R1', 'null status', ['memberCount'], (value) =>
    value['status'] === 'all' ? { ...value, status: null } : value,
  ),
  properties('2.3-R2', 'scalar stays scalar', [], (value) =>
    Array.isArray(value['userType']) && value['userType'].length === 1
      ? { ...value, userType: value['userType'][0] as unknown }
      : value,
  ),
  properties('2.3-R3', 'repeats stay', ['memberCount'], (value) =>
    Array.isArray(value['userType']) && value['userType'].length > 1
      ? {
          ...value,
          userType: [...(value['userType'] as unknown[]), value['userType'][0] as unknown],
        }
      : value,
  ),
  properties('2.3-R3', 'repeats of sortBy stay', ['topBoards'], (value) => ({
    ...value,
    sortBy: ['posts', 'visitors', 'posts'],
  })),
  // 2.4
  {
    rule: '2.4-T1',
    operator: 'a metric has no answer',
    handler: change('metrics', metrics, (all) =>
      listOf(all).filter((one) => !isObject(one) || one['name'] !== 'topMedia'),
    ),
  },
  refusing(
    '4.1-T8',
    'no ranking of a range',
    (body) => body['from'] !== undefined && sent(body).some((one) => one['name'] === 'topMedia'),
  ),
  refusing(
    '2.4-T1',
    'a name is not known',
    (body) => sent(body).some((one) => one['name'] === 'subscription'),
    true,
  ),
  refusing(
    '2.4-T2',
    'visitors have no series',
    (body) =>
      listOf(body['dimensions']).length > 0 && JSON.stringify(body).includes('visitorCount'),
  ),
  {
    rule: '2.4-T2',
    operator: 'a series has no answer',
    handler: change('metrics', metrics, (all) =>
      listOf(all).filter((one) => !isObject(one) || one['name'] !== 'peerInteractionCount'),
    ),
  },
  data('2.4-T3', 'number for series', series, (value, one) =>
    isObject(one['properties']) && isMonthly(value) ? 3 : value,
  ),
  data('2.4-T4', 'series for number', series, (value) =>
    typeof value === 'number' ? [{ month, value }] : value,
  ),
  {
    rule: '2.4-T5a',
    operator: 'no content safety',
    handler: change('metrics', metrics, (all) =>
      listOf(all).filter((one) => !isObject(one) || !String(one['name']).startsWith('flagged')),
    ),
  },
  {
    rule: '2.4-T5b',
    operator: 'no teams',
    handler: onRequest((call) => (call.url.pathname.includes('Team') ? refusal(404) : null)),
  },
  data('2.4-T6', 'all without visitors', ['wallEngagementMinutes'], (value, one) =>
    JSON.stringify(one['properties']).includes('all') ? 0 : number(value) + 1,
  ),
];
