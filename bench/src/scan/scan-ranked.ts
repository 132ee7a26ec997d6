import { limits } from '../../../packages/core/src/catalog/limits.js';
import type { ContentKind, TitledColumns } from '../../../packages/core/src/events/columns.js';
import type { Slice } from '../../../packages/core/src/figures/slice.js';
import type { RankedItem } from '../../../packages/core/src/model/figure.js';
import type { SortBy } from '../../../packages/core/src/model/metric.js';
import { isMemberIn, type Kernel, rowsInRange, type ScanIndex } from './scan-index.js';
import { topCodes } from './top-codes.js';

const increment = (counts: Uint32Array, code: number): void => {
  if (code >= 0) counts[code] = (counts[code] ?? 0) + 1;
};

const postsPerBoard = (index: ScanIndex, { range }: Slice): Uint32Array => {
  const { day, board } = index.content.posts;
  const counts = new Uint32Array(index.boards.ids.length);
  const { start, end } = rowsInRange(day, range);
  for (let row = start; row < end; row++) increment(counts, board[row] ?? -1);
  return counts;
};

const visitorsPerBoard = (index: ScanIndex, { range }: Slice): Uint32Array => {
  const { day, board, visitor } = index.visits;
  const counts = new Uint32Array(index.boards.ids.length);
  const seen = new Set<number>();
  const { start, end } = rowsInRange(day, range);
  for (let row = start; row < end; row++) {
    const pair = (board[row] ?? 0) * index.people + (visitor[row] ?? 0);
    if (seen.has(pair)) continue;
    seen.add(pair);
    increment(counts, board[row] ?? -1);
  }
  return counts;
};

const contentPerMember =
  (kind: ContentKind) =>
  (index: ScanIndex, { range, people }: Slice): Uint32Array => {
    const { day, author } = index.content[kind];
    const counts = new Uint32Array(index.members.ids.length);
    const { start, end } = rowsInRange(day, range);
    for (let row = start; row < end; row++) {
      const person = author[row] ?? -1;
      if (isMemberIn(index, person, people.roleMask)) increment(counts, person);
    }
    return counts;
  };

type Counting = (index: ScanIndex, slice: Slice) => Uint32Array;

const boardCountings: Readonly<Record<SortBy, Counting | null>> = {
  posts: postsPerBoard,
  visitors: visitorsPerBoard,
  boards: null,
};

const userCountings: Readonly<Record<SortBy, Counting | null>> = {
  posts: contentPerMember('posts'),
  boards: contentPerMember('boards'),
  visitors: null,
};

const rank = (
  counts: Uint32Array,
  labels: (code: number) => { readonly hashid: string; readonly [label: string]: string },
  figure: string,
): readonly RankedItem[] =>
  topCodes(counts, limits.rankedItemsMax).map((code) => ({
    ...labels(code),
    [figure]: counts[code] ?? 0,
  }));

const titleLabels =
  ({ ids, titles }: TitledColumns) =>
  (code: number) => ({ hashid: ids[code] ?? '', title: titles[code] ?? '' });

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards: Kernel<readonly RankedItem[]> = (index, slice) => {
  const counting = boardCountings[slice.sortBy];
  return counting === null
    ? []
    : rank(counting(index, slice), titleLabels(index.boards), slice.sortBy);
};

/** topUsers: current members of the slice by posts or boards created in the range. */
export const topUsers: Kernel<readonly RankedItem[]> = (index, slice) => {
  const { ids, names } = index.members;
  const labels = (code: number) => ({ hashid: ids[code] ?? '', name: names[code] ?? '' });
  const counting = userCountings[slice.sortBy];
  return counting === null ? [] : rank(counting(index, slice), labels, slice.sortBy);
};

/** topMedia: video or audio items by plays in the range. */
export const topMedia: Kernel<readonly RankedItem[]> = (index, { range, mediaType }) => {
  const { plays, media } = index;
  const counts = new Uint32Array(media.ids.length);
  const { start, end } = rowsInRange(plays.day, range);
  for (let row = start; row < end; row++) {
    const item = plays.media[row] ?? -1;
    if (media.categories[item] === mediaType) increment(counts, item);
  }
  return rank(counts, titleLabels(media), 'plays');
};
