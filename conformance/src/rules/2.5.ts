import { byMonth } from '../judge/metrics/answer.js';
import { at, canonical, isCount, isObject, leavesOf, listOf } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { eventMetrics, metricsWhere } from '../probes/entries.js';
import {
  data,
  lists as inLists,
  numbers as inNumbers,
  rows as inRows,
  objects,
  without,
} from './broken.js';
import {
  brokenDown,
  type EntryChoice,
  firstBy,
  isNumber,
  items,
  lists,
  monthlyRows,
  namedAs,
  numbers,
  rows,
  slices,
} from './entry-rules.js';
import { inferred, must } from './rule.js';

const isFirstMonth = firstBy('month');
const isFirstItem = firstBy('hashid');
const isFirstCategory = firstBy('category');

const rankings = ['topBoards', 'topUsers', 'topMedia'];
const ranked = namedAs(...rankings);

/** What counts members, things or events; minutes, averages and shares are no counts. */
const counts = namedAs(
  ...['memberCount', ...eventMetrics, 'peerInteractionCount'],
  ...['scannedItemCount', 'flaggedItemCount'],
);

const isBrokenDown: EntryChoice = (one) => brokenDown(one) !== undefined;

/** Metrics whose plain figure is one number. */
const isSingle: EntryChoice = (one, monthly) =>
  !monthly &&
  !isBrokenDown(one, monthly) &&
  (counts(one, monthly) || one['name'] === 'wallEngagementMinutes');

const isMonthRow = (row: unknown): boolean =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(String(at(row, 'month'))) &&
  Object.keys(isObject(row) ? row : {}).length === 2;

/** People have a name; what is shared need not have a title, and may say so with null. */
const isNamed = (item: unknown): boolean =>
  typeof at(item, 'name') === 'string' ||
  typeof at(item, 'title') === 'string' ||
  at(item, 'title') === null;

const doesNotRise = (list: readonly unknown[], field: string): boolean =>
  list.every((item, index) => {
    const [before, here] = [at(list[index - 1], field), at(item, field)];
    return isNumber(here) && (index === 0 || (isNumber(before) && before >= here));
  });

/** A seat count, a number or null, and a status or dates beside it; names are open. */
const isBilling = (one: unknown): boolean => {
  const leaves = isObject(one) ? leavesOf(one) : [];
  const hasSeats = leaves.some((value) => isNumber(value) || value === null);
  const others = leaves.filter((value) => typeof value === 'string' || value === null);
  return hasSeats && others.length > 0 && leaves.length > 1;
};

/** A figure under another key in every row of a series. */
const renamed = (from: string, to: string, ...names: readonly string[]) =>
  inRows(names, (all) =>
    all.map((row) => (from in row ? { month: row['month'], [to]: row[from] } : row)),
  );

const keyRule = (id: string, key: string, other: string): Rule => {
  const names = metricsWhere(({ monthlyKey }) => monthlyKey === key);
  return must(id, `In monthly rows of ${names.join(', ')} the figure stands under ${key}.`, {
    ...monthlyRows,
    of: (one, monthly) => monthly && namedAs(...names)(one, monthly),
    is: `the figure under ${key}`,
    right: (row) => isNumber(at(row, key)),
    broken: {
      [`${other} for ${key}`]: renamed(key, other),
      'total in one metric': renamed(key, 'total', names.at(-1) ?? ''),
    },
  });
};

const inItems = (by: (item: Readonly<Record<string, unknown>>) => unknown) =>
  inLists(rankings, (list) => list.map((item) => (isObject(item) ? by(item) : item)));

const inSlices = (names: readonly string[], by: (slice: unknown) => unknown) =>
  objects(names, (value) =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, by(one)])),
  );

const attachments = 'attachmentCountByCategory';
const byName = ['scannedItemCountByType', 'flaggedItemCountByCategory'];

