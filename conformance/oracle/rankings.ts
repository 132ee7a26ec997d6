import type { RankedItem } from '@tallyboard/core/vocabulary';
import { groupBy } from '../src/model/group-by.js';
import { type ContentKind, countByAuthor } from './content.js';
import { distinctVisitors } from './visits.js';
import {
  type Asked,
  allRows,
  ascending,
  countByKey,
  membersOfSlice,
  nameOf,
  rowsWithin,
  userOf,
} from './world.js';

/** The ten highest figures, each under its key, equal ones by id; what has none is not ranked (2.5, 8). */
const topTen = (items: readonly RankedItem[], figures: ReadonlyMap<string, number>, key: string) =>
  items
    .map((item) => ({ item, figure: figures.get(item.hashid) ?? 0 }))
    .filter(({ figure }) => figure > 0)
    .sort((a, b) => b.figure - a.figure || ascending(a.item.hashid, b.item.hashid))
    .slice(0, 10)
    .map(({ item, figure }) => ({ ...item, [key]: figure }));

const postsByBoard = ({ world, range }: Asked) =>
  countByKey(rowsWithin(world, 'post', range).map((post) => post.boardId));

const visitorsByBoard = ({ world, range }: Asked) => {
  const byBoard = groupBy(rowsWithin(world, 'visit', range), (visit) => visit.boardId);
  return new Map([...byBoard].map(([board, some]) => [board, distinctVisitors(some)]));
};

/** topBoards by posts or by distinct visitors of the range (2.4). */
export const topBoards = (asked: Asked): readonly RankedItem[] =>
  topTen(
    allRows(asked.world, 'board').map(({ id, title }) => ({ hashid: id, title })),
    asked.value === 'posts' ? postsByBoard(asked) : visitorsByBoard(asked),
    asked.value,
  );

/** topUsers: the slice's current members, ranked by what they wrote or built in these days (2.4). */
export const topUsers = ({ world, userTypes, range, value }: Asked): readonly RankedItem[] =>
  topTen(
    membersOfSlice(world, userTypes).map(({ userId }) => {
      return { hashid: userId, name: nameOf(userOf(world, userId)) };
    }),
    countByAuthor(world, value as ContentKind, range),
    value,
  );

/** topMedia: videos or audios of any age by their plays in the range (2.4). */
export const topMedia = ({ world, range, value }: Asked): readonly RankedItem[] =>
  topTen(
    allRows(world, 'attachment')
      .filter((attachment) => attachment.category === value)
      .map(({ id, title }) => ({ hashid: id, title: title ?? '' })),
    countByKey(rowsWithin(world, 'play', range).map((play) => play.attachmentId)),
    'plays',
  );
