import type { ContentKind } from '../events/columns.js';
import { rowsInRange } from '../events/rows-in-range.js';
import type { Kernel } from './kernel.js';
import { isMemberIn } from './slice.js';

/**
 * Content of one kind created in the range: by anybody, or by current members of the slice
 * (boardCount, postCount, commentCount, reactionCount).
 */
export const contentCount =
  (kind: ContentKind): Kernel<number> =>
  (index, { range, people }) => {
    const { day, author } = index.content[kind];
    const { start, end } = rowsInRange(day, range);
    if (people.everybody) return end - start;
    let count = 0;
    for (let row = start; row < end; row++) {
      if (isMemberIn(index, author[row] ?? -1, people.roleMask)) count++;
    }
    return count;
  };

/**
 * peerInteractionCount: comments and reactions by members of the slice on posts of another known
 * user, of whatever standing.
 */
export const peerInteractionCount: Kernel<number> = (index, { range, people }) => {
  let count = 0;
  for (const { day, author, toPeer } of [index.content.comments, index.content.reactions]) {
    const { start, end } = rowsInRange(day, range);
    for (let row = start; row < end; row++) {
      if (toPeer[row] === 1 && isMemberIn(index, author[row] ?? -1, people.roleMask)) count++;
    }
  }
  return count;
};
