import { type ContentKind, contentKinds } from '../events/columns.js';
import { countKeys, everybody } from '../index/total-keys.js';
import { total } from '../index/totals.js';
import { kernel } from './kernel.js';
import { sumOverRoles } from './slice.js';

/**
 * Content of one kind created in the range: by anybody, or by current members of the slice
 * (boardCount, postCount, commentCount, reactionCount).
 */
export const contentCount = (kind: ContentKind) => {
  const code = contentKinds.indexOf(kind);
  return kernel(['counts'], ({ counts }, { people }, run): number =>
    people.everybody
      ? total(counts, countKeys.content(code, everybody), run)
      : sumOverRoles(people.roleMask, (role) => total(counts, countKeys.content(code, role), run)),
  );
};

/**
 * peerInteractionCount: comments and reactions by members of the slice on posts of another known
 * user, member or not.
 */
export const peerInteractionCount = kernel(['counts'], ({ counts }, { people }, run): number =>
  sumOverRoles(people.roleMask, (role) => total(counts, countKeys.toPeers(role), run)),
);
