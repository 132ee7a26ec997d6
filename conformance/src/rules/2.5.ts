import { eachOf, fails, holds, holdsIf, mismatch, notExercised } from '../judge/check.js';
import { expectedFigures } from '../judge/expected.js';
import {
  type EntryCheck,
  type EntryChoice,
  entries,
  isNumber,
  namedAs,
  number,
} from '../judge/metrics/entries.js';
import { at, canonical, isCount, isObject, leavesOf, listOf, shown } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { eventMetrics, metricsWhere } from '../probes/entries.js';
import { metrics } from '../probes/metrics-valid.js';
import type { Probe } from '../probes/probe.js';
import { data, lists, numbers, objects, rows, without } from './broken.js';
import { inferred, must, type RuleBody } from './rule.js';

/** Requests without months. */
const plain = [
  metrics.everything,
  ...[metrics.whole, metrics.before, metrics.after, metrics.earliest, metrics.current],
];
const ofPart = [metrics.everything, metrics.before, metrics.after];
const ranking = [...ofPart, metrics.current];

const rankings = ['topBoards', 'topUsers', 'topMedia'];
const ranked = namedAs(...rankings);

/** What counts members, things or events; minutes, averages and shares are no counts. */
const counts = namedAs(
  ...['memberCount', ...eventMetrics, 'peerInteractionCount'],
  ...['scannedItemCount', 'flaggedItemCount'],
);

/** The property, other than userType, that came as a list. */
const brokenDown = (one: Readonly<Record<string, unknown>>): readonly unknown[] | undefined =>
  ['status', 'sortBy', 'mediaType'].map((name) => one[name]).find((value) => Array.isArray(value));

const isBrokenDown: EntryChoice = (one) => brokenDown(one) !== undefined;

/** Metrics whose plain figure is one number. */
const isSingle: EntryChoice = (one, monthly) =>
  !monthly && !isBrokenDown(one, monthly) && (counts(one, monthly) || ofMinutes(one, monthly));
const ofMinutes = namedAs('wallEngagementMinutes');

/** Every number in the data of an entry: alone, by the values of a property, or by month. */
const numbersIn = (data: unknown): readonly number[] => leavesOf(data).filter(isNumber);

const wholeCounts: EntryCheck = ({ data, pointer }) => {
  const all = numbersIn(data);
  if (all.length === 0) return notExercised('there is no number');
  return all.every(isCount)
    ? holds
    : mismatch('whole numbers, none of them negative', `${pointer}/data`, data);
};

/** A percentage is at most 100. */
const numberOrNull: EntryCheck = ({ name, data, pointer }) => {
  const most = name.endsWith('Percent') ? 100 : Number.POSITIVE_INFINITY;
  const isRight = data === null || (isNumber(data) && data >= 0 && data <= most);
  return isRight ? holds : mismatch(`a number from 0 to ${most}`, `${pointer}/data`, data);
};

/** Every row of a series is right. */
const eachRow =
  (expected: string, isRight: (row: unknown) => boolean): EntryCheck =>
  ({ data, pointer }) => {
    if (!Array.isArray(data)) return mismatch('a list of rows', `${pointer}/data`, data);
    if (data.length === 0) return notExercised('the series is empty');
    const odd = data.findIndex((row) => !isRight(row));
    return odd === -1 ? holds : mismatch(expected, `${pointer}/data/${odd}`, data[odd]);
  };

const isMonthRow = (row: unknown): boolean =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(String(at(row, 'month'))) &&
  Object.keys(isObject(row) ? row : {}).length === 2;

const monthsOnce: EntryCheck = ({ data, pointer }, { document }) => {
  const months = listOf(data).map((row) => String(at(row, 'month')));
  const [from = '', to = ''] = ['from', 'to'].map((end) =>
    String(at(document, 'meta', 'dateRange', end)).slice(0, 7),
  );
  const outside = months.find((month) => month < from || month > to);
  if (outside !== undefined) return fails(`${pointer}: ${outside} lies outside the range`);
  return holdsIf(new Set(months).size === months.length, () => `${pointer}: a month stands twice`);
};

const keyedByValues: EntryCheck = ({ data, pointer, properties }) => {
  const expected = (brokenDown(properties) ?? []).map(String).toSorted();
  const keys = isObject(data) ? Object.keys(data).toSorted() : null;
  return canonical(keys) === canonical(expected)
    ? holds
    : mismatch(`an object with the keys ${expected.join(', ')}`, `${pointer}/data`, data);
};

const slicesAlone: EntryCheck = ({ name, data, pointer }) => {
  const isRight = name === 'memberCount' ? isNumber : Array.isArray;
  const odd = Object.entries(isObject(data) ? data : {}).find(([, slice]) => !isRight(slice));
  return odd === undefined
    ? holds
    : mismatch('the shape that the value has alone', `${pointer}/data/${odd[0]}`, odd[1]);
};

