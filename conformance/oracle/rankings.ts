import type { RankedItem } from '@tallyboard/core/vocabulary';
import { madeBy, ownContent } from './content.js';
import type { Asked } from './definition.js';
import { shownName } from './member-name.js';
import { byCodeUnit } from './order.js';
import { distinctVisitors } from './visits.js';
import {
  isWithin,
  membersOfSlice,
  ownAttachments,
  ownBoards,
  ownPlays,
  ownPosts,
  ownVisits,
} from './world.js';

interface Candidate {
  readonly item: RankedItem;
  readonly figure: number;
}

/** The ten highest figures, equal ones by id; what has none is not ranked (2.5, 8). */
const topTen = (candidates: readonly Candidate[]): readonly RankedItem[] =>
  candidates
    .filter((candidate) => candidate.figure > 0)
    .sort((a, b) => b.figure - a.figure || byCodeUnit(a.item.hashid, b.item.hashid))
    .slice(0, 10)
    .map((candidate) => candidate.item);

const unknownValue = (name: string, value: string): RangeError =>
  new RangeError(`${name} has no form ${value}`);

/** topBoards by posts or by distinct visitors of the range (2.4). */
export const topBoards = ({ world, range, value }: Asked): readonly RankedItem[] => {
  const posts = ownPosts(world).filter((post) => isWithin(range, post.createdAt));
  const visits = ownVisits(world).filter((visit) => isWithin(range, visit.at));
  const figureOf = (boardId: string): number => {
    if (value === 'posts') return posts.filter((post) => post.boardId === boardId).length;
    if (value !== 'visitors') throw unknownValue('topBoards', value);
    return distinctVisitors(visits.filter((visit) => visit.boardId === boardId));
  };
  return topTen(
    ownBoards(world).map((board) => {
      const figure = figureOf(board.id);
      return { item: { hashid: board.id, title: board.title, [value]: figure }, figure };
    }),
  );
};

/**
 * topUsers: the slice's current members, ranked by what they wrote or built in these days (2.4).
 */
export const topUsers = ({ world, userTypes, range, value }: Asked): readonly RankedItem[] => {
  if (value !== 'posts' && value !== 'boards') throw unknownValue('topUsers', value);
  const rows = ownContent(world)[value];
  return topTen(
    membersOfSlice(world, userTypes).map((member) => {
      const figure = madeBy(member.userId, rows, range).length;
      const name = shownName(world, member.userId);
      return { item: { hashid: member.userId, name, [value]: figure }, figure };
    }),
  );
};

/** topMedia: videos or audios of any age by their plays in the range (2.4). */
export const topMedia = ({ world, range, value }: Asked): readonly RankedItem[] => {
  const plays = ownPlays(world).filter((play) => isWithin(range, play.at));
  return topTen(
    ownAttachments(world)
      .filter((attachment) => attachment.category === value)
      .map((attachment) => {
        const figure = plays.filter((play) => play.attachmentId === attachment.id).length;
        const title = attachment.title ?? '';
        return { item: { hashid: attachment.id, title, plays: figure }, figure };
      }),
  );
};
