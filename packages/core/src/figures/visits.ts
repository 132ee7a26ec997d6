import { rowsInRange } from '../events/rows-in-range.js';
import type { Kernel } from './kernel.js';
import { secondsToMinutes } from './rounding.js';
import { isMemberIn } from './slice.js';

/**
 * visitorCount: distinct visitors with a visit that begins in the range. Months do not add up to their
 * range: somebody who comes back in a later month is one visitor.
 */
export const visitorCount: Kernel<number> = ({ visits, people }, { range }) => {
  const seen = new Uint8Array(people);
  const { start, end } = rowsInRange(visits.day, range);
  let count = 0;
  for (let row = start; row < end; row++) {
    const visitor = visits.visitor[row] ?? 0;
    if (seen[visitor] === 0) count++;
    seen[visitor] = 1;
  }
  return count;
};

/**
 * wallEngagementMinutes: time spent on boards, in minutes. Everybody is the whole workspace; a list of
 * roles is current members only, and visitors not signed in only where `anonymous` is listed.
 */
export const wallEngagementMinutes: Kernel<number> = (index, { range, people }) => {
  const { visits, knownUsers } = index;
  const { start, end } = rowsInRange(visits.day, range);
  let seconds = 0;
  for (let row = start; row < end; row++) {
    const visitor = visits.visitor[row] ?? 0;
    const counts =
      people.everybody ||
      (visitor >= knownUsers ? people.anonymous : isMemberIn(index, visitor, people.roleMask));
    if (counts) seconds += visits.seconds[row] ?? 0;
  }
  return secondsToMinutes(seconds);
};
