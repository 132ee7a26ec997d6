import { type DateRange, dateRangeOf, rangeOfMonths } from '../model/date-range.js';
import { plusDays } from '../model/day.js';
import type { ResolvedQuery } from '../model/metric.js';
import { monthOfDay, plusMonths } from '../model/month.js';
import { type Role, roles, rosterRoles, type UserType } from '../model/role.js';
import { type RosterQuestion, rosterOrders, rosterSorts } from '../model/roster.js';
import { type Chance, centre } from './random-school.test-kit.js';

/* Every sort of question that can be asked of a school, over ranges of whole months and of any days. */

export const rangeFor = (chance: Chance): DateRange => {
  const back = chance.oneOf([0, 3, 40, 500]);
  if (chance.onceIn(3)) {
    const to = plusMonths(monthOfDay(centre), -chance.below(4));
    return rangeOfMonths(plusMonths(to, -chance.below(24)), to);
  }
  const from = plusDays(centre, -chance.below(back + 1));
  return chance.onceIn(20)
    ? dateRangeOf(plusDays(centre, -30_000), plusDays(centre, 30_000))
    : dateRangeOf(from, plusDays(from, chance.below(back + 1)));
};

const sliceFor = (chance: Chance): readonly Role[] => {
  const some = roles.filter(() => chance.onceIn(2));
  return some.length === 0 ? [chance.oneOf(roles)] : some;
};

const statuses = ['active', 'inactive', 'invited', 'joined', 'all'] as const;

/** One query for every metric and every form in which it is answered. */
export const queriesFor = (chance: Chance): readonly ResolvedQuery[] => {
  const all: readonly UserType[] = ['all'];
  const slice = sliceFor(chance);
  return [
    { name: 'memberCount', properties: { status: ['active', 'inactive', 'all'], userType: all } },
    {
      name: 'memberCount',
      properties: { status: ['active', 'inactive', 'invited', 'joined'], userType: slice },
    },
    { name: 'memberCount', properties: { status: chance.oneOf(statuses), userType: slice } },
    { name: 'newMemberCount', properties: {} },
    ...(['boardCount', 'postCount', 'commentCount', 'reactionCount'] as const).map((name) => ({
      name,
      properties: { userType: chance.onceIn(2) ? all : slice },
    })),
    { name: 'visitorCount', properties: {} },
    { name: 'peerInteractionCount', properties: { userType: slice } },
    {
      name: 'wallEngagementMinutes',
      properties: {
        userType: chance.oneOf<readonly UserType[]>([
          all,
          slice,
          [...slice, 'anonymous'],
          ['anonymous'],
        ]),
      },
    },
    { name: 'attachmentCountByCategory', properties: { userType: slice } },
    { name: 'scannedItemCount', properties: {} },
    { name: 'scannedItemCountByType', properties: {} },
    { name: 'avgScanTimeMs', properties: {} },
    { name: 'flaggedItemCount', properties: {} },
    { name: 'flaggedItemCountByCategory', properties: {} },
    { name: 'moderationCatchRatePercent', properties: {} },
    { name: 'topBoards', properties: { sortBy: ['posts', 'visitors'] } },
    { name: 'topBoards', properties: { sortBy: 'visitors' } },
    { name: 'topUsers', properties: { sortBy: ['posts', 'boards'], userType: all } },
    {
      name: 'topUsers',
      properties: { sortBy: chance.oneOf(['posts', 'boards']), userType: slice },
    },
    { name: 'topMedia', properties: { mediaType: ['video', 'audio'] } },
    { name: 'topMedia', properties: { mediaType: 'audio' } },
    { name: 'subscription', properties: {} },
  ];
};

/** Queries that have a series by month. */
export const seriesFor = (chance: Chance): readonly ResolvedQuery[] =>
  queriesFor(chance).flatMap((query): readonly ResolvedQuery[] => {
    const { name, properties } = query;
    if (name === 'memberCount') return [{ name, properties: { ...properties, status: 'active' } }];
    const hasSeries = /^(new|board|post|comment|reaction|visitor|peer)/.test(name);
    return hasSeries ? [query] : [];
  });

export const rosterQuestionFor = (chance: Chance): RosterQuestion => ({
  status: chance.oneOf([null, null, 'active', 'inactive']),
  userTypes: chance.onceIn(2) ? [] : rosterRoles.filter(() => chance.onceIn(2)),
  q: chance.oneOf(['', '', 'a', 'ADA', 'o\u0308', 'É', '@', 'bo', 'a@ex', 'aada']),
  sort: chance.oneOf(rosterSorts),
  order: chance.oneOf(rosterOrders),
  page: 1 + chance.below(4),
  perPage: chance.oneOf([1, 2, 3, 25]),
});