const isCombined: EntryCheck = ({ data, pointer }) =>
  isNumber(data) || Array.isArray(data)
    ? holds
    : mismatch('one combined figure', `${pointer}/data`, data);

/** Lists by the value that they are sorted by, `null` where a ranking has none. */
const listsIn = (
  data: unknown,
  sortBy: unknown = null,
): readonly (readonly [unknown, readonly unknown[]])[] =>
  Array.isArray(data)
    ? [[sortBy, data]]
    : Object.entries(isObject(data) ? data : {}).map(([word, list]) => [word, listOf(list)]);

/** People have a name; what is shared need not have a title, and may say so with null. */
const isNamed = (item: unknown): boolean =>
  typeof at(item, 'name') === 'string' ||
  typeof at(item, 'title') === 'string' ||
  at(item, 'title') === null;

/** A value that two items have under a name. */
const repeated = (items: readonly unknown[], name: string): unknown => {
  const seen = new Set<unknown>();
  return items.map((item) => at(item, name)).find((value) => seen.size === seen.add(value).size);
};

const rankedItems: EntryCheck = ({ data, pointer, properties }) => {
  if (brokenDown(properties) === undefined && !Array.isArray(data)) {
    return mismatch('a list', `${pointer}/data`, data);
  }
  const all = listsIn(data).map(([, list]) => list);
  if (all.flat().length === 0) return notExercised('the ranking is empty');
  const odd = all
    .flat()
    .find(
      (item) =>
        typeof at(item, 'hashid') !== 'string' ||
        !isNamed(item) ||
        !Object.values(isObject(item) ? item : {}).some(isNumber),
    );
  if (odd !== undefined) {
    return mismatch('a hashid, a name or title, and a figure', `${pointer}/data`, odd);
  }
  const twice = all.map((list) => repeated(list, 'hashid')).find((id) => id !== undefined);
  return holdsIf(twice === undefined, () => `${pointer}/data has ${shown(twice)} twice`);
};

const atMostTen: EntryCheck = ({ data, pointer }) => {
  const long = listsIn(data).find(([, list]) => list.length > 10);
  return holdsIf(long === undefined, () => `${pointer}/data has ${long?.[1].length} items`);
};

const isDescending = (list: readonly unknown[], field: string): boolean =>
  list.every((item, index) => {
    const [before, here] = [at(list[index - 1], field), at(item, field)];
    return isNumber(here) && (index === 0 || (isNumber(before) && before >= here));
  });

const rankedDown: EntryCheck = ({ data, pointer, properties }) => {
  const long = listsIn(data, properties['sortBy']).filter(([, list]) => list.length > 1);
  if (long.length === 0) return notExercised('no ranking has two items');
  const odd = long.find(([word, list]) => {
    const fields = Object.keys(isObject(list[0]) ? list[0] : {});
    const own = fields.filter((field) => field === word);
    return !(own.length > 0 ? own : fields).some((field) => isDescending(list, field));
  });
  return odd === undefined
    ? holds
    : mismatch('a figure that does not rise', `${pointer}/data`, odd);
};

const categories: EntryCheck = ({ data, pointer }) => {
  if (!Array.isArray(data)) return mismatch('a list', `${pointer}/data`, data);
  if (data.length === 0) return notExercised('there are no attachments');
  const odd: unknown = data.find(
    (item) => typeof at(item, 'category') !== 'string' || !isCount(at(item, 'count')),
  );
  if (odd !== undefined) return mismatch('category and count', `${pointer}/data`, odd);
  const twice = repeated(data, 'category');
  return holdsIf(twice === undefined, () => `${pointer}/data has ${shown(twice)} twice`);
};

const numbersByName: EntryCheck = ({ data, pointer }) =>
  isObject(data) && Object.values(data).every(isCount)
    ? holds
    : mismatch('an object of whole numbers from 0', `${pointer}/data`, data);

/** A seat count, a number or null, and a status or dates beside it; names are open. */
const billing: EntryCheck = ({ data, pointer }) => {
  const leaves = isObject(data) ? leavesOf(data) : [];
  const hasSeats = leaves.some((value) => isNumber(value) || value === null);
  const others = leaves.filter((value) => typeof value === 'string' || value === null);
  return hasSeats && others.length > 0 && leaves.length > 1
    ? holds
    : mismatch('an object of a seat count, a status and dates', `${pointer}/data`, data);
};

const ofSubscription = expectedFigures(({ name }) => name === 'subscription');

/** A rule of the entries that are chosen. */
const shape = (
  asks: readonly Probe[],
  choose: EntryChoice,
  check: EntryCheck,
  more: RuleBody,
): RuleBody => ({ asks, cover: 'any', check: entries(choose, check), ...more });

