import { type ContentKind, contentKinds } from '../../../packages/core/src/events/columns.js';
import { byCodeUnits } from '../../../packages/core/src/events/dictionary.js';
import type { Slice } from '../../../packages/core/src/figures/slice.js';
import { subscription } from '../../../packages/core/src/figures/subscription.js';
import type { OrganizationIndex } from '../../../packages/core/src/index/organization-index.js';
import type { CategoryCount } from '../../../packages/core/src/model/figure.js';
import type { MemberStatus, MetricName } from '../../../packages/core/src/model/metric.js';
import { secondsToMinutes } from '../../../packages/core/src/model/rounding.js';
import { isMemberIn, type Kernel, rowsInRange, type ScanIndex } from './scan-index.js';
import { topBoards, topMedia, topUsers } from './scan-ranked.js';
import {
  avgScanTimeMs,
  flaggedItemCount,
  flaggedItemCountByCategory,
  moderationCatchRatePercent,
  scannedItemCount,
  scannedItemCountByType,
} from './scan-safety.js';

/*
 * Every figure by a scan of the rows of its range: slow, and plain enough to be read as its definition.
 * Tests hold the indexed figures against these.
 */

const countMembers = (
  { members }: ScanIndex,
  roleMask: number,
  from: number,
  to: number,
): number => {
  let count = 0;
  for (let member = 0; member < members.role.length; member++) {
    const joined = members.joined[member] ?? 0;
    const inRole = (roleMask >> (members.role[member] ?? 0)) & 1;
    if (joined >= from && joined <= to) count += inRole;
  }
  return count;
};

const rosterSize = (index: ScanIndex, roleMask: number): number =>
  countMembers(index, roleMask, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

/** Members who created content in the range, 1 for each: what `active` means everywhere. */
const activeMembers = (index: ScanIndex, range: Slice['range'], roleMask: number): Uint8Array => {
  const active = new Uint8Array(index.members.role.length);
  for (const kind of contentKinds) {
    const { day, author } = index.content[kind satisfies ContentKind];
    const { start, end } = rowsInRange(day, range);
    for (let row = start; row < end; row++) {
      const person = author[row] ?? -1;
      if (isMemberIn(index, person, roleMask)) active[person] = 1;
    }
  }
  return active;
};

const countActive = (index: ScanIndex, { range, people }: Slice): number =>
  activeMembers(index, range, people.roleMask).reduce((sum, one) => sum + one, 0);

const countJoined: Kernel<number> = (index, { range, people }) =>
  countMembers(index, people.roleMask, Number.NEGATIVE_INFINITY, range.to);

/** Table of 2.6, sentences 2 to 5: how members of each status are counted. */
const byStatus: Readonly<Record<MemberStatus, Kernel<number>>> = {
  all: countJoined,
  joined: countJoined,
  active: countActive,
  inactive: (index, slice) => rosterSize(index, slice.people.roleMask) - countActive(index, slice),
  invited: ({ invitations }, { people }) =>
    invitations.reduce(
      (sum, sent, role) => sum + (((people.roleMask >> role) & 1) === 1 ? sent : 0),
      0,
    ),
};

/** memberCount: the current roster seen by status (2.6, 1 to 5). */
const memberCount: Kernel<number> = (index, slice) => byStatus[slice.status](index, slice);

/** newMemberCount: current members who joined within the range. */
const newMemberCount: Kernel<number> = (index, { range, people }) =>
  countMembers(index, people.roleMask, range.from, range.to);

/**
 * Content of one kind created in the range: by anyone, or by current members of the slice
 * (boardCount, postCount, commentCount, reactionCount).
 */
const contentCount =
  (kind: ContentKind): Kernel<number> =>
  (index, { range, people }) => {
    const { day, author } = index.content[kind];
    const { start, end } = rowsInRange(day, range);
    if (people.everybody) return end - start;
    let count = 0;
    for (let row = start; row < end; row++) {
      if (isMemberIn(index, author[row] ?? -1, people.roleMask)) count++;
    }
    return count;
  };

/**
 * peerInteractionCount: comments and reactions by members of the slice on posts of another known
 * user, of whatever standing.
 */
const peerInteractionCount: Kernel<number> = (index, { range, people }) => {
  let count = 0;
  for (const { day, author, toPeer } of [index.content.comments, index.content.reactions]) {
    const { start, end } = rowsInRange(day, range);
    for (let row = start; row < end; row++) {
      if (toPeer[row] === 1 && isMemberIn(index, author[row] ?? -1, people.roleMask)) count++;
    }
  }
  return count;
};

/**
 * visitorCount: distinct visitors with a visit that begins in the range. Months do not add up to their
 * range: a visitor who comes back in a later month is one visitor.
 */
const visitorCount: Kernel<number> = ({ visits, people }, { range }) => {
  const seen = new Uint8Array(people);
  const { start, end } = rowsInRange(visits.day, range);
  let count = 0;
  for (let row = start; row < end; row++) {
    const visitor = visits.visitor[row] ?? 0;
    if (seen[visitor] === 0) count++;
    seen[visitor] = 1;
  }
  return count;
};

/**
 * wallEngagementMinutes: time spent on boards, in minutes. Everybody is the whole workspace; a list of
 * roles is current members only, and visitors not signed in only where `anonymous` is listed.
 */
const wallEngagementMinutes: Kernel<number> = (index, { range, people }) => {
  const { visits, knownUsers } = index;
  const { start, end } = rowsInRange(visits.day, range);
  let seconds = 0;
  for (let row = start; row < end; row++) {
    const visitor = visits.visitor[row] ?? 0;
    const counts =
      people.everybody ||
      (visitor >= knownUsers ? people.anonymous : isMemberIn(index, visitor, people.roleMask));
    if (counts) seconds += visits.seconds[row] ?? 0;
  }
  return secondsToMinutes(seconds);
};

/**
 * attachmentCountByCategory: attachments added by members of the slice, most first, categories that
 * did not occur left out.
 */
const attachmentCountByCategory: Kernel<readonly CategoryCount[]> = (index, { range, people }) => {
  const { attachments, attachmentCategories } = index;
  const counts = new Uint32Array(attachmentCategories.length);
  const { start, end } = rowsInRange(attachments.day, range);
  for (let row = start; row < end; row++) {
    const category = attachments.category[row] ?? 0;
    if (isMemberIn(index, attachments.author[row] ?? -1, people.roleMask)) {
      counts[category] = (counts[category] ?? 0) + 1;
    }
  }
  return attachmentCategories
    .map((category, code) => ({ category, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byCodeUnits(a.category, b.category));
};

/** The scanning kernel of every metric. */
export const scanCatalog: Readonly<Record<MetricName, Kernel>> = {
  memberCount,
  newMemberCount,
  boardCount: contentCount('boards'),
  postCount: contentCount('posts'),
  commentCount: contentCount('comments'),
  reactionCount: contentCount('reactions'),
  visitorCount,
  peerInteractionCount,
  wallEngagementMinutes,
  attachmentCountByCategory,
  scannedItemCount,
  scannedItemCountByType,
  avgScanTimeMs,
  flaggedItemCount,
  flaggedItemCountByCategory,
  moderationCatchRatePercent,
  topBoards,
  topUsers,
  topMedia,
  subscription: (index, slice) =>
    subscription({ directory: index.columns } as unknown as OrganizationIndex, slice, {
      from: 0,
      to: 0,
    }),
};
