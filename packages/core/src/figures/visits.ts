import { countPeople } from '../index/distinct.js';
import { allVisitors } from '../index/index-people.js';
import { amountKeys } from '../index/total-keys.js';
import { total, totalOfRoles } from '../index/totals.js';
import { kernel } from './kernel.js';
import { secondsToMinutes } from './rounding.js';

/**
 * visitorCount: distinct visitors with a visit that begins in the range. Months do not add up to their
 * range: a person who comes back in a later month is one visitor.
 */
export const visitorCount = kernel(['visitors'], ({ visitors }, _slice, run): number =>
  countPeople(visitors, allVisitors, run),
);

/**
 * wallEngagementMinutes: time spent on boards, in minutes. Everybody is the whole workspace; a list of
 * roles is current members only, and visitors not signed in only where `anonymous` is listed.
 */
export const wallEngagementMinutes = kernel(['amounts'], ({ amounts }, { people }, run): number => {
  let seconds = totalOfRoles(amounts, amountKeys.seconds(0), people.roleMask, run);
  if (people.anonymous) seconds += total(amounts, amountKeys.secondsOfAnonymous, run);
  if (people.everybody) seconds += total(amounts, amountKeys.secondsOfOthers, run);
  return secondsToMinutes(seconds);
});
