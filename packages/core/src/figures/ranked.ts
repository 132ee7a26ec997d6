import { limits } from '../catalog/limits.js';
import { type ContentKind, contentKinds, type TitledColumns } from '../events/columns.js';
import { type DayRun, runOf } from '../index/calendar.js';
import { countBoardVisitors } from '../index/index-visits.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { countAllEvents, countEventsFrom, type Timelines } from '../index/timelines.js';
import type { RankedItem } from '../model/figure.js';
import type { SortBy } from '../model/metric.js';
import type { Kernel, Slice } from './kernel.js';
import { type Contest, topOf } from './top.js';

const everything = (): boolean => true;

/** A ranking by the number of events in a run of days. */
const byEvents = (
  timelines: Timelines,
  leaders: Uint32Array,
  { from, to }: DayRun,
  accepts: (code: number) => boolean,
): Contest => ({
  leaders,
  accepts,
  countOfAllTime: (code) => countAllEvents(timelines, code),
  countFrom: (code, least) => countEventsFrom(timelines, code, from, to, least),
  ties: 'ascending',
});

type Ranking = (index: OrganizationIndex, slice: Slice) => Contest;

const boardsByPosts: Ranking = ({ boardPosts, leaders, calendar }, { range }) =>
  byEvents(boardPosts, leaders.boardPosts, runOf(calendar, range), everything);

const boardsByVisitors: Ranking = ({ boardVisits, leaders, calendar }, { range }) => {
  const { from, to } = runOf(calendar, range);
  return {
    leaders: leaders.boardVisits,
    accepts: everything,
    countOfAllTime: (board) => countAllEvents(boardVisits.days, board),
    countFrom: (board, least) => countBoardVisitors(boardVisits, board, from, to, least),
    ties: 'ascending',
  };
};

/** Current members of the slice by content of a kind in a run of days. */
export const membersByContent = (
  { content, leaders, directory: { members, knownUsers } }: OrganizationIndex,
  kind: ContentKind,
  { from, to }: DayRun,
  accepts: (member: number) => boolean,
): Contest => {
  const code = contentKinds.indexOf(kind);
  const first = code * knownUsers;
  const size = members.ids.length;
  return {
    leaders: leaders.content.subarray(code * size, (code + 1) * size),
    accepts,
    countOfAllTime: (member) => countAllEvents(content, first + member),
    countFrom: (member, least) => countEventsFrom(content, first + member, from, to, least),
    ties: 'ascending',
  };
};

const membersBy =
  (kind: ContentKind): Ranking =>
  (index, { range, people: { roleMask } }) => {
    const { role } = index.directory.members;
    const isInSlice = (member: number): boolean => ((roleMask >> role[member]!) & 1) === 1;
    return membersByContent(index, kind, runOf(index.calendar, range), isInSlice);
  };

const boardRankings: Readonly<Record<SortBy, Ranking | null>> = {
  posts: boardsByPosts,
  visitors: boardsByVisitors,
  boards: null,
};

const userRankings: Readonly<Record<SortBy, Ranking | null>> = {
  posts: membersBy('posts'),
  boards: membersBy('boards'),
  visitors: null,
};

interface Labels {
  readonly hashid: string;
  readonly [label: string]: string;
}

const rank = (
  contest: Contest | undefined,
  labels: (code: number) => Labels,
  figure: string,
): readonly RankedItem[] =>
  contest === undefined
    ? []
    : topOf(contest, limits.rankedItemsMax).map(({ code, count }) => ({
        ...labels(code),
        [figure]: count,
      }));

const titleLabels =
  ({ ids, titles }: TitledColumns) =>
  (code: number): Labels => ({ hashid: ids[code] ?? '', title: titles[code] ?? '' });

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards: Kernel<readonly RankedItem[]> = (index, slice) =>
  rank(
    boardRankings[slice.sortBy]?.(index, slice),
    titleLabels(index.directory.boards),
    slice.sortBy,
  );

/** topUsers: current members of the slice by posts or boards created in the range. */
export const topUsers: Kernel<readonly RankedItem[]> = (index, slice) => {
  const { ids, names } = index.directory.members;
  const labels = (code: number): Labels => ({ hashid: ids[code] ?? '', name: names[code] ?? '' });
  return rank(userRankings[slice.sortBy]?.(index, slice), labels, slice.sortBy);
};

/** topMedia: video or audio items by plays in the range. */
export const topMedia: Kernel<readonly RankedItem[]> = (index, { range, mediaType }) => {
  const { plays, leaders, calendar, directory } = index;
  const isOfType = (item: number): boolean => directory.media.categories[item] === mediaType;
  const contest = byEvents(plays, leaders.plays, runOf(calendar, range), isOfType);
  return rank(contest, titleLabels(directory.media), 'plays');
};
