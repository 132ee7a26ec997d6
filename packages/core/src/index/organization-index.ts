import { mediaTypes } from '../api/metrics.js';
import type { BillingTerm } from '../api/organizations.js';
import {
  type ContentKind,
  contentKinds,
  type EventColumns,
  type KnownColumns,
  type MemberColumns,
} from '../events/columns.js';
import { type GroupedColumns, groupEvents, periodsOf } from '../events/group-events.js';
import { failArgument } from '../messages.js';
import { type Narrow, narrow } from './arrays.js';
import {
  activeMembersOf,
  type BoardVisitors,
  boardVisitorsOf,
  type Distinct,
  visitorsOf,
} from './distinct.js';
import { type PeriodCounts, periodCounts, placesIn } from './period-counts.js';
import {
  type IndexTimes,
  indexedPeriods,
  occupiedPeriods,
  type Periods,
  periodEdges,
} from './periods.js';
import { type RosterOrders, rosterOrdersOf, type SearchText } from './roster-orders.js';
import type { Texts } from './stored-texts.js';
import { amountsOf, contentSumsOf, countsOf, type Totals, type Words } from './totals.js';

/*
 * An index answers any run of periods at the same cost however many events there were. Which part answers
 * which figure, and how:
 *
 *   periods        from a range of days to a run of columns: every range begins and ends with a period
 *   counts         memberCount joined and all, newMemberCount, boardCount, postCount, commentCount,
 *                  reactionCount, peerInteractionCount, attachmentCountByCategory, scannedItemCount,
 *                  scannedItemCountByType, flaggedItemCount, flaggedItemCountByCategory,
 *                  moderationCatchRatePercent: one subtraction for each key of totals.ts
 *   amounts        wallEngagementMinutes; avgScanTimeMs with `counts`: the same for seconds and microseconds
 *   active         memberCount active and inactive: two reads of a table for each role (distinct.ts)
 *   visitors       visitorCount: the same for all visitors
 *   content        topUsers; the counts, `active` and the order of a roster: members by total (period-counts.ts)
 *   boardPosts     topBoards by posts: boards by total
 *   boardVisitors  topBoards by visitors: those who came in each period, less those who came again
 *   plays          topMedia
 *   directory      names and titles; memberCount invited; subscription
 *   lastSeen       lastActivityDate of a roster
 *   orders         a roster in every order that no range decides
 *   search         `q` of a roster
 */

/** Members; when they joined is among the counts. */
interface IndexedMembers extends Pick<MemberColumns, 'role' | 'signup'> {
  readonly ids: Texts;
  readonly names: Texts;
  readonly usernames: Texts<string | null>;
  readonly emails: Texts<string | null>;
}

/** Something that a ranking can name. */
interface Titled {
  readonly ids: Texts;
  readonly titles: Texts;
}

/** What has a name: people, boards, media and words, and what is known of them whatever the day. */
export interface Directory {
  readonly members: IndexedMembers;
  readonly boards: Titled;
  /** Each with its type, as a place in the list of them. */
  readonly media: Titled & { readonly type: Uint8Array };
  readonly words: Words;
  readonly invitations: Uint32Array;
  readonly billingTerms: readonly BillingTerm[];
  readonly seatChanges: KnownColumns['seatChanges'];
}

/** What figures are computed from: immutable, and nothing but columns, texts and few numbers. */
export interface OrganizationIndex {
  /** Whose events these are; `null` when nothing said so. */
  readonly organizationId: string | null;
  /** The time line, and what it was cut for. */
  readonly periods: Periods;
  /** People, boards, media and words by their codes. */
  readonly directory: Directory;
  /** Sums of everything that is counted. */
  readonly counts: Totals;
  /** Sums of seconds and microseconds. */
  readonly amounts: Totals<Float64Array>;
  /** Different active members, by role. */
  readonly active: Distinct;
  /** Different visitors. */
  readonly visitors: Distinct;
  /** What members created, by kind. */
  readonly content: Readonly<Record<ContentKind, MemberCounts>>;
  /** Posts of boards. */
  readonly boardPosts: PeriodCounts;
  /** Visitors of boards. */
  readonly boardVisitors: BoardVisitors;
  /** Plays of videos and audios. */
  readonly plays: PeriodCounts;
  /** The day on which each member was last seen; `neverSeen` for never. */
  readonly lastSeen: Int32Array;
  /** The roster in every order that no range decides. */
  readonly orders: RosterOrders;
  /** What the roster's `q` looks through. */
  readonly search: SearchText;
}

