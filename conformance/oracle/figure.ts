import {
  type DateRange,
  type Day,
  type Figure,
  type FigureData,
  firstDayOf,
  formatMonth,
  lastDayOf,
  type MetricName,
  monthOfDay,
  plusMonths,
  type ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import { attachmentCountByCategory, contentCount, peerInteractionCount } from './content.js';
import {
  avgScanTimeMs,
  flaggedItemCount,
  flaggedItemCountByCategory,
  moderationCatchRatePercent,
  scannedItemCount,
  scannedItemCountByType,
} from './content-safety.js';
import { memberCount, newMemberCount } from './membership.js';
import { topBoards, topMedia, topUsers } from './rankings.js';
import { subscription } from './subscription.js';
import { visitorCount, wallEngagementMinutes } from './visits.js';
import type { Asked, Definition, OracleWorld } from './world.js';

const definitions: Readonly<Record<MetricName, Definition>> = {
  memberCount,
  newMemberCount,
  boardCount: contentCount('boards'),
  postCount: contentCount('posts'),
  commentCount: contentCount('comments'),
  reactionCount: contentCount('reactions'),
  visitorCount,
  peerInteractionCount,
  wallEngagementMinutes,
  attachmentCountByCategory,
  scannedItemCount,
  scannedItemCountByType,
  avgScanTimeMs,
  flaggedItemCount,
  flaggedItemCountByCategory,
  moderationCatchRatePercent,
  topBoards,
  topUsers,
  topMedia,
  subscription,
};

// Written down a second time on purpose: a slip in the table of 2.5 must not hide in both readings.
const monthlyKeys: Partial<Readonly<Record<MetricName, string>>> = {
  memberCount: 'value',
  boardCount: 'value',
  postCount: 'value',
  commentCount: 'value',
  peerInteractionCount: 'value',
  newMemberCount: 'count',
  reactionCount: 'count',
  visitorCount: 'visitors',
};

/** Every month that the range touches, from the first on, but none after today's, with its days in the range (2.5). */
const monthParts = (range: DateRange, today: Day) => {
  const first = monthOfDay(range.from);
  const end = Math.min(monthOfDay(range.to), monthOfDay(today));
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => {
    const month = plusMonths(first, index);
    const [from, to] = [firstDayOf(month), lastDayOf(month)];
    return {
      month: formatMonth(month),
      range: { from: from < range.from ? range.from : from, to: to > range.to ? range.to : to },
    };
  });
};

/** The figure of each month on its own: a running total ends with its month (2.5). */
const series = (name: MetricName, asked: Asked): Figure => {
  const key = monthlyKeys[name];
  if (key === undefined) throw new RangeError(`${name} has no monthly form`);
  return monthParts(asked.range, asked.world.today).map(({ month, range }) => ({
    month,
    [key]: definitions[name]({ ...asked, range }) as number,
  }));
};

/**
 * The figure that a resolved query asks for, in the shape it has in `data` (2.5): a property given
 * as a list, `userType` apart, makes one figure for each of its values.
 */
export const oracleFigure = (
  world: OracleWorld,
  query: ResolvedQuery,
  range: DateRange,
  byMonth: boolean,
): FigureData => {
  const { status, userType = ['all'], sortBy, mediaType } = query.properties;
  const figureOf = (value: string): Figure => {
    const asked = { world, range, userTypes: userType, value };
    return byMonth ? series(query.name, asked) : definitions[query.name](asked);
  };
  const values: string | readonly string[] = status ?? sortBy ?? mediaType ?? 'all';
  return typeof values === 'string'
    ? figureOf(values)
    : Object.fromEntries(values.map((value) => [value, figureOf(value)]));
};
