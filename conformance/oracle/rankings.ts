import type { DateRange, RankedItem } from '@tallyboard/core/vocabulary';
import { groupBy } from '../src/model/group-by.js';
import { countByAuthor } from './content.js';
import type { Asked } from './definition.js';
import { countByKey } from './groups.js';
import { shownName } from './member-name.js';
import { byCodeUnit } from './order.js';
import { distinctVisitors } from './visits.js';
import { allRows, membersOfSlice, type OracleWorld, rowsWithin } from './world.js';

interface Candidate {
  readonly item: RankedItem;
  readonly figure: number;
}

/** A figure for each id that has one. */
type Figures = ReadonlyMap<string, number>;

/** The ten highest figures, equal ones by id; what has none is not ranked (2.5, 8). */
const topTen = (candidates: readonly Candidate[]): readonly RankedItem[] =>
  candidates
    .filter((candidate) => candidate.figure > 0)
    .sort((a, b) => b.figure - a.figure || byCodeUnit(a.item.hashid, b.item.hashid))
    .slice(0, 10)
    .map((candidate) => candidate.item);

const unknownValue = (name: string, value: string): RangeError =>
  new RangeError(`${name} has no form ${value}`);

const postsByBoard = (world: OracleWorld, range: DateRange): Figures =>
  countByKey(rowsWithin(world, 'post', range).map((post) => post.boardId));

const visitorsByBoard = (world: OracleWorld, range: DateRange): Figures => {
  const byBoard = groupBy(rowsWithin(world, 'visit', range), (visit) => visit.boardId);
  return new Map([...byBoard].map(([board, some]) => [board, distinctVisitors(some)]));
};

const boardFigures: Readonly<Record<string, (world: OracleWorld, range: DateRange) => Figures>> = {
  posts: postsByBoard,
  visitors: visitorsByBoard,
};

/** topBoards by posts or by distinct visitors of the range (2.4). */
export const topBoards = ({ world, range, value }: Asked): readonly RankedItem[] => {
  const figures = boardFigures[value]?.(world, range);
  if (figures === undefined) throw unknownValue('topBoards', value);
  return topTen(
    allRows(world, 'board').map((board) => {
      const figure = figures.get(board.id) ?? 0;
      return { item: { hashid: board.id, title: board.title, [value]: figure }, figure };
    }),
  );
};

/**
 * topUsers: the slice's current members, ranked by what they wrote or built in these days (2.4).
 */
export const topUsers = ({ world, userTypes, range, value }: Asked): readonly RankedItem[] => {
  if (value !== 'posts' && value !== 'boards') throw unknownValue('topUsers', value);
  const figures = countByAuthor(world, value, range);
  return topTen(
    membersOfSlice(world, userTypes).map((member) => {
      const figure = figures.get(member.userId) ?? 0;
      const name = shownName(world, member.userId);
      return { item: { hashid: member.userId, name, [value]: figure }, figure };
    }),
  );
};

/** topMedia: videos or audios of any age by their plays in the range (2.4). */
export const topMedia = ({ world, range, value }: Asked): readonly RankedItem[] => {
  const plays = countByKey(rowsWithin(world, 'play', range).map((play) => play.attachmentId));
  return topTen(
    allRows(world, 'attachment')
      .filter((attachment) => attachment.category === value)
      .map((attachment) => {
        const figure = plays.get(attachment.id) ?? 0;
        const title = attachment.title ?? '';
        return { item: { hashid: attachment.id, title, plays: figure }, figure };
      }),
  );
};
