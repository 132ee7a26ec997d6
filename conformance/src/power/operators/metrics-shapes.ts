import { isObject, listOf } from '../../model/json.js';
import { type Operator, without } from '../operator.js';
import {
  data,
  eachItem,
  eachList,
  firstRow,
  numbers,
  objects,
  ranked,
  renamed,
  rows,
} from './metrics-switches.js';

/** Metrics answers whose data has the wrong shape. */
export const metricsShapeMutants: readonly Operator[] = [
  // 2.5
  numbers('2.5-T1', 'text for a count', ['postCount'], (value) => String(value)),
  numbers('2.5-T1', 'wrapped', ['visitorCount'], (value) => ({ total: value })),
  numbers('2.5-T1c', 'estimated', ['postCount'], (value) => value + 0.5),
  data('2.5-T1c', 'below zero', ['memberCount'], (value) =>
    isObject(value) && 'inactive' in value ? { ...value, inactive: -1 } : value,
  ),
  data(
    '2.5-T1b',
    'text for an average',
    ['avgScanTimeMs', 'moderationCatchRatePercent'],
    (value) => `${String(value)} ms`,
  ),
  data('2.5-T1b', 'below zero', ['avgScanTimeMs'], () => -1),
  data('2.5-T1b', 'a hundred times as much', ['moderationCatchRatePercent'], () => 9750),
  firstRow('2.5-T2', 'whole date', (row) => ({ ...row, month: `${String(row['month'])}-01` })),
  firstRow('2.5-T2', 'two figures', (row) => ({ ...row, total: 1 })),
  rows('2.5-T2', 'object for rows', ['newMemberCount'], (all) =>
    Object.fromEntries(all.map((row) => [String(row['month']), row['count']])),
  ),
  rows('2.5-T2b', 'a month twice', [], (all) => [...all, all[0]]),
  rows('2.5-T2b', 'a month before', [], (all) => [{ ...all[0], month: '2019-01' }, ...all]),
  objects('2.5-T3', 'a key is missing', ['memberCount'], without('inactive')),
  objects('2.5-T3', 'list for object', ['topBoards'], (value) => Object.values(value)),
  objects('2.5-T3b', 'wrapped slices', ['memberCount'], (value) =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, { value: one }])),
  ),
  objects('2.5-T3b', 'counts for lists', ['topUsers', 'topMedia'], (value) =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, listOf(one).length])),
  ),
  data('2.5-T4', 'broken down by role', ['memberCount', 'postCount'], (value, one) =>
    isObject(one['properties']) &&
    listOf(one['properties']['userType']).length > 1 &&
    typeof value === 'number'
      ? { teacher: value }
      : value,
  ),
  eachItem('2.5-T5', 'id for hashid', ({ hashid, ...rest }) => ({ id: hashid, ...rest })),
  eachItem('2.5-T5', 'no name', (item) => without('name')(without('title')(item))),
  eachItem('2.5-T5', 'no figure', ({ hashid, title, name }) => ({ hashid, title: title ?? name })),
  eachList('2.5-T5', 'an item twice', ranked, (list) => [...list.slice(0, 1), ...list.slice(0, 9)]),
  eachList('2.5-T5a', 'eleven items', ranked, (list) =>
    list.length === 0 ? list : Array.from({ length: 11 }, () => list[0]),
  ),
  eachList('2.5-T5a', 'no cap', ranked, (list) => [...list, ...list, ...list, ...list]),
  eachList('2.5-T5b', 'upward', ranked, (list) =>
    list.map((item, index) =>
      isObject(item) ? { hashid: item['hashid'], title: 't', posts: index } : item,
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
  data('2.5-T6', 'a category twice', ['attachmentCountByCategory'], (value) => [
    ...listOf(value),
    ...listOf(value).slice(0, 1),
  ]),
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
  data('2.5-T9a', 'count for value', [], renamed('value', 'count')),
  data('2.5-T9a', 'members for value', ['memberCount'], renamed('value', 'members')),
  data('2.5-T9b', 'value for count', [], renamed('count', 'value')),
  data('2.5-T9b', 'reactions for count', ['reactionCount'], renamed('count', 'reactions')),
  data('2.5-T9c', 'value for visitors', ['visitorCount'], renamed('visitors', 'value')),
  data('2.5-T9c', 'count for visitors', ['visitorCount'], renamed('visitors', 'count')),
  objects('2.5-T10', 'dates of the range', ['subscription'], (value, _one, call) => ({
    ...value,
    termStart: isObject(call.body) ? String(call.body['from']) : '',
  })),
  objects('2.5-T10', 'status of the range', ['subscription'], (value, _one, call) => ({
    ...value,
    status: isObject(call.body) && call.body['to'] !== undefined ? 'ended' : 'active',
  })),
];
