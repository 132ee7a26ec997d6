import { type CategoryCount } from '../api/figure.js';
import { type MetricName } from '../api/metrics.js';
import { type BillingTerm } from '../api/organizations.js';
import { type ContentKind, contentKinds } from '../events/columns.js';
import { allVisitors, countPeople } from '../index/distinct.js';
import {
  amountKeys,
  countKeys,
  everybody,
  total,
  totalOfRoles,
  type Words,
} from '../index/totals.js';
import { type Day, earlierOf, formatDay } from '../time.js';
import { allPeople, type Kernel, type Kernels } from './kernel.js';
import { memberCount, newMemberCount } from './membership.js';
import { topBoards, topMedia, topUsers } from './ranked.js';
import { ratioToOneDecimal, secondsToMinutes } from './rounding.js';

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
