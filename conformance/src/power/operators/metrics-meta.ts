import { isObject } from '../../model/json.js';
import {
  earliestMonth,
  monthAt,
  type Operator,
  refuses,
  without,
  wrongAnswer,
} from '../operator.js';
import { at, data, meta, number, refusing, sent } from './metrics-switches.js';

/** Metrics answers that are wrong in meta or between answers, and valid requests that are not served. */
export const metricsMetaMutants: readonly Operator[] = [
  // 2.6, within answers
  data('2.6-L1', 'joined less one', ['memberCount'], (value, one) =>
    isObject(one['properties']) &&
    one['properties']['status'] === 'joined' &&
    typeof value === 'number'
      ? value - 1
      : value,
  ),
  data('2.6-R4', 'inactive of those who joined', ['memberCount'], (value, one) =>
    isObject(value)
      ? { ...value, inactive: number(value['inactive']) - (JSON.stringify(one).length % 2) - 1 }
      : value,
  ),
  data('2.6-R4', 'inactive of the range', ['memberCount'], (value, one, call) =>
    isObject(one['properties']) && isObject(value) && isObject(call.body)
      ? { ...value, inactive: number(value['inactive']) + String(call.body['from']).charCodeAt(6) }
      : value,
  ),
  data('2.6-R5', 'by the range', ['memberCount'], (value, one, call) =>
    isObject(one['properties']) &&
    one['properties']['status'] === 'invited' &&
    isObject(call.body) &&
    call.body['to'] === call.current
      ? 0
      : value,
  ),
  data('2.6-R5', 'only within the range', ['memberCount'], (value, one, call) =>
    isObject(one['properties']) && one['properties']['status'] === 'invited' && isObject(call.body)
      ? number(value) + String(call.body['from']).charCodeAt(3)
      : value,
  ),
  // 2.7
  meta('2.7-T1', 'complete', 'status', () => 'complete'),
  meta('2.7-T1', 'always partial', 'status', () => 'partial'),
  meta('2.7-T1', 'absent', '', without('status')),
  meta('2.7-T2a', 'months', 'dateRange/from', (value) => String(value).slice(0, 7)),
  meta('2.7-T2a', 'times', 'dateRange/to', (value) => `${String(value)}T23:59:59Z`),
  meta('2.7-T2a', 'absent', '', without('dateRange')),
  meta('2.7-T2b', 'a day early', 'dateRange/to', (value) => `${String(value).slice(0, 8)}27`),
  meta('2.7-T2b', 'a day late', 'dateRange/from', (value) => `${String(value).slice(0, 8)}02`),
  meta('2.7-T3', 'something is always pending', 'pending', () => [
    { name: 'postCount', properties: {} },
  ]),
  // 4
  wrongAnswer(
    '4-T2a',
    'Accept is required',
    refuses(406, (call) => call.headers.get('accept') === null),
    { mute: true },
  ),
  wrongAnswer(
    '4-T2a',
    'only JSON',
    refuses(406, (call) => call.headers.get('accept') === 'application/vnd.api+json'),
    { mute: true },
  ),
  // 4.1, accepted
  refusing('4.1-T1d', '25 entries are too many', (body) => sent(body).length >= 25, true),
  refusing('4.1-T1d', '20 entries at most', (body) => sent(body).length > 20, true),
  refusing(
    '4.1-R1a',
    'a metric only once',
    (body) =>
      new Set(sent(body).map((one) => one['name'])).size < sent(body).length &&
      body['from'] !== undefined,
  ),
  refusing(
    '4.1-R2a',
    '50 queries are too many',
    (body) => sent(body).length === 10 && JSON.stringify(body).includes('joined'),
  ),
  refusing(
    '4.1-R2a',
    '40 queries at most',
    (body) => sent(body).length === 10 && JSON.stringify(body).includes('inactive'),
  ),
  refusing(
    '4.1-R10h',
    'less than 24 months',
    (body, call) => body['from'] === monthAt(call, -24) && body['to'] === monthAt(call, -1),
  ),
  refusing(
    '4.1-R10i',
    'January of five years ago is too early',
    (body, call) => body['from'] === earliestMonth(call),
  ),
  refusing(
    '4.1-R10i',
    'four years only',
    (body, call) => String(body['from']) < `${Number(earliestMonth(call).slice(0, 4)) + 1}`,
  ),
  refusing(
    '4.1-R10j',
    'the current month is too late',
    (body, call) => body['to'] === call.current,
  ),
  refusing(
    '4.1-R10j',
    'a month is too short',
    (body) => body['from'] !== undefined && body['from'] === body['to'],
  ),
  meta('4.1-R11', 'no range', '', without('dateRange')),
  meta('4.1-R11', 'all time without end', 'dateRange/to', () => null),
  at('4.1-R11s', 'from today', 'meta/dateRange/from', (_value, call) =>
    isObject(call.body) && call.body['from'] === undefined ? `${call.current}-15` : _value,
  ),
  wrongAnswer(
    '9-R1',
    'another version',
    refuses(404, (call) => call.endpoint === 'metrics'),
    { mute: true },
  ),
];
