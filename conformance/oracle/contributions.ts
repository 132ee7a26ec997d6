import type { CategoryCount } from '@tallyboard/core/vocabulary';
import type { Asked } from './definition.js';
import { countByKey } from './groups.js';
import { byCodeUnit } from './order.js';
import { authorOfPost, idsOfSlice, rowsWithin } from './world.js';

/**
 * peerInteractionCount (2.4): what members of the slice said and felt about a post by another
 * person, who may have any role or none; a post without an author belongs to no other person.
 */
export const peerInteractionCount = ({ world, userTypes, range }: Asked): number => {
  const members = idsOfSlice(world, userTypes);
  const made = [...rowsWithin(world, 'comment', range), ...rowsWithin(world, 'reaction', range)];
  return made.filter(({ authorId, postId }) => {
    const author = authorOfPost(world, postId);
    return authorId !== null && members.has(authorId) && author !== null && author !== authorId;
  }).length;
};

/**
 * attachmentCountByCategory (2.4, 2.5): what members of the slice attached in the range, no matter who
 * wrote the post; the most frequent category first, then by name.
 */
export const attachmentCountByCategory = ({
  world,
  userTypes,
  range,
}: Asked): readonly CategoryCount[] => {
  const members = idsOfSlice(world, userTypes);
  const added = rowsWithin(world, 'attachment', range).filter(
    ({ authorId }) => authorId !== null && members.has(authorId),
  );
  return [...countByKey(added.map((attachment) => attachment.category))]
    .map(([category, count]) => ({ category, count }))
    .sort((a, b) => b.count - a.count || byCodeUnit(a.category, b.category));
};
