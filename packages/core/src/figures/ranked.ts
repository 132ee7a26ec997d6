import { limits } from '../catalog/limits.js';
import type { ContentKind } from '../events/columns.js';
import { countVisitors } from '../index/board-visitors.js';
import type { Titled } from '../index/directory.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import type { RankedItem } from '../model/figure.js';
import { mediaTypes } from '../model/metric.js';
import { kernel } from './kernel.js';
import type { Slice } from './slice.js';
import { type Contest, type Place, topOf } from './top.js';

type Index = OrganizationIndex;

const everything = (): boolean => true;

/** What all rankings of a metric have in common. */
const ranking = ({ periods }: Pick<Index, 'periods'>, run: Run) =>
  ({
    columns: periods.count,
    run,
    accepts: everything,
    ties: 'ascending',
    most: limits.rankedItemsMax,
  }) as const;

const boardsByPosts = (index: Pick<Index, 'boardPosts' | 'periods'>, run: Run): Contest => ({
  ...ranking(index, run),
  counts: index.boardPosts,
});

const boardsByVisitors = (index: Pick<Index, 'boardVisitors' | 'periods'>, run: Run): Contest => ({
  ...ranking(index, run),
  counts: index.boardVisitors.came,
  exactly: (place, came) => countVisitors(index.boardVisitors, place, run, came),
});

const usersBy = (
  kind: ContentKind,
  index: Pick<Index, 'content' | 'directory' | 'periods'>,
  { people: { roleMask } }: Slice,
  run: Run,
): Contest => {
  const { role } = index.directory.members;
  return {
    ...ranking(index, run),
    counts: index.content[kind],
    accepts: (member) => ((roleMask >> role[member]!) & 1) === 1,
  };
};

const mediaByPlays = (
  index: Pick<Index, 'plays' | 'directory' | 'periods'>,
  { mediaType }: Slice,
  run: Run,
): Contest => {
  const { type } = index.directory.media;
  const sought = mediaTypes.indexOf(mediaType);
  return {
    ...ranking(index, run),
    counts: index.plays,
    accepts: (item) => type[item] === sought,
  };
};

/** The first places of a contest as items, each of one form. */
const items = (
  contest: Contest,
  { ids }: Pick<Titled, 'ids'>,
  itemOf: (hashid: string, place: Place) => RankedItem,
): readonly RankedItem[] => topOf(contest).map((place) => itemOf(ids.at(place.code)!, place));

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards = kernel(
  ['boardPosts', 'boardVisitors', 'directory', 'periods'],
  (index, { sortBy }, run): readonly RankedItem[] => {
    const { boards } = index.directory;
    const titleOf = (code: number): string => boards.titles.at(code)!;
    return sortBy === 'visitors'
      ? items(boardsByVisitors(index, run), boards, (hashid, { code, count }) => ({
          hashid,
          title: titleOf(code),
          visitors: count,
        }))
      : items(boardsByPosts(index, run), boards, (hashid, { code, count }) => ({
          hashid,
          title: titleOf(code),
          posts: count,
        }));
  },
);

/** topUsers: current members of the slice by posts or boards created in the range. */
export const topUsers = kernel(
  ['content', 'directory', 'periods'],
  (index, slice, run): readonly RankedItem[] => {
    const { members } = index.directory;
    const nameOf = (code: number): string => members.names.at(code)!;
    return slice.sortBy === 'boards'
      ? items(usersBy('boards', index, slice, run), members, (hashid, { code, count }) => ({
          hashid,
          name: nameOf(code),
          boards: count,
        }))
      : items(usersBy('posts', index, slice, run), members, (hashid, { code, count }) => ({
          hashid,
          name: nameOf(code),
          posts: count,
        }));
  },
);

/** topMedia: video or audio items by plays in the range. */
export const topMedia = kernel(
  ['plays', 'directory', 'periods'],
  (index, slice, run): readonly RankedItem[] => {
    const { media } = index.directory;
    return items(mediaByPlays(index, slice, run), media, (hashid, { code, count }) => ({
      hashid,
      title: media.titles.at(code)!,
      plays: count,
    }));
  },
);
