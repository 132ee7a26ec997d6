import type { RankedItem } from '../api/figure.js';
import { limits } from '../api/limits.js';
import { type MediaType, mediaTypes } from '../api/metrics.js';
import { countVisitors } from '../index/distinct.js';
import type { Texts } from '../index/stored-texts.js';
import type { Kernel, Kernels } from './kernel.js';
import { type Top, topOf } from './top.js';

const { rankedItemsMax: most } = limits;
const ties = 'ascending';

type ItemOf = (hashid: string, label: string, count: number) => RankedItem;

/** The first places as items, each written as one object: a spread takes about as long as the ranking. */
const items = (
  { codes, counts }: Top,
  ids: Texts,
  labels: Texts,
  itemOf: ItemOf,
): readonly RankedItem[] =>
  codes.map((code, at) => itemOf(ids.at(code)!, labels.at(code)!, counts[at]!));

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards: Kernels = {
  property: 'sortBy',
  byWord: {
    posts: ({ boardPosts: counts, directory }, run) => {
      const { ids, titles } = directory.boards;
      const first = topOf({ counts, run, ties, most });
      return items(first, ids, titles, (hashid, title, posts) => ({ hashid, title, posts }));
    },
    visitors: ({ boardVisitors, directory }, run) => {
      const { ids, titles } = directory.boards;
      const exactly = (place: number, came: number) =>
        countVisitors(boardVisitors, place, run, came);
      const first = topOf({ counts: boardVisitors.came, run, exactly, ties, most });
      return items(first, ids, titles, (hashid, title, visitors) => ({ hashid, title, visitors }));
    },
  },
};

const usersBy =
  (kind: 'posts' | 'boards', itemOf: ItemOf): Kernel =>
  ({ content, directory }, run, people) => {
    const { ids, names, role } = directory.members;
    const accepts = (member: number): boolean => ((people >> role[member]!) & 1) === 1;
    return items(topOf({ counts: content[kind], run, accepts, ties, most }), ids, names, itemOf);
  };

/** topUsers: current members of some roles by posts or boards created in the range. */
export const topUsers: Kernels = {
  property: 'sortBy',
  byWord: {
    posts: usersBy('posts', (hashid, name, posts) => ({ hashid, name, posts })),
    boards: usersBy('boards', (hashid, name, boards) => ({ hashid, name, boards })),
  },
};

const mediaOf =
  (sought: MediaType): Kernel =>
  ({ plays: counts, directory }, run) => {
    const { ids, titles, type } = directory.media;
    const code = mediaTypes.indexOf(sought);
    const accepts = (item: number): boolean => type[item] === code;
    const first = topOf({ counts, run, accepts, ties, most });
    return items(first, ids, titles, (hashid, title, plays) => ({ hashid, title, plays }));
  };

/** topMedia: video or audio items by plays in the range. */
export const topMedia: Kernels = {
  property: 'mediaType',
  byWord: {
    video: mediaOf('video'),
    audio: mediaOf('audio'),
  },
};
