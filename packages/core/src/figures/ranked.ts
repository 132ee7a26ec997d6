import { limits } from '../catalog/limits.js';
import type { ContentKind } from '../events/columns.js';
import { type DayRun, runOf } from '../index/calendar.js';
import type { Titled } from '../index/directory.js';
import { countBoardVisitors } from '../index/index-visits.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { allOf, membersBy, type Standings, type Things } from '../index/standings.js';
import { countEventsFrom } from '../index/timelines.js';
import type { RankedItem } from '../model/figure.js';
import { mediaTypes, type SortBy } from '../model/metric.js';
import type { Kernel, Slice } from './kernel.js';
import { type Contest, type Place, topOf } from './top.js';

const everything = (): boolean => true;

/** A ranking by the number of events in a run of days. */
const byEvents = (
  things: Things,
  standings: Standings,
  run: DayRun,
  accepts: (code: number) => boolean,
): Contest => ({
  things,
  standings,
  run,
  accepts,
  countFrom: (code, least) =>
    countEventsFrom(things.timelines, things.first + code, run.from, run.to, least),
  ties: 'ascending',
});

type Ranking = (index: OrganizationIndex, slice: Slice) => Contest;

const boardsByPosts: Ranking = ({ boardPosts, standings, calendar }, { range }) =>
  byEvents(allOf(boardPosts), standings.boardPosts, runOf(calendar, range), everything);

const boardsByVisitors: Ranking = ({ boardVisits, standings, calendar }, { range }) => {
  const run = runOf(calendar, range);
  return {
    things: allOf(boardVisits.days),
    standings: standings.boardVisits,
    run,
    accepts: everything,
    countFrom: (board, least) => countBoardVisitors(boardVisits, board, run.from, run.to, least),
    ties: 'ascending',
  };
};

/** Current members of the slice by content of a kind in a run of days. */
export const membersByContent = (
  { content, standings, directory }: OrganizationIndex,
  kind: ContentKind,
  run: DayRun,
  accepts: (member: number) => boolean,
): Contest => byEvents(membersBy(kind, content, directory), standings.content[kind], run, accepts);

const membersOfSliceBy =
  (kind: ContentKind): Ranking =>
  (index, { range, people: { roleMask } }) => {
    const { role } = index.directory.members;
    const isInSlice = (member: number): boolean => ((roleMask >> role[member]!) & 1) === 1;
    return membersByContent(index, kind, runOf(index.calendar, range), isInSlice);
  };

const mediaByPlays: Ranking = ({ plays, standings, calendar, directory }, { range, mediaType }) => {
  const { type } = directory.media;
  const sought = mediaTypes.indexOf(mediaType);
  const isOfType = (item: number): boolean => type[item] === sought;
  return byEvents(allOf(plays), standings.plays, runOf(calendar, range), isOfType);
};

/** A kernel that names the first places, each as a row of one form. */
const ranked =
  (
    ranking: Ranking,
    rowOf: (index: OrganizationIndex, place: Place) => RankedItem,
  ): Kernel<readonly RankedItem[]> =>
  (index, slice) =>
    topOf(ranking(index, slice), limits.rankedItemsMax).map((place) => rowOf(index, place));

const titleOf = ({ titles }: Titled, code: number): string => titles.at(code)!;
const idOf = ({ ids }: Pick<Titled, 'ids'>, code: number): string => ids.at(code)!;

const boardsRanked = {
  posts: ranked(boardsByPosts, ({ directory: { boards } }, { code, count }) => ({
    hashid: idOf(boards, code),
    title: titleOf(boards, code),
    posts: count,
  })),
  visitors: ranked(boardsByVisitors, ({ directory: { boards } }, { code, count }) => ({
    hashid: idOf(boards, code),
    title: titleOf(boards, code),
    visitors: count,
  })),
  boards: () => [],
} satisfies Record<SortBy, Kernel<readonly RankedItem[]>>;

const usersRanked = {
  posts: ranked(membersOfSliceBy('posts'), ({ directory: { members } }, { code, count }) => ({
    hashid: idOf(members, code),
    name: members.names.at(code)!,
    posts: count,
  })),
  boards: ranked(membersOfSliceBy('boards'), ({ directory: { members } }, { code, count }) => ({
    hashid: idOf(members, code),
    name: members.names.at(code)!,
    boards: count,
  })),
  visitors: () => [],
} satisfies Record<SortBy, Kernel<readonly RankedItem[]>>;

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards: Kernel<readonly RankedItem[]> = (index, slice) =>
  boardsRanked[slice.sortBy](index, slice);

/** topUsers: current members of the slice by posts or boards created in the range. */
export const topUsers: Kernel<readonly RankedItem[]> = (index, slice) =>
  usersRanked[slice.sortBy](index, slice);

/** topMedia: video or audio items by plays in the range. */
export const topMedia: Kernel<readonly RankedItem[]> = ranked(
  mediaByPlays,
  ({ directory: { media } }, { code, count }) => ({
    hashid: idOf(media, code),
    title: titleOf(media, code),
    plays: count,
  }),
);
