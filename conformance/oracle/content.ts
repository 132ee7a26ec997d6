import type { DateRange, Instant } from '@tallyboard/core/vocabulary';
import type { Asked } from './definition.js';
import {
  asksForAll,
  isWithin,
  membersOfSlice,
  type OracleWorld,
  ownBoards,
  ownComments,
  ownPosts,
  ownReactions,
} from './world.js';

/** One piece of content: who made it, if that is known, and when (2.8). */
export interface Content {
  readonly authorId: string | null;
  readonly createdAt: Instant;
}

/** The four kinds of content that make a member active (2.6.3, 2.8). */
export type ContentKind = 'boards' | 'posts' | 'comments' | 'reactions';

/** The content on the organization's boards by kind, of all time (2.6.6). */
export const ownContent = (
  world: OracleWorld,
): Readonly<Record<ContentKind, readonly Content[]>> => ({
  boards: ownBoards(world).map((board) => ({
    authorId: board.builderId,
    createdAt: board.createdAt,
  })),
  posts: ownPosts(world),
  comments: ownComments(world),
  reactions: ownReactions(world),
});

/** The rows of one author that were created in the range (2.8). */
export const madeBy = (
  userId: string,
  rows: readonly Content[],
  range: DateRange,
): readonly Content[] =>
  rows.filter((row) => row.authorId === userId && isWithin(range, row.createdAt));

/**
 * boardCount, postCount, commentCount, reactionCount (2.4): content created in the range, by
 * anyone. A role slice keeps what its current members made.
 */
export const contentCount =
  (kind: ContentKind) =>
  ({ world, userTypes, range }: Asked): number => {
    const created = ownContent(world)[kind].filter((row) => isWithin(range, row.createdAt));
    if (asksForAll(userTypes)) return created.length;
    const authors = new Set(membersOfSlice(world, userTypes).map((member) => member.userId));
    return created.filter((row) => row.authorId !== null && authors.has(row.authorId)).length;
  };
