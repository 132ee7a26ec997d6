import type { FactOf } from '@tallyboard/core/vocabulary';
import { type Asked, asksForAll, idsOfSlice, rowsWithin } from './world.js';

/**
 * How many people made these visits: users by user id, others by visitor id, never mixed up (2.4).
 */
export const distinctVisitors = (visits: readonly FactOf<'visit'>[]): number => {
  const users = visits.filter(({ userId }) => userId !== null).map(({ userId }) => userId);
  const others = visits.filter(({ userId }) => userId === null).map(({ visitorId }) => visitorId);
  return new Set(users).size + new Set(others).size;
};

/** visitorCount: how many people began a visit in these days (2.4). */
export const visitorCount = ({ world, range }: Asked): number =>
  distinctVisitors(rowsWithin(world, 'visit', range));

/**
 * wallEngagementMinutes (2.4): everybody's time, outsiders and anonymous visitors included; a list
 * of roles counts its current members only, and anonymous visitors if it names them. Halves go up.
 */
export const wallEngagementMinutes = ({ world, userTypes, range }: Asked): number => {
  const members = idsOfSlice(world, userTypes);
  const seconds = rowsWithin(world, 'visit', range)
    .filter((visit) => {
      if (asksForAll(userTypes)) return true;
      return visit.userId === null ? userTypes.includes('anonymous') : members.has(visit.userId);
    })
    .reduce((sum, visit) => sum + visit.seconds, 0);
  return Math.floor((seconds + 30) / 60);
};
