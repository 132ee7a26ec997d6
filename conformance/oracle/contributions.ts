import type { CategoryCount } from '@tallyboard/core/vocabulary';
import type { Asked } from './definition.js';
import { countByKey } from './groups.js';
import { byCodeUnit } from './order.js';
import {
  isWithin,
  membersOfSlice,
  ownAttachments,
  ownComments,
  ownPosts,
  ownReactions,
} from './world.js';

/**
 * peerInteractionCount (2.4): what members of the slice said and felt about a post by another
 * person, who may have any role or none; a post without an author belongs to no other person.
 */
export const peerInteractionCount = ({ world, userTypes, range }: Asked): number => {
  const members = new Set(membersOfSlice(world, userTypes).map((member) => member.userId));
  const authors = new Map(ownPosts(world).map((post) => [post.id, post.authorId]));
  return [...ownComments(world), ...ownReactions(world)].filter((interaction) => {
    const author = authors.get(interaction.postId) ?? null;
    return (
      isWithin(range, interaction.createdAt) &&
      interaction.authorId !== null &&
      members.has(interaction.authorId) &&
      author !== null &&
      author !== interaction.authorId
    );
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
  const members = new Set(membersOfSlice(world, userTypes).map((member) => member.userId));
  const added = ownAttachments(world).filter(
    (attachment) =>
      isWithin(range, attachment.createdAt) &&
      attachment.authorId !== null &&
      members.has(attachment.authorId),
  );
  return [...countByKey(added.map((attachment) => attachment.category))]
    .map(([category, count]) => ({ category, count }))
    .sort((a, b) => b.count - a.count || byCodeUnit(a.category, b.category));
};
