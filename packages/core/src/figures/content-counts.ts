import { type ContentKind, contentKinds } from '../events/columns.js';
import { countKeys, everybody } from '../index/total-keys.js';
import { total, totalOfRoles } from '../index/totals.js';
import { kernel } from './kernel.js';

/**
 * Content of one kind created in the range: by anybody, or by current members of the slice
 * (boardCount, postCount, commentCount, reactionCount).
 */
export const contentCount = (kind: ContentKind) => {
  const code = contentKinds.indexOf(kind);
  return kernel(['counts'], ({ counts }, { people }, run): number =>
    people.everybody
      ? total(counts, countKeys.content(code, everybody), run)
      : totalOfRoles(counts, countKeys.content(code, 0), people.roleMask, run),
  );
};

/**
 * peerInteractionCount: comments and reactions by members of the slice on posts of another known
 * user, member or not.
 */
export const peerInteractionCount = kernel(['counts'], ({ counts }, { people }, run): number =>
  totalOfRoles(counts, countKeys.toPeers(0), people.roleMask, run),
);
