import { type ContentKind, contentKinds } from '../events/columns.js';
import { listOf, type Texts } from '../events/texts.js';
import { countPeople } from '../index/distinct.js';
import { allVisitors } from '../index/index-people.js';
import { amountKeys, countKeys, everybody } from '../index/total-keys.js';
import { total, totalOfRoles } from '../index/totals.js';
import type { Words } from '../index/words.js';
import type { MetricName } from '../model/metric.js';
import { ratioToOneDecimal, secondsToMinutes } from '../model/rounding.js';
import { memberCount, newMemberCount } from './membership.js';
import { topBoards, topMedia, topUsers } from './ranked.js';
import type { Kernel } from './slice.js';
import { subscription } from './subscription.js';

/** Content of one kind created in the range: by anyone, or by current members of the slice. */
const contentCount = (kind: ContentKind): Kernel => {
  const code = contentKinds.indexOf(kind);
  return ({ counts }, { people }, run) =>
    people.everybody
      ? total(counts, countKeys.content(code, everybody), run)
      : totalOfRoles(counts, countKeys.content(code, 0), people.roleMask, run);
};

/** The total of one key. */
const countOf =
  (key: number): Kernel =>
  ({ counts }, _slice, run) =>
    total(counts, key, run);

/** The words that occurred, ascending, with the count of each; words may be any text. */
const countsByWord = (
  words: Texts,
  countOf: (code: number) => number,
): (readonly [word: string, count: number])[] =>
  listOf(words)
    .map((word, code) => [word, countOf(code)] as const)
    .filter(([, count]) => count > 0);

/** The words that occurred, by the key of each. */
const byWord =
  (list: 'scannedTypes' | 'flags', keyOf: (words: Words, code: number) => number): Kernel =>
  ({ counts, directory: { words } }, _slice, run) =>
    Object.fromEntries(countsByWord(words[list], (code) => total(counts, keyOf(words, code), run)));

/** The kernel of every metric: the only place where a name leads to a computation. */
export const figureCatalog: Readonly<Record<MetricName, Kernel>> = {
  memberCount,
  newMemberCount,
  boardCount: contentCount('boards'),
  postCount: contentCount('posts'),
  commentCount: contentCount('comments'),
  reactionCount: contentCount('reactions'),
  // Visits that begin in the range. A person who comes back in a later month is one visitor of both.
  visitorCount: ({ visitors }, _slice, run) => countPeople(visitors, allVisitors, run),
  // Comments and reactions by members of the slice on posts of another known user, member or not.
  peerInteractionCount: ({ counts }, { people }, run) =>
    totalOfRoles(counts, countKeys.toPeers(0), people.roleMask, run),
  // Everybody is the whole workspace; roles are current members, and visitors not signed in only where
  // `anonymous` is listed.
  wallEngagementMinutes: ({ amounts }, { people }, run) => {
    let seconds = totalOfRoles(amounts, amountKeys.seconds(0), people.roleMask, run);
    if (people.anonymous) seconds += total(amounts, amountKeys.secondsOfAnonymous, run);
    if (people.everybody) seconds += total(amounts, amountKeys.secondsOfOthers, run);
    return secondsToMinutes(seconds);
  },
  // By members of the slice, most first; sorting keeps the order of equal counts.
  attachmentCountByCategory: ({ counts, directory }, { people }, run) =>
    countsByWord(directory.words.attachmentCategories, (code) =>
      totalOfRoles(counts, countKeys.attachments(code, 0), people.roleMask, run),
    )
      .sort(([, a], [, b]) => b - a)
      .map(([category, count]) => ({ category, count })),
  scannedItemCount: countOf(countKeys.scans),
  scannedItemCountByType: byWord('scannedTypes', countKeys.scannedType),
  // In milliseconds; `null` without scans.
  avgScanTimeMs: ({ amounts, counts }, _slice, run) =>
    ratioToOneDecimal(
      total(amounts, amountKeys.scanTime, run),
      1000 * total(counts, countKeys.scans, run),
    ),
  flaggedItemCount: countOf(countKeys.flagged),
  // An item counts in each category that it carries.
  flaggedItemCountByCategory: byWord('flags', countKeys.flag),
  // Of the items that turned out to be violations (flagged by the scan, or removed later by a person), the
  // share that the scan had flagged; `null` without violations.
  moderationCatchRatePercent: ({ counts }, _slice, run) =>
    ratioToOneDecimal(
      100 * total(counts, countKeys.flagged, run),
      total(counts, countKeys.violations, run),
    ),
  topBoards,
  topUsers,
  topMedia,
  subscription,
};