/** Section 2.5: the shape of data. */
export const section2_5: readonly Rule[] = [
  must('2.5-T1', 'A plain count is a number.', {
    ...{ of: isSingle, is: 'a number', right: isNumber },
    broken: {
      'text for a count': inNumbers(['postCount'], String),
      wrapped: inNumbers(['visitorCount'], (total) => ({ total })),
    },
  }),
  must('2.5-T1b', 'Averages and shares are plain numbers.', {
    of: namedAs('avgScanTimeMs', 'moderationCatchRatePercent'),
    is: ({ name }) => `a number from 0${name.endsWith('Percent') ? ' to 100' : ''}, or null`,
    right: (one, { entry: { name } }) =>
      one === null || (isNumber(one) && one >= 0 && (one <= 100 || !name.endsWith('Percent'))),
    expected: ['a finite number', 'null when there is nothing to average'],
    broken: {
      'below zero': data(['avgScanTimeMs'], () => -1),
      'a hundred times as much': data(['moderationCatchRatePercent'], () => 9750),
    },
  }),
  inferred('2.5-T1c', 'A count is a whole number, and not negative.', {
    ...{ of: counts, parts: numbers, is: 'a whole number from 0', right: isCount },
    broken: {
      estimated: inNumbers(['postCount'], (value) => value + 0.5),
      'below zero': objects(['memberCount'], (value) => ({ ...value, inactive: -1 })),
    },
  }),
  must('2.5-T2', 'With the month dimension data is a list of rows, each a month and one figure.', {
    ...monthlyRows,
    ...{ is: 'a month (YYYY-MM) and one figure', right: isMonthRow },
    broken: {
      'whole date': inRows([], ([row, ...others]) => [
        { ...row, month: `${String(row?.['month'])}-01` },
        ...others,
      ]),
      'two figures': inRows([], ([row, ...others]) => [{ ...row, total: 1 }, ...others]),
      'object for rows': inRows(['newMemberCount'], (all) =>
        Object.fromEntries(all.map((row) => [String(row['month']), row['count']])),
      ),
    },
  }),
  inferred('2.5-T2b', 'A series names each month at most once and none outside the range.', {
    ...monthlyRows,
    is: 'a month of the range, once',
    right: (row, { among, answer: { document } }) => {
      const [month, from, to] = [
        at(row, 'month'),
        at(document, 'meta', 'dateRange', 'from'),
        at(document, 'meta', 'dateRange', 'to'),
      ].map((text) => String(text).slice(0, 7));
      const isWithin = `${month}` >= `${from}` && `${month}` <= `${to}`;
      return isWithin && isFirstMonth(row, among);
    },
    broken: {
      'a month twice': inRows([], (all) => [...all, all[0]]),
      'a month before': inRows([], (all) => [{ ...all[0], month: '2019-01' }, ...all]),
    },
  }),
  must(
    '2.5-T3',
    'A property other than userType given as a list gives an object keyed by each of its values.',
    {
      of: isBrokenDown,
      is: ({ properties }) =>
        `an object with the keys ${(brokenDown(properties) ?? []).join(', ')}`,
      right: (one, { entry: { properties } }) =>
        isObject(one) &&
        canonical(Object.keys(one).toSorted()) ===
          canonical((brokenDown(properties) ?? []).map(String).toSorted()),
      broken: {
        'a key is missing': objects(['memberCount'], without('inactive')),
        'list for object': objects(['topBoards'], Object.values),
        'a list of one is its value': objects([], (value) => {
          const [one, ...others] = Object.values(value);
          return others.length === 0 && Array.isArray(one) ? one : value;
        }),
      },
    },
  ),
  must('2.5-T3b', 'Each value of that object has the shape that the slice would have alone.', {
    ...{ of: isBrokenDown, parts: slices, is: 'the shape that the value has alone' },
    right: (one, { entry: { name }, answer: { request } }) =>
      name === 'memberCount' && !byMonth(request) ? isNumber(one) : Array.isArray(one),
    expected: 'numbers by status, ranked lists by sortBy and mediaType',
    broken: {
      'wrapped slices': inSlices(['memberCount'], (value) => ({ value })),
      'counts for lists': inSlices(['topUsers', 'topMedia'], (one) => listOf(one).length),
    },
  }),
  must('2.5-T4', 'userType given as a list gives one combined figure, not a breakdown.', {
    of: (one) => listOf(one['userType']).length > 1 && brokenDown(one) === undefined,
    is: 'one combined figure',
    right: (one) => isNumber(one) || Array.isArray(one),
    expected: 'a number, or one series',
    broken: {
      'broken down by role': inNumbers(['memberCount', 'postCount'], (value, one) =>
        listOf(at(one, 'properties', 'userType')).length > 1 ? { teacher: value } : value,
      ),
    },
  }),
  must('2.5-T5', 'Items of a ranking have a hashid, a name or title, and ranking figures.', {
    ...{ of: ranked, parts: items, is: 'a hashid, once, a name or title, and a figure' },
    right: (item, { among }) =>
      typeof at(item, 'hashid') === 'string' &&
      isNamed(item) &&
      Object.values(isObject(item) ? item : {}).some(isNumber) &&
      isFirstItem(item, among),
    expected: 'hashid, name or title, and a number in every item, none of them twice',
    broken: {
      'id for hashid': inItems(({ hashid, ...rest }) => ({ id: hashid, ...rest })),
      'no name': inItems((item) => without('name')(without('title')(item))),
      'no figure': inItems(({ hashid, title, name }) => ({ hashid, title: title ?? name })),
      'an item twice': inLists(rankings, (list) => [...list.slice(0, 1), ...list.slice(0, 9)]),
    },
  }),
  must('2.5-T5a', 'A ranking has at most ten items.', {
    ...{ of: ranked, parts: lists, is: 'at most ten items' },
    right: (list) => listOf(list).length <= 10,
    broken: {
      'eleven items': inLists(rankings, (list) =>
        list.length === 0 ? list : Array.from({ length: 11 }, () => list[0]),
      ),
    },
  }),
  inferred('2.5-T5b', 'A ranking is ordered by its figure, the largest first.', {
    ...{ of: ranked, is: 'a figure that does not rise' },
    parts: (one, entry) =>
      lists(one, entry).filter(([, list]) => Array.isArray(list) && list.length > 1),
    right: (list, { path, entry: { properties } }) => {
      const all = listOf(list);
      const own = path.split('/')[2] ?? String(properties['sortBy']);
      const fields = Object.keys(isObject(all[0]) ? all[0] : {});
      return (fields.includes(own) ? [own] : fields).some((field) => doesNotRise(all, field));
    },
    expected: 'the field of sortBy, or else some numeric field, does not rise down the list',
    broken: {
      upward: inLists(rankings, (list) =>
        list.map((item, posts) => ({ hashid: at(item, 'hashid'), title: 't', posts })),
      ),
      'by another figure': objects(['topUsers'], (value) => ({
        ...value,
        posts: [3, 9, 1].map((posts, id) => ({ hashid: `${id}`, name: 'n', posts, boards: 1 })),
      })),
    },
  }),
  must('2.5-T6', 'attachmentCountByCategory is a list of objects with category and count.', {
    ...{ of: namedAs(attachments), parts: rows, is: 'category, once, and count' },
    right: (one, { among }) =>
      typeof at(one, 'category') === 'string' &&
      isCount(at(one, 'count')) &&
      isFirstCategory(one, among),
    expected: 'category (a text, once) and count (a whole number from 0) in every item',
    broken: {
      'object for list': data([attachments], (value) =>
        Object.fromEntries(listOf(value).entries()),
      ),
      'a category twice': data([attachments], (value) => [value, value].flat()),
      'less than nothing': data([attachments], () => [{ category: 'image', count: -2.5 }]),
    },
  }),
  must('2.5-T7', 'scannedItemCountByType and flaggedItemCountByCategory are objects of numbers.', {
    ...{ of: namedAs(...byName), is: 'an object of whole numbers from 0' },
    right: (one) => isObject(one) && Object.values(one).every(isCount),
    expected: 'an object whose values are whole numbers from 0',
    broken: {
      'list for object': data(['scannedItemCountByType'], () => [{ type: 'text', count: 1 }]),
      'texts for numbers': data(byName, () => ({ spam: '1' })),
    },
  }),
  must('2.5-T8', 'subscription is an object.', {
    of: namedAs('subscription'),
    is: 'an object of a seat count, a status and dates',
    right: isBilling,
    expected: 'an object with a number or null, and a text or another null',
    broken: {
      'text for object': data(['subscription'], () => 'active'),
      nothing: data(['subscription'], () => ({})),
    },
  }),
  keyRule('2.5-T9a', 'value', 'count'),
  keyRule('2.5-T9b', 'count', 'value'),
  keyRule('2.5-T9c', 'visitors', 'value'),
];