const inSeries = (check: EntryCheck, more: RuleBody, ...asks: readonly Probe[]) =>
  shape([metrics.series, ...asks], () => true, check, { cover: 'all', ...more });

/** A figure under another key in every row of a series. */
const renamed = (from: string, to: string, name?: string) =>
  rows(name === undefined ? [] : [name], (all) =>
    all.map((row) => (from in row ? { month: row['month'], [to]: row[from] } : row)),
  );

const keyRule = (
  id: string,
  key: string,
  other: string,
  [name, word]: readonly [string, string],
) => {
  const names = metricsWhere(({ monthlyKey }) => monthlyKey === key);
  return must(
    id,
    `In monthly rows of ${names.join(', ')} the figure stands under ${key}.`,
    shape(
      [metrics.series],
      namedAs(...names),
      eachRow(`the figure under ${key}`, (row) => isNumber(at(row, key))),
      {
        cover: 'all',
        broken: {
          [`${other} for ${key}`]: renamed(key, other),
          [`${word} for ${key}`]: renamed(key, word, name),
        },
      },
    ),
  );
};

const texts = (value: unknown) =>
  Object.fromEntries(
    Object.entries({ spam: 1, ...(isObject(value) ? value : {}) }).map(([key, one]) => [
      key,
      String(one),
    ]),
  );

const items = (by: (item: Readonly<Record<string, unknown>>) => unknown) =>
  lists(rankings, (list) => list.map((item) => (isObject(item) ? by(item) : item)));

const slices = (names: readonly string[], by: (slice: unknown) => unknown) =>
  objects(names, (value) =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, by(one)])),
  );

const attachments = 'attachmentCountByCategory';

