import { type ContentKind, contentKinds } from '../events/columns.js';
import { runOf } from '../index/calendar.js';
import { total } from '../index/day-totals.js';
import { countKeys, everybody } from '../index/total-keys.js';
import type { Kernel } from './kernel.js';
import { rolesIn } from './slice.js';

/**
 * Content of one kind created in the range: by anybody, or by current members of the slice
 * (boardCount, postCount, commentCount, reactionCount).
 */
export const contentCount = (kind: ContentKind): Kernel<number> => {
  const code = contentKinds.indexOf(kind);
  return ({ counts, calendar }, { range, people }) => {
    const run = runOf(calendar, range);
    if (people.everybody) return total(counts, countKeys.content(code, everybody), run);
    let count = 0;
    for (const role of rolesIn(people.roleMask)) {
      count += total(counts, countKeys.content(code, role), run);
    }
    return count;
  };
};

/**
 * peerInteractionCount: comments and reactions by members of the slice on posts of another known
 * user, of whatever standing.
 */
export const peerInteractionCount: Kernel<number> = ({ counts, calendar }, { range, people }) => {
  const run = runOf(calendar, range);
  let count = 0;
  for (const role of rolesIn(people.roleMask)) count += total(counts, countKeys.toPeers(role), run);
  return count;
};
