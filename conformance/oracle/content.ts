import type { BoardFact, DateRange } from '@tallyboard/core/vocabulary';
import type { Asked } from './definition.js';
import { countByKey } from './groups.js';
import { asksForAll, idsOfSlice, type OracleWorld, rowsWithin } from './world.js';

/** The four kinds of content that make a member active (2.6.3, 2.8), with their facts. */
export const contentKinds = {
  boards: 'board',
  posts: 'post',
  comments: 'comment',
  reactions: 'reaction',
} as const;

/** One of the four. */
export type ContentKind = keyof typeof contentKinds;

/** Who made it, if that is known (2.8). */
export const authorOf = (
  row: Pick<BoardFact, 'builderId'> | { readonly authorId: string | null },
): string | null => ('builderId' in row ? row.builderId : row.authorId);

/** Who made each piece of content of the range, on the organization's boards (2.6.6). */
export const authorsWithin = (world: OracleWorld, kind: ContentKind, range: DateRange) =>
  rowsWithin(world, contentKinds[kind], range).map(authorOf);

/** How many rows each author created in the range (2.8). */
export const countByAuthor = (
  world: OracleWorld,
  kind: ContentKind,
  range: DateRange,
): ReadonlyMap<string, number> => countByKey(authorsWithin(world, kind, range));

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
