import { isObject, listOf } from '../../model/json.js';
import { type Operator, without } from '../operator.js';
import {
  data,
  eachItem,
  eachList,
  firstRow,
  isMonthly,
  ranked,
  renamed,
} from './metrics-switches.js';

/** Metrics answers whose data has the wrong shape. */
export const metricsShapeMutants: readonly Operator[] = [
  // 2.5
  data('2.5-T1', 'text for a count', ['postCount'], (value) =>
    typeof value === 'number' ? String(value) : value,
  ),
  data('2.5-T1', 'wrapped', ['visitorCount'], (value) =>
    typeof value === 'number' ? { total: value } : value,
  ),
  data('2.5-T1c', 'estimated', ['postCount'], (value) =>
    typeof value === 'number' ? value + 0.5 : value,
  ),
  data('2.5-T1c', 'below zero', ['memberCount'], (value) =>
    isObject(value) && 'inactive' in value ? { ...value, inactive: -1 } : value,
  ),
  data(
    '2.5-T1b',
    'text for an average',
    ['avgScanTimeMs', 'moderationCatchRatePercent'],
    (value) => `${String(value)} ms`,
  ),
  data('2.5-T2', 'whole date', [], (value) =>
    isMonthly(value)
      ? firstRow((row) => ({ ...row, month: `${String(row['month'])}-01` }))(value)
      : value,
  ),
  data('2.5-T2', 'two figures', [], (value) =>
    isMonthly(value) ? firstRow((row) => ({ ...row, total: 1 }))(value) : value,
  ),
  data('2.5-T2', 'object for rows', ['newMemberCount'], (value) =>
    isMonthly(value)
      ? (Object.fromEntries(
          listOf(value).map((row) => (isObject(row) ? [row['month'], row['count']] : [])),
        ) as unknown)
      : value,
  ),
  data('2.5-T2b', 'a month twice', [], (value) =>
    isMonthly(value) ? [...listOf(value), listOf(value)[0]] : value,
  ),
  data('2.5-T2b', 'a month before', [], (value) =>
    isMonthly(value)
      ? [{ ...(listOf(value)[0] as object), month: '2019-01' }, ...listOf(value)]
      : value,
  ),
  data('2.5-T3', 'a key is missing', ['memberCount'], (value) =>
    isObject(value) ? without('inactive')(value) : value,
  ),
  data('2.5-T3', 'list for object', ['topBoards'], (value) =>
    isObject(value) ? Object.values(value) : value,
  ),
  data('2.5-T3b', 'wrapped slices', ['memberCount'], (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, { value: one }]))
      : value,
  ),
  data('2.5-T3b', 'counts for lists', ['topUsers', 'topMedia'], (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, listOf(one).length]))
      : value,
  ),
  data('2.5-T4', 'broken down by role', ['memberCount', 'postCount'], (value, one) =>
    isObject(one['properties']) &&
    listOf(one['properties']['userType']).length > 1 &&
    typeof value === 'number'
      ? { teacher: value }
      : value,
  ),
  data(
    '2.5-T5',
    'id for hashid',
    ranked,
    eachItem(({ hashid, ...rest }) => ({ id: hashid, ...rest })),
  ),
  data(
    '2.5-T5',
    'no name',
    ranked,
    eachItem((item) => without('name')(without('title')(item))),
  ),
  data(
    '2.5-T5',
    'no figure',
    ranked,
    eachItem(({ hashid, title, name }) => ({ hashid, title: title ?? name })),
  ),
  data(
    '2.5-T5a',
    'eleven items',
    ranked,
    eachList((list) => (list.length === 0 ? list : Array.from({ length: 11 }, () => list[0]))),
  ),
  data(
    '2.5-T5a',
    'no cap',
    ranked,
    eachList((list) => [...list, ...list, ...list, ...list]),
  ),
  data(
    '2.5-T5b',
    'upward',
    ranked,
    eachList((list) =>
      list.map((item, index) =>
        isObject(item) ? { hashid: item['hashid'], title: 't', posts: index } : item,
      ),
    ),
  ),
  data('2.5-T6', 'object for list', ['attachmentCountByCategory'], (value) =>
    Object.fromEntries(
      listOf(value).map((one) => (isObject(one) ? [one['category'], one['count']] : [])),
    ),
  ),
  data('2.5-T6', 'type for category', ['attachmentCountByCategory'], (value) =>
    listOf(value).map((one) =>
      isObject(one) ? { type: one['category'], count: one['count'] } : one,
    ),
  ),
  data('2.5-T7', 'list for object', ['scannedItemCountByType'], (value) =>
    Object.entries(isObject(value) ? value : {}).map(([type, count]) => ({ type, count })),
  ),
  data(
    '2.5-T7',
    'texts for numbers',
    ['flaggedItemCountByCategory', 'scannedItemCountByType'],
    (value) =>
      Object.fromEntries(
        Object.entries({ spam: 1, ...(isObject(value) ? value : {}) }).map(([key, one]) => [
          key,
          String(one),
        ]),
      ),
  ),
  data('2.5-T8', 'text for object', ['subscription'], () => 'active'),
  data('2.5-T8', 'null for object', ['subscription'], () => null),
  data('2.5-T9a', 'count for value', [], (value) =>
    isMonthly(value) ? renamed('value', 'count')(value) : value,
  ),
  data('2.5-T9a', 'members for value', ['memberCount'], (value) =>
    isMonthly(value) ? renamed('value', 'members')(value) : value,
  ),
  data('2.5-T9b', 'value for count', [], (value) =>
    isMonthly(value) ? renamed('count', 'value')(value) : value,
  ),
  data('2.5-T9b', 'reactions for count', ['reactionCount'], (value) =>
    isMonthly(value) ? renamed('count', 'reactions')(value) : value,
  ),
  data('2.5-T9c', 'value for visitors', ['visitorCount'], (value) =>
    isMonthly(value) ? renamed('visitors', 'value')(value) : value,
  ),
  data('2.5-T9c', 'count for visitors', ['visitorCount'], (value) =>
    isMonthly(value) ? renamed('visitors', 'count')(value) : value,
  ),
  data('2.5-T10', 'dates of the range', ['subscription'], (value, _one, call) =>
    isObject(value)
      ? { ...value, termStart: isObject(call.body) ? String(call.body['from']) : '' }
      : value,
  ),
  data('2.5-T10', 'status of the range', ['subscription'], (value, _one, call) =>
    isObject(value)
      ? {
          ...value,
          status: isObject(call.body) && call.body['to'] !== undefined ? 'ended' : 'active',
        }
      : value,
  ),
];