/** Counts of members, who are also looked up one by one. */
export interface MemberCounts extends PeriodCounts {
  /** The place of each member in `order`; its length for those without any. */
  readonly places: Narrow;
}

const ascending = (words: readonly string[]): readonly string[] => [...new Set(words)].sort();

/** The directory that the columns hold. */
const directoryOf = (columns: KnownColumns) => {
  const { ids, titles, categories } = columns.media;
  const types: readonly string[] = mediaTypes;
  const { ids: memberIds, role, signup, names, usernames, emails } = columns.members;
  return {
    members: { ids: memberIds, role, signup, names, usernames, emails },
    boards: { ids: columns.boards.ids, titles: columns.boards.titles },
    media: {
      ids,
      titles,
      type: Uint8Array.from(categories, (category) => types.indexOf(category)),
    },
    words: {
      attachmentCategories: ascending(columns.attachmentCategories),
      scannedTypes: ascending(columns.scannedTypes),
      flags: ascending(columns.flagSets.flat()),
    },
    invitations: columns.invitations,
    billingTerms: columns.billingTerms.map(({ startsOn, endsOn, status }) => ({
      startsOn,
      endsOn,
      status,
    })),
    seatChanges: columns.seatChanges.map(({ on, seats }) => ({ on, seats })),
  } satisfies Directory;
};

/**
 * The index of grouped events.
 *
 * @param grouped - counts by the periods of `periodEdges(times)`
 * @param times - creation day, billing terms, and the day that the index is built for
 * @throws ArgumentError - when a day of `times` is not valid
 */
export const indexGroups = (grouped: GroupedColumns, times: IndexTimes): OrganizationIndex => {
  const edges = periodEdges(times);
  const { members, boards, media } = grouped;
  const joined = periodsOf(edges, members.joined);
  const tables = [
    ...contentKinds.map((kind) => grouped.content[kind]),
    ...[grouped.plays, grouped.engagement, grouped.attachments, grouped.scans],
  ];
  const columns = occupiedPeriods(
    [...tables.map(({ period }) => period), joined],
    edges.length + 1,
  );
  const countsOfThings = (of: GroupedColumns['plays'], things: number): PeriodCounts =>
    periodCounts(of, things, columns);
  const ofMembers = (kind: ContentKind): MemberCounts => {
    const counts = countsOfThings(grouped.content[kind], members.ids.length);
    return { ...counts, places: narrow(placesIn(counts.order, members.ids.length)) };
  };
  const directory = directoryOf(grouped);
  const contentSums = contentSumsOf(grouped, columns);
  return {
    organizationId: grouped.organizationId,
    periods: indexedPeriods(times, edges, columns.periods),
    directory,
    counts: countsOf(grouped, contentSums, joined, directory.words, columns),
    amounts: amountsOf(grouped, columns),
    active: activeMembersOf(members, contentSums, columns),
    visitors: visitorsOf(grouped, columns),
    content: {
      boards: ofMembers('boards'),
      posts: ofMembers('posts'),
      comments: ofMembers('comments'),
      reactions: ofMembers('reactions'),
    },
    boardPosts: countsOfThings(grouped.boardPosts, boards.ids.length),
    boardVisitors: boardVisitorsOf(grouped.boardVisitors, boards.ids.length, columns),
    plays: countsOfThings(grouped.plays, media.ids.length),
    lastSeen: grouped.lastSeen,
    ...rosterOrdersOf(members, grouped.lastSeen),
  };
};

/**
 * The index of an organization's events.
 *
 * @param columns - one row an event
 * @param times - creation day, billing terms, and the day that the index is built for: an organization and
 *   a day
 * @throws ArgumentError - when a day of `times` is not valid, or `columns` are not event columns
 *
 * @example
 * ```ts
 * const built = buildIndex(columnsFrom(facts), { ...organization, today });
 * canAnswer(built, rangeOfMonths(monthOf(2026, 3), monthOf(2026, 4))); // true
 * ```
 */
export const buildIndex = (columns: EventColumns, times: IndexTimes): OrganizationIndex => {
  const edges = periodEdges(times);
  if ((columns as Partial<EventColumns> | null)?.content === undefined) {
    failArgument('columns', columns, 'event columns, as columnsFrom makes them');
  }
  return indexGroups(groupEvents(columns, edges), times);
};
