import { eachOf } from '../judge/check.js';
import { expectedFigures } from '../judge/expected.js';
import { entries, namedAs } from '../judge/metrics/entries.js';
import {
  atMostTen,
  billing,
  brokenDown,
  categories,
  combined,
  countProbes,
  counts,
  figureKey,
  keyedByValues,
  monthsOnce,
  number,
  numberOrNull,
  numbersByName,
  plainProbes,
  ranked,
  rankedDown,
  rankedItems,
  rows,
  singles,
  slicesAlone,
  wholeCounts,
} from '../judge/metrics/shapes.js';
import type { Rule } from '../model/rule.js';
import { metricsWhere } from '../probes/entries.js';
import { any, inferred, must, seeded } from './rule.js';

const keyRule = (id: string, key: string): Rule => {
  const names = metricsWhere(({ monthlyKey }) => monthlyKey === key);
  return must(
    id,
    `In monthly rows of ${names.join(', ')} the figure stands under ${key}.`,
    `a number under ${key} in every row`,
    ['MV3'],
    entries(namedAs(...names), figureKey(key)),
  );
};

/** Section 2.5: the shape of data. */
export const section2_5: readonly Rule[] = [
  must(
    '2.5-T1',
    'A plain count is a number.',
    'a finite number for each count that is not broken down',
    plainProbes,
    entries(
      (one, monthly) => !monthly && singles(one, monthly) && brokenDown(one) === undefined,
      number,
    ),
    any,
  ),
  must(
    '2.5-T1b',
    'Averages and shares are plain numbers.',
    ['a finite number', 'null when there is nothing to average'],
    ['MV1', 'MV4', 'MV5'],
    entries(namedAs('avgScanTimeMs', 'moderationCatchRatePercent'), numberOrNull),
    any,
  ),
  inferred(
    '2.5-T1c',
    'A count is a whole number, and not negative.',
    'whole numbers from 0 in every form of a count',
    countProbes,
    entries(counts, wholeCounts),
    any,
  ),
  must(
    '2.5-T2',
    'With the month dimension data is a list of rows, each a month and one figure.',
    'rows of a month (YYYY-MM) and exactly one figure',
    ['MV3'],
    entries(() => true, rows),
  ),
  inferred(
    '2.5-T2b',
    'A series names each month at most once and none outside the range.',
    'months are unique and inside meta.dateRange',
    ['MV3', 'MV10'],
    entries(() => true, monthsOnce),
  ),
  must(
    '2.5-T3',
    'A property other than userType given as a list gives an object keyed by each of its values.',
    'an object whose keys are the values, each once',
    ['MV1', 'MV6', 'MV8'],
    entries((one) => brokenDown(one) !== undefined, keyedByValues),
  ),
  must(
    '2.5-T3b',
    'Each value of that object has the shape that the slice would have alone.',
    'numbers by status, ranked lists by sortBy and mediaType',
    ['MV1', 'MV8'],
    entries((one) => brokenDown(one) !== undefined, slicesAlone),
    any,
  ),
  must(
    '2.5-T4',
    'userType given as a list gives one combined figure, not a breakdown.',
    'a number, or one series',
    ['MV2', 'MV3'],
    entries((one) => Array.isArray(one['userType']) && one['userType'].length > 1, combined),
    any,
  ),
  must(
    '2.5-T5',
    'Items of a ranking have a hashid, a name or title, and ranking figures.',
    'hashid, name or title, and a number in every item, none of them twice',
    ['MV1', 'MV4', 'MV5', 'MV7'],
    entries(ranked, rankedItems),
    any,
  ),
  must(
    '2.5-T5a',
    'A ranking has at most ten items.',
    'no list is longer than 10',
    ['MV1', 'MV4', 'MV5', 'MV7'],
    entries(ranked, atMostTen),
    any,
  ),
  inferred(
    '2.5-T5b',
    'A ranking is ordered by its figure, the largest first.',
    'the field of sortBy, or else some numeric field, does not rise down the list',
    ['MV1', 'MV4', 'MV5', 'MV7'],
    entries(ranked, rankedDown),
    any,
  ),
  must(
    '2.5-T6',
    'attachmentCountByCategory is a list of objects with category and count.',
    'category (a text, once) and count (a whole number from 0) in every item',
    ['MV1', 'MV4', 'MV5'],
    entries(namedAs('attachmentCountByCategory'), categories),
    any,
  ),
  must(
    '2.5-T7',
    'scannedItemCountByType and flaggedItemCountByCategory are objects of numbers.',
    'an object whose values are whole numbers from 0',
    ['MV1', 'MV4', 'MV5'],
    entries(namedAs('scannedItemCountByType', 'flaggedItemCountByCategory'), numbersByName),
    any,
  ),
  must(
    '2.5-T8',
    'subscription is an object.',
    'an object with a number or null, and a text or another null',
    ['MV1', 'MV2'],
    entries(namedAs('subscription'), billing),
    any,
  ),
  keyRule('2.5-T9a', 'value'),
  keyRule('2.5-T9b', 'count'),
  keyRule('2.5-T9c', 'visitors'),
  must(
    '2.5-T11',
    'The seat count is of the end of the range, or null where no single billing term decides it.',
    'the subscription that the facts give for each range',
    ['MV2', 'MV4', 'MV5', 'MV7'],
    eachOf(
      ['MV1', 'MV2', 'MV4', 'MV5', 'MV7'],
      expectedFigures(({ name }) => name === 'subscription'),
    ),
    seeded,
  ),
];
