import { limits } from '../catalog/limits.js';
import { countVisitors } from '../index/board-visitors.js';
import type { RankedItem } from '../model/figure.js';
import { mediaTypes } from '../model/metric.js';
import type { Kernel } from './slice.js';
import { type Contest, topOf } from './top.js';

/** The first places of a contest as items, each of one form. */
const items = (
  contest: Omit<Contest, 'ties' | 'most'>,
  itemOf: (code: number, count: number) => RankedItem,
): readonly RankedItem[] =>
  topOf({ ...contest, ties: 'ascending', most: limits.rankedItemsMax }).map(({ code, count }) =>
    itemOf(code, count),
  );

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards: Kernel = ({ boardPosts, boardVisitors, directory }, { sortBy }, run) => {
  const { ids, titles } = directory.boards;
  const named = (code: number) => ({ hashid: ids.at(code)!, title: titles.at(code)! });
  if (sortBy === 'posts') {
    const contest = { counts: boardPosts, run };
    return items(contest, (code, posts) => ({ ...named(code), posts }));
  }
  const exactly = (place: number, came: number) => countVisitors(boardVisitors, place, run, came);
  const contest = { counts: boardVisitors.came, run, exactly };
  return items(contest, (code, visitors) => ({ ...named(code), visitors }));
};

/** topUsers: current members of the slice by posts or boards created in the range. */
export const topUsers: Kernel = ({ content, directory }, { sortBy, people }, run) => {
  const { ids, names, role } = directory.members;
  const { roleMask } = people;
  const user = (code: number) => ({ hashid: ids.at(code)!, name: names.at(code)! });
  const accepts = (member: number): boolean => ((roleMask >> role[member]!) & 1) === 1;
  return sortBy === 'boards'
    ? items({ counts: content.boards, run, accepts }, (code, boards) => ({ ...user(code), boards }))
    : items({ counts: content.posts, run, accepts }, (code, posts) => ({ ...user(code), posts }));
};

/** topMedia: video or audio items by plays in the range. */
export const topMedia: Kernel = ({ plays: counts, directory }, { mediaType }, run) => {
  const { ids, titles, type } = directory.media;
  const sought = mediaTypes.indexOf(mediaType);
  const accepts = (item: number): boolean => type[item] === sought;
  const item = (code: number) => ({ hashid: ids.at(code)!, title: titles.at(code)! });
  return items({ counts, run, accepts }, (code, plays) => ({ ...item(code), plays }));
};
