import { runOf } from '../index/calendar.js';
import { total } from '../index/day-totals.js';
import { countPeople } from '../index/distinct-months.js';
import { amountKeys } from '../index/total-keys.js';
import type { Kernel } from './kernel.js';
import { secondsToMinutes } from './rounding.js';
import { rolesIn } from './slice.js';

/**
 * visitorCount: distinct visitors with a visit that begins in the range. Months do not add up to their
 * range: somebody who comes back in a later month is one visitor.
 */
export const visitorCount: Kernel<number> = (
  { visitors, visitorsByMonth, months, calendar },
  { range },
) => countPeople(visitors, visitorsByMonth, months, 0, runOf(calendar, range));

/**
 * wallEngagementMinutes: time spent on boards, in minutes. Everybody is the whole workspace; a list of
 * roles is current members only, and visitors not signed in only where `anonymous` is listed.
 */
export const wallEngagementMinutes: Kernel<number> = ({ amounts, calendar }, { range, people }) => {
  const run = runOf(calendar, range);
  let seconds = 0;
  for (const role of rolesIn(people.roleMask)) {
    seconds += total(amounts, amountKeys.seconds(role), run);
  }
  if (people.anonymous) seconds += total(amounts, amountKeys.secondsOfAnonymous, run);
  if (people.everybody) seconds += total(amounts, amountKeys.secondsOfOthers, run);
  return secondsToMinutes(seconds);
};
