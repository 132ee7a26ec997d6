import type { DateRange, FactOf } from '@tallyboard/core/vocabulary';
import {
  type Asked,
  ascending,
  asksForAll,
  authorOfPost,
  countByKey,
  idsOfSlice,
  type OracleWorld,
  rowsWithin,
} from './world.js';

/** The four kinds of content that make a member active (2.6.3, 2.8), with their facts. */
export const contentKinds = {
  boards: 'board',
  posts: 'post',
  comments: 'comment',
  reactions: 'reaction',
} as const;

/** One of the four. */
export type ContentKind = keyof typeof contentKinds;

/** All four. */
export const contentNames = Object.keys(contentKinds) as readonly ContentKind[];

/** Who made it, if that is known (2.8). */
export const authorOf = (
  row: Pick<FactOf<'board'>, 'builderId'> | { readonly authorId: string | null },
): string | null => ('builderId' in row ? row.builderId : row.authorId);

/** Who made each piece of content of the range, on the organization's boards (2.6.6). */
export const authorsWithin = (world: OracleWorld, kind: ContentKind, range: DateRange) =>
  rowsWithin(world, contentKinds[kind], range).map(authorOf);

/** How many rows each author created in the range (2.8). */
export const countByAuthor = (world: OracleWorld, kind: ContentKind, range: DateRange) =>
  countByKey(authorsWithin(world, kind, range));

/**
 * boardCount, postCount, commentCount, reactionCount (2.4): content created in the range, by
 * anyone. A role slice keeps what its current members made.
 */
export const contentCount =
  (kind: ContentKind) =>
  ({ world, userTypes, range }: Asked): number => {
    const authors = authorsWithin(world, kind, range);
    if (asksForAll(userTypes)) return authors.length;
    const members = idsOfSlice(world, userTypes);
    return authors.filter((author) => author !== null && members.has(author)).length;
  };

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
export const attachmentCountByCategory = ({ world, userTypes, range }: Asked) => {
  const members = idsOfSlice(world, userTypes);
  const added = rowsWithin(world, 'attachment', range).filter(
    ({ authorId }) => authorId !== null && members.has(authorId),
  );
  return [...countByKey(added.map((attachment) => attachment.category))]
    .map(([category, count]) => ({ category, count }))
    .sort((a, b) => b.count - a.count || ascending(a.category, b.category));
};
