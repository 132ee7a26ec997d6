import { limits } from '../catalog/limits.js';
import type { Texts } from '../events/texts.js';
import { countVisitors } from '../index/board-visitors.js';
import type { RankedItem } from '../model/figure.js';
import { mediaTypes } from '../model/metric.js';
import type { Kernel } from './slice.js';
import { type Top, topOf } from './top.js';

const { rankedItemsMax: most } = limits;
const ties = 'ascending';

type ItemOf = (hashid: string, label: string, count: number) => RankedItem;

// Each item is written as one object: a spread takes about as long as the ranking.
const boardByPosts: ItemOf = (hashid, title, posts) => ({ hashid, title, posts });
const boardByVisitors: ItemOf = (hashid, title, visitors) => ({ hashid, title, visitors });
const userByPosts: ItemOf = (hashid, name, posts) => ({ hashid, name, posts });
const userByBoards: ItemOf = (hashid, name, boards) => ({ hashid, name, boards });
const mediaByPlays: ItemOf = (hashid, title, plays) => ({ hashid, title, plays });

/** The first places as items. */
const items = (
  { codes, counts }: Top,
  ids: Texts,
  labels: Texts,
  itemOf: ItemOf,
): readonly RankedItem[] =>
  codes.map((code, at) => itemOf(ids.at(code)!, labels.at(code)!, counts[at]!));

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards: Kernel = ({ boardPosts, boardVisitors, directory }, { sortBy }, run) => {
  const { ids, titles } = directory.boards;
  if (sortBy === 'posts') {
    return items(topOf({ counts: boardPosts, run, ties, most }), ids, titles, boardByPosts);
  }
  const exactly = (place: number, came: number) => countVisitors(boardVisitors, place, run, came);
  const first = topOf({ counts: boardVisitors.came, run, exactly, ties, most });
  return items(first, ids, titles, boardByVisitors);
};

/** topUsers: current members of the slice by posts or boards created in the range. */
export const topUsers: Kernel = ({ content, directory }, { sortBy, people }, run) => {
  const { ids, names, role } = directory.members;
  const { roleMask } = people;
  const accepts = (member: number): boolean => ((roleMask >> role[member]!) & 1) === 1;
  const counts = sortBy === 'boards' ? content.boards : content.posts;
  const itemOf = sortBy === 'boards' ? userByBoards : userByPosts;
  return items(topOf({ counts, run, accepts, ties, most }), ids, names, itemOf);
};

/** topMedia: video or audio items by plays in the range. */
export const topMedia: Kernel = ({ plays, directory }, { mediaType }, run) => {
  const { ids, titles, type } = directory.media;
  const sought = mediaTypes.indexOf(mediaType);
  const accepts = (code: number): boolean => type[code] === sought;
  return items(topOf({ counts: plays, run, accepts, ties, most }), ids, titles, mediaByPlays);
};