/** Section 2.5: the shape of data. */
export const section2_5: readonly Rule[] = [
  must(
    '2.5-T1',
    'A plain count is a number.',
    shape(plain, isSingle, number, {
      broken: {
        'text for a count': numbers(['postCount'], String),
        wrapped: numbers(['visitorCount'], (total) => ({ total })),
      },
    }),
  ),
  must(
    '2.5-T1b',
    'Averages and shares are plain numbers.',
    shape(ofPart, namedAs('avgScanTimeMs', 'moderationCatchRatePercent'), numberOrNull, {
      expected: ['a finite number', 'null when there is nothing to average'],
      broken: {
        'text for an average': data(
          ['avgScanTimeMs', 'moderationCatchRatePercent'],
          (value) => `${String(value)} ms`,
        ),
        'below zero': data(['avgScanTimeMs'], () => -1),
        'a hundred times as much': data(['moderationCatchRatePercent'], () => 9750),
      },
    }),
  ),
  inferred(
    '2.5-T1c',
    'A count is a whole number, and not negative.',
    shape([...plain, metrics.series, metrics.slices], counts, wholeCounts, {
      broken: {
        estimated: numbers(['postCount'], (value) => value + 0.5),
        'below zero': objects(['memberCount'], (value) => ({ ...value, inactive: -1 })),
      },
    }),
  ),
  must(
    '2.5-T2',
    'With the month dimension data is a list of rows, each a month and one figure.',
    inSeries(eachRow('a month (YYYY-MM) and one figure', isMonthRow), {
      broken: {
        'whole date': rows([], ([row, ...others]) => [
          { ...row, month: `${String(row?.['month'])}-01` },
          ...others,
        ]),
        'two figures': rows([], ([row, ...others]) => [{ ...row, total: 1 }, ...others]),
        'object for rows': rows(['newMemberCount'], (all) =>
          Object.fromEntries(all.map((row) => [String(row['month']), row['count']])),
        ),
      },
    }),
  ),
  inferred(
    '2.5-T2b',
    'A series names each month at most once and none outside the range.',
    inSeries(
      monthsOnce,
      {
        broken: {
          'a month twice': rows([], (all) => [...all, all[0]]),
          'a month before': rows([], (all) => [{ ...all[0], month: '2019-01' }, ...all]),
        },
      },
      metrics.impossible,
    ),
  ),
  must(
    '2.5-T3',
    'A property other than userType given as a list gives an object keyed by each of its values.',
    shape(
      [metrics.everything, metrics.earliest, metrics.slices, metrics.whole, metrics.respelled],
      isBrokenDown,
      keyedByValues,
      {
        cover: 'all',
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
  ),
  must(
    '2.5-T3b',
    'Each value of that object has the shape that the slice would have alone.',
    shape([metrics.everything, metrics.slices], isBrokenDown, slicesAlone, {
      expected: 'numbers by status, ranked lists by sortBy and mediaType',
      broken: {
        'wrapped slices': slices(['memberCount'], (value) => ({ value })),
        'counts for lists': slices(['topUsers', 'topMedia'], (one) => listOf(one).length),
      },
    }),
  ),
  must(
    '2.5-T4',
    'userType given as a list gives one combined figure, not a breakdown.',
    shape(
      [metrics.everything, metrics.series],
      (one) => listOf(one['userType']).length > 1,
      isCombined,
      {
        expected: 'a number, or one series',
        broken: {
          'broken down by role': numbers(['memberCount', 'postCount'], (value, one) =>
            listOf(at(one, 'properties', 'userType')).length > 1 ? { teacher: value } : value,
          ),
        },
      },
    ),
  ),
  must(
    '2.5-T5',
    'Items of a ranking have a hashid, a name or title, and ranking figures.',
    shape(ranking, ranked, rankedItems, {
      expected: 'hashid, name or title, and a number in every item, none of them twice',
      broken: {
        'id for hashid': items(({ hashid, ...rest }) => ({ id: hashid, ...rest })),
        'no name': items((item) => without('name')(without('title')(item))),
        'no figure': items(({ hashid, title, name }) => ({ hashid, title: title ?? name })),
        'an item twice': lists(rankings, (list) => [...list.slice(0, 1), ...list.slice(0, 9)]),
      },
    }),
  ),
  must(
    '2.5-T5a',
    'A ranking has at most ten items.',
    shape(ranking, ranked, atMostTen, {
      broken: {
        'eleven items': lists(rankings, (list) =>
          list.length === 0 ? list : Array.from({ length: 11 }, () => list[0]),
        ),
        'no cap': lists(rankings, (list) => [...list, ...list, ...list, ...list]),
      },
    }),
  ),
  inferred(
    '2.5-T5b',
    'A ranking is ordered by its figure, the largest first.',
    shape(ranking, ranked, rankedDown, {
      expected: 'the field of sortBy, or else some numeric field, does not rise down the list',
      broken: {
        upward: lists(rankings, (list) =>
          list.map((item, posts) => ({ hashid: at(item, 'hashid'), title: 't', posts })),
        ),
        'by another figure': objects(['topUsers'], (value) => ({
          ...value,
          posts: [3, 9, 1].map((posts, id) => ({ hashid: `${id}`, name: 'n', posts, boards: 1 })),
        })),
      },
    }),
  ),
  must(
    '2.5-T6',
    'attachmentCountByCategory is a list of objects with category and count.',
    shape(ofPart, namedAs(attachments), categories, {
      expected: 'category (a text, once) and count (a whole number from 0) in every item',
      broken: {
        'object for list': data([attachments], (value) =>
          Object.fromEntries(listOf(value).map((one) => [at(one, 'category'), at(one, 'count')])),
        ),
        'type for category': data([attachments], (value) =>
          listOf(value).map((one) => ({ type: at(one, 'category'), count: at(one, 'count') })),
        ),
        'a category twice': data([attachments], (value) => [
          ...listOf(value),
          ...listOf(value).slice(0, 1),
        ]),
        'less than nothing': data([attachments], () => [{ category: 'image', count: -2.5 }]),
      },
    }),
  ),
  must(
    '2.5-T7',
    'scannedItemCountByType and flaggedItemCountByCategory are objects of numbers.',
    shape(ofPart, namedAs('scannedItemCountByType', 'flaggedItemCountByCategory'), numbersByName, {
      expected: 'an object whose values are whole numbers from 0',
      broken: {
        'list for object': data(['scannedItemCountByType'], (value) =>
          Object.entries(isObject(value) ? value : {}).map(([type, count]) => ({ type, count })),
        ),
        'texts for numbers': data(['flaggedItemCountByCategory', 'scannedItemCountByType'], texts),
        'less than nothing': data(['scannedItemCountByType'], () => ({ text: -1 })),
      },
    }),
  ),
  must(
    '2.5-T8',
    'subscription is an object.',
    shape([metrics.everything, metrics.whole], namedAs('subscription'), billing, {
      expected: 'an object with a number or null, and a text or another null',
      broken: {
        'text for object': data(['subscription'], () => 'active'),
        'null for object': data(['subscription'], () => null),
        nothing: data(['subscription'], () => ({})),
      },
    }),
  ),
  keyRule('2.5-T9a', 'value', 'count', ['memberCount', 'members']),
  keyRule('2.5-T9b', 'count', 'value', ['reactionCount', 'reactions']),
  keyRule('2.5-T9c', 'visitors', 'value', ['visitorCount', 'count']),
  must(
    '2.5-T11',
    'The seat count is of the end of the range, or null where no single billing term decides it.',
    {
      asks: [metrics.whole, metrics.before, metrics.after, metrics.current],
      need: 'seeded',
      expected: 'the subscription that the facts give for each range',
      check: ofSubscription,
      judge: eachOf([metrics.everything], ofSubscription),
      broken: {
        'zero for null': objects(['subscription'], (value) => ({
          ...value,
          seatCount: value['seatCount'] ?? 0,
        })),
      },
    },
  ),
];
