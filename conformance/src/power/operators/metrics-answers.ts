import { isObject, listOf } from '../../model/json.js';
import { change, type Operator, refuses, without } from '../operator.js';
import { metricsSwitches } from './metrics-switches.js';

const { metrics, data, properties, refusing, sent, number, isMonthly, month, series } =
  metricsSwitches;

let drift = 0;

/** Metrics answers that are wrong in shape, and valid requests that are not served. */
export const metricsAnswerMutants: readonly Operator[] = [
  // 1
  data('1-R6', 'drifts', ['visitorCount', 'memberCount'], (value) => {
    drift += 1;
    return typeof value === 'number' ? value + drift : value;
  }),
  {
    rule: '1-R7a',
    operator: 'plain JSON',
    reply: (reply) => {
      reply.headers.set('content-type', 'application/json');
      return reply;
    },
  },
  {
    rule: '1-R7a',
    operator: 'no type',
    reply: (reply) => {
      reply.headers.delete('content-type');
      return { ...reply, headers: new Headers([['content-type', 'text/plain']]) };
    },
  },
  {
    rule: '1-R7b',
    operator: 'no meta',
    reply: (reply, call) =>
      call.endpoint === 'metrics' ? { ...reply, document: without('meta')(reply.document) } : null,
  },
  {
    rule: '1-R7b',
    operator: 'data is a list',
    reply: change('metrics', 'data', (value) => [value]),
  },
  {
    rule: '1-R7c',
    operator: 'plain JSON',
    reply: (reply, call) => {
      if (call.endpoint === 'me') reply.headers.set('content-type', 'application/json');
      return reply;
    },
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
    reply: change('metrics', 'data/id', (id) => String(id).slice(5)),
  },
  {
    rule: '2.3-T1',
    operator: 'upper case',
    reply: change('metrics', 'data/id', (id) => String(id).toUpperCase()),
  },
  {
    rule: '2.3-T2',
    operator: 'plural',
    reply: change('metrics', 'data/type', () => 'organizationAnalytics2'),
  },
  { rule: '2.3-T2', operator: 'absent', reply: change('metrics', 'data', without('type')) },
  {
    rule: '2.3-T3',
    operator: 'last entry lost',
    reply: change('metrics', metrics, (all) => listOf(all).slice(0, -1)),
  },
  {
    rule: '2.3-T3',
    operator: 'first entry twice',
    reply: change('metrics', metrics, (all) => [...listOf(all), listOf(all)[0]]),
  },
  {
    rule: '2.3-T3',
    operator: 'one entry more',
    reply: change('metrics', metrics, (all) => [
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
    reply: change('metrics', metrics, (all) =>
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
    reply: change('metrics', metrics, (all) =>
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
    reply: change('metrics', metrics, (all) =>
      listOf(all).filter((one) => !isObject(one) || !String(one['name']).startsWith('flagged')),
    ),
  },
  {
    rule: '2.4-T5b',
    operator: 'no teams',
    reply: refuses(404, (call) => call.url.pathname.includes('Team')),
  },
  data('2.4-T6', 'all without visitors', ['wallEngagementMinutes'], (value, one) =>
    JSON.stringify(one['properties']).includes('all') ? 0 : number(value) + 1,
  ),
];
