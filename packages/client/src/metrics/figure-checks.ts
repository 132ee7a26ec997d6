import { type MetricName, metricCatalog, type ResolvedQuery } from '@tallyboard/core';
import {
  hasFields,
  isCount,
  isNumber,
  isObject,
  isText,
  isTextOrNull,
  listOf,
} from '../wire/read.js';

type Check = (value: unknown) => boolean;

const listOfAll =
  (check: Check): Check =>
  (value) =>
    listOf(value)?.every(check) ?? false;

const isNumberOrNull: Check = (value) => value === null || isNumber(value);
const areCounts: Check = (value) => isObject(value) && Object.values(value).every(isNumber);
const areCategories = listOfAll((item) => hasFields(item, { category: isText, count: isNumber }));

const isSubscription: Check = (value) =>
  hasFields(value, {
    termStart: isTextOrNull,
    termEnd: isTextOrNull,
    status: isText,
    seatCount: isNumberOrNull,
  });

const ranked = (label: 'name' | 'title', figure: string): Check =>
  listOfAll((item) => hasFields(item, { hashid: isText, [label]: isText, [figure]: isNumber }));

/** Whether a value is the figure of a metric that is not a series; a ranking's depends on the word (2.5). */
const figureChecks: Readonly<Record<MetricName, (word: string) => Check>> = {
  memberCount: () => isNumber,
  newMemberCount: () => isNumber,
  boardCount: () => isNumber,
  postCount: () => isNumber,
  commentCount: () => isNumber,
  reactionCount: () => isNumber,
  visitorCount: () => isNumber,
  peerInteractionCount: () => isNumber,
  wallEngagementMinutes: () => isNumber,
  attachmentCountByCategory: () => areCategories,
  scannedItemCount: () => isNumber,
  scannedItemCountByType: () => areCounts,
  avgScanTimeMs: () => isNumberOrNull,
  flaggedItemCount: () => isNumber,
  flaggedItemCountByCategory: () => areCounts,
  moderationCatchRatePercent: () => isNumberOrNull,
  topBoards: (word) => ranked('title', word),
  topUsers: (word) => ranked('name', word),
  topMedia: () => ranked('title', 'plays'),
  subscription: () => isSubscription,
};

const isMonth: Check = (value) => isText(value) && /^\d{4}-(0[1-9]|1[0-2])$/.test(value);

const series = (name: MetricName): Check => {
  const key = metricCatalog[name].monthlyKey ?? '';
  return listOfAll((row) => hasFields(row, { month: isMonth, [key]: isCount }));
};

/** Whether `data` has the shape that a query promises (2.5): types must not say what is not there. */
export const isFigureOf = (
  { name, properties }: ResolvedQuery,
  byMonth: boolean,
  data: unknown,
): boolean => {
  const checkOf = byMonth ? () => series(name) : figureChecks[name];
  const words = properties.status ?? properties.sortBy ?? properties.mediaType ?? '';
  return typeof words === 'string'
    ? checkOf(words)(data)
    : hasFields(data, Object.fromEntries(words.map((word) => [word, checkOf(word)])));
};
