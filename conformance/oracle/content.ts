import type { DateRange, Instant } from '@tallyboard/core/vocabulary';
import type { Asked } from './definition.js';
import { countByKey } from './groups.js';
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

/** The content of a kind on the organization's boards, of all time (2.6.6). */
export const ownContent = (world: OracleWorld, kind: ContentKind): readonly Content[] => {
  switch (kind) {
    case 'boards':
      return ownBoards(world).map(({ builderId, createdAt }) => ({
        authorId: builderId,
        createdAt,
      }));
    case 'posts':
      return ownPosts(world);
    case 'comments':
      return ownComments(world);
    case 'reactions':
      return ownReactions(world);
  }
};

/** The four kinds. */
export const contentKinds: readonly ContentKind[] = ['boards', 'posts', 'comments', 'reactions'];

/** How many rows each author created in the range (2.8). */
export const countByAuthor = (
  rows: readonly Content[],
  range: DateRange,
): ReadonlyMap<string, number> =>
  countByKey(rows.filter((row) => isWithin(range, row.createdAt)).map(({ authorId }) => authorId));

/**
 * boardCount, postCount, commentCount, reactionCount (2.4): content created in the range, by
 * anyone. A role slice keeps what its current members made.
 */
export const contentCount =
  (kind: ContentKind) =>
  ({ world, userTypes, range }: Asked): number => {
    const created = ownContent(world, kind).filter((row) => isWithin(range, row.createdAt));
    if (asksForAll(userTypes)) return created.length;
    const authors = new Set(membersOfSlice(world, userTypes).map((member) => member.userId));
    return created.filter((row) => row.authorId !== null && authors.has(row.authorId)).length;
  };
