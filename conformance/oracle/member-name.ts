import type { UserFact } from '@tallyboard/core/vocabulary';
import { type OracleWorld, userWith } from './world.js';

/** The person behind an id; facts never name one that they do not know (2.8). */
export const userOf = (world: OracleWorld, userId: string): UserFact => {
  const user = userWith(world, userId);
  if (user === undefined) throw new RangeError(`No user ${userId} in the facts`);
  return user;
};

/**
 * The name as roster and rankings show it: the display name, else the username, else nothing (2.8).
 */
export const shownName = (world: OracleWorld, userId: string): string => {
  const { displayName, username } = userOf(world, userId);
  const trimmed = (displayName ?? '').trim();
  return trimmed === '' ? (username ?? '') : trimmed;
};
