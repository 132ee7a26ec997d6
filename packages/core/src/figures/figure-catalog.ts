import type { CategoryCount, RankedItem } from '../api/figure.js';
import { limits } from '../api/limits.js';
import { type MediaType, type MetricName, mediaTypes } from '../api/metrics.js';
import { type BillingTerm } from '../api/organizations.js';
import { type ContentKind, contentKinds } from '../events/columns.js';
import { countPeople } from '../index/distinct.js';
import type { Texts } from '../index/stored-texts.js';
import {
  amountKeys,
  countKeys,
  everybody,
  total,
  totalOfRoles,
  type Words,
} from '../index/totals.js';
import { allVisitors, countVisitors } from '../index/visitors.js';
import { type Day, earlierOf, formatDay } from '../time.js';
import { allPeople, type Kernel, type Kernels, memberCount, newMemberCount } from './kernel.js';
import { type Top, topOf } from './top.js';
/**
 * `sum / count` rounded half up to one decimal; `null` for a count of 0.
 */
export const ratioToOneDecimal = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.floor((20 * sum + count) / (2 * count)) / 10;

/**
 * Seconds as minutes, rounded half up.
 */
export const secondsToMinutes = (seconds: number): number => Math.floor((seconds + 30) / 60);

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

/**
 * Sets a field that is the object's own, whatever its name. An assignment to `__proto__` would set the prototype,
 * and a prototype may have setters.
 */
export const setOwn = <A>(object: Record<string, A>, name: string, value: A): void => {
  if (name in object) {
    const own = { value, enumerable: true, writable: true, configurable: true };
    Object.defineProperty(object, name, Object.setPrototypeOf(own, null) as PropertyDescriptor);
  } else object[name] = value;
};

/** The latest term that has started, else the next one. Terms do not overlap: one of today is the latest. */
const termOf = (ascending: readonly BillingTerm[], today: Day): BillingTerm | undefined =>
  ascending.findLast(({ startsOn }) => startsOn <= today) ?? ascending[0];

/**
 * subscription: dates and status of the current billing state whatever the range, and the seats in
 * force on the last day of the range, or today when that lies ahead (2.5).
 */
export const subscription: Kernel = ({ directory }, _run, _people, { range, today }) => {
  const { billingTerms, seatChanges } = directory;
  const term = termOf(billingTerms, today);
  if (term === undefined) {
    return { termStart: null, termEnd: null, status: 'none', seatCount: null };
  }
  const day = earlierOf(range.to, today);
  const touched = billingTerms.filter((of) => of.startsOn <= range.to && of.endsOn >= range.from);
  const seats = seatChanges.findLast(({ on }) => on <= day)?.seats ?? null;
  return {
    termStart: formatDay(term.startsOn),
    termEnd: formatDay(term.endsOn),
    status: term.status,
    seatCount: touched.length > 1 ? null : seats,
  };
};

/** Content of one kind created in the range: by anyone, or by current members of some roles. */
const contentCount = (kind: ContentKind): Kernel => {
  const code = contentKinds.indexOf(kind);
  return ({ counts }, run, people) =>
    people === allPeople
      ? total(counts, countKeys.content(code, everybody), run)
      : totalOfRoles(counts, countKeys.content(code, 0), people, run);
};

/** The words that occurred, by the key of each; words may be any text. */
const byWord =
  (list: 'scannedTypes' | 'flags', keyOf: (words: Words, code: number) => number): Kernel =>
  ({ counts, directory: { words } }, run) => {
    const figures: Record<string, number> = {};
    for (let code = 0; code < words[list].length; code++) {
      const count = total(counts, keyOf(words, code), run);
      if (count > 0) setOwn(figures, words[list].at(code)!, count);
    }
    return figures;
  };

/** The kernel or kernels of every metric: the only place where a name leads to a computation. */
export const figureCatalog: Readonly<Record<MetricName, Kernel | Kernels>> = {
  memberCount,
  newMemberCount,
  boardCount: contentCount('boards'),
  postCount: contentCount('posts'),
  commentCount: contentCount('comments'),
  reactionCount: contentCount('reactions'),
  // Visits that begin in the range. A person who comes back in a later month is one visitor of both.
  visitorCount: ({ visitors }, run) => countPeople(visitors, allVisitors, run),
  // Comments and reactions by members of some roles on posts of another known user, member or not.
  peerInteractionCount: ({ counts }, run, people) =>
    totalOfRoles(counts, countKeys.toPeers(0), people, run),
  // All people are the whole workspace; roles are current members, and visitors not signed in only where
  // `anonymous` is listed.
  wallEngagementMinutes: ({ amounts }, run, people) =>
    secondsToMinutes(totalOfRoles(amounts, amountKeys.seconds(0), people, run)),
  // By members of some roles, most first; sorting keeps the order of equal counts.
  attachmentCountByCategory: ({ counts, directory }, run, people) => {
    const { attachmentCategories } = directory.words;
    const items: CategoryCount[] = [];
    for (let code = 0; code < attachmentCategories.length; code++) {
      const count = totalOfRoles(counts, countKeys.attachments(code, 0), people, run);
      if (count > 0) items.push({ category: attachmentCategories.at(code)!, count });
    }
    return items.sort((a, b) => b.count - a.count);
  },
  scannedItemCount: ({ counts }, run) => total(counts, countKeys.scans, run),
  scannedItemCountByType: byWord('scannedTypes', countKeys.scannedType),
  // In milliseconds; `null` without scans.
  avgScanTimeMs: ({ amounts, counts }, run) =>
    ratioToOneDecimal(
      total(amounts, amountKeys.scanTime, run),
      1000 * total(counts, countKeys.scans, run),
    ),
  flaggedItemCount: ({ counts }, run) => total(counts, countKeys.flagged, run),
  // An item counts in each category that it carries.
  flaggedItemCountByCategory: byWord('flags', countKeys.flag),
  // Of the items that turned out to be violations (flagged by the scan, or removed later by a person), the
  // share that the scan had flagged; `null` without violations.
  moderationCatchRatePercent: ({ counts }, run) =>
    ratioToOneDecimal(
      100 * total(counts, countKeys.flagged, run),
      total(counts, countKeys.violations, run),
    ),
  topBoards,
  topUsers,
  topMedia,
  subscription,
};
