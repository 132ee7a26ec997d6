import { canonical, isObject, listOf } from '../../model/json.js';
import { type Operator, refuses, without, wrongAnswer } from '../operator.js';
import {
  at,
  data,
  isMonthly,
  metrics,
  month,
  number,
  properties,
  refusing,
  sent,
  series,
} from './metrics-switches.js';

let drift = 0;

/** Metrics answers that are wrong in shape, and valid requests that are not served. */
export const metricsAnswerMutants: readonly Operator[] = [
  // 1
  data('1-R6', 'drifts', ['visitorCount', 'memberCount'], (value) => {
    drift += 1;
    return typeof value === 'number' ? value + drift : value;
  }),
  wrongAnswer('1-R7a', 'plain JSON', (reply) => {
    reply.headers.set('content-type', 'application/json');
    return reply;
  }),
  wrongAnswer('1-R7a', 'no type', (reply) => {
    reply.headers.delete('content-type');
    return { ...reply, headers: new Headers([['content-type', 'text/plain']]) };
  }),
  wrongAnswer('1-R7b', 'no meta', (reply, call) =>
    call.endpoint === 'metrics' ? { ...reply, document: without('meta')(reply.document) } : null,
  ),
  at('1-R7b', 'data is a list', 'data', (value) => [value]),
  wrongAnswer('1-R7c', 'plain JSON', (reply, call) => {
    if (call.endpoint === 'me') reply.headers.set('content-type', 'application/json');
    return reply;
  }),
  // 2.2
  data('2.2-R1a', 'null for zero', ['memberCount'], (value) => (value === 0 ? null : value)),
  refusing('2.2-R1a', 'refuses impossible roles', (body) =>
    JSON.stringify(body).includes('"maker","contributor"]'),
  ),
  data('2.2-R3a', 'text for a number', ['wallEngagementMinutes'], String),
  // 2.3
  at('2.3-T1', 'bare id', 'data/id', (id) => String(id).slice(5)),
  at('2.3-T1', 'upper case', 'data/id', (id) => String(id).toUpperCase()),
  at('2.3-T2', 'plural', 'data/type', () => 'organizationAnalytics2'),
  at('2.3-T2', 'absent', 'data', without('type')),
  at('2.3-T3', 'last entry lost', metrics, (all) => listOf(all).slice(0, -1)),
  at('2.3-T3', 'first entry twice', metrics, (all) => [...listOf(all), listOf(all)[0]]),
  at('2.3-T3', 'one entry more', metrics, (all) => [
    ...listOf(all),
    { name: 'shareCount', properties: {}, data: 1 },
  ]),
  properties('2.3-R1', 'omitted stays omitted', ['wallEngagementMinutes'], (value) =>
    JSON.stringify(value['userType']) === '["all"]' ? {} : value,
  ),
  properties('2.3-R1', 'omitted stays omitted by month', ['postCount'], (value) =>
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
  at('2.4-T1', 'a metric has no answer', metrics, (all) =>
    listOf(all).filter((one) => !isObject(one) || one['name'] !== 'topMedia'),
  ),
  refusing(
    '4.1-T8',
    'no ranking of a range',
    (body) => body['from'] !== undefined && sent(body).some((one) => one['name'] === 'topMedia'),
  ),
  refusing('4.1-T8', 'mediaType is a list', (body) =>
    sent(body).some((one) => typeof one['mediaType'] === 'string'),
  ),
  refusing('4.1-T8', 'all is no list', (body) =>
    sent(body).some((one) => canonical(one['userType']) === '["all"]'),
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
  at('2.4-T2', 'a series has no answer', metrics, (all) =>
    listOf(all).filter((one) => !isObject(one) || one['name'] !== 'peerInteractionCount'),
  ),
  data('2.4-T3', 'number for series', series, (value, one) =>
    isObject(one['properties']) && isMonthly(value) ? 3 : value,
  ),
  data('2.4-T4', 'series for number', series, (value) =>
    typeof value === 'number' ? [{ month, value }] : value,
  ),
  at('2.4-T5a', 'no content safety', metrics, (all) =>
    listOf(all).filter((one) => !isObject(one) || !String(one['name']).startsWith('flagged')),
  ),
  wrongAnswer(
    '2.4-T5b',
    'no teams',
    refuses(404, (call) => call.url.pathname.includes('Team')),
  ),
  data('2.4-T6', 'all without visitors', ['wallEngagementMinutes'], (value, one) =>
    canonical(one['properties']).includes('all') ? 0 : number(value) + 1,
  ),
];
