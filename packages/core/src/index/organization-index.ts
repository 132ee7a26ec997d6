import { mediaTypes } from '../api/metrics.js';
import { type ContentKind, type EventColumns, type MemberColumns } from '../events/columns.js';
import { failArgument } from '../messages.js';
import { type Narrow, narrow } from './arrays.js';
import { contentByKind, lastSeenOf } from './content.js';
import { activeMembersOf, type Distinct } from './distinct.js';
import { type PeriodCounts, periodCounts, placesIn, type ThingEvents } from './period-counts.js';
import { type IndexTimes, type Periods, timeLineOf } from './periods.js';
import { type RosterOrders, rosterOrdersOf, type SearchText } from './roster-orders.js';
import type { Texts } from './stored-texts.js';
import { amountsOf, contentSumsOf, countsOf, type Totals, type Words } from './totals.js';
import { type BoardVisitors, indexVisits } from './visitors.js';

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
export interface Directory
  extends Pick<EventColumns, 'invitations' | 'billingTerms' | 'seatChanges'> {
  readonly members: IndexedMembers;
  readonly boards: Titled;
  /** Each with its type, as a place in the list of them. */
  readonly media: Titled & { readonly type: Uint8Array };
  readonly words: Words;
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
const directoryOf = (columns: EventColumns) => {
  const { categories, ...media } = columns.media;
  const types: readonly string[] = mediaTypes;
  const { ids, role, signup, names, usernames, emails } = columns.members;
  const { boards, invitations, billingTerms, seatChanges } = columns;
  return {
    ...{ boards, invitations, billingTerms, seatChanges },
    members: { ids, role, signup, names, usernames, emails },
    media: { ...media, type: Uint8Array.from(categories, (category) => types.indexOf(category)) },
    words: {
      attachmentCategories: ascending(columns.attachmentCategories),
      scannedTypes: ascending(columns.scannedTypes),
      flags: ascending(columns.flagSets.flat()),
    },
  } satisfies Directory;
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
  if ((columns as Partial<EventColumns> | null)?.content === undefined) {
    failArgument('columns', columns, 'event columns, as columnsFrom makes them');
  }
  const { organizationId, members, boards, media, plays } = columns;
  const tables = [columns.content, columns.visits, columns.attachments, plays, columns.scans];
  const happened = [members.joined, ...tables.map(({ day }) => day)];
  const { periods, columnsOf } = timeLineOf(times, happened);
  const { count } = periods;
  const withColumn = <Table extends { readonly day: Int32Array }>(table: Table) => ({
    ...table,
    column: columnsOf(table.day),
  });
  const visits = withColumn(columns.visits);
  const scans = withColumn(columns.scans);
  const amounts = amountsOf(columns, visits, scans, count);
  // First, since it takes most memory meanwhile.
  const { visitors, boardVisitors } = indexVisits(visits, columns, count);
  const content = contentByKind(withColumn(columns.content));
  const { posts } = content;
  const contentSums = contentSumsOf(content, members.role, count);
  const ofMembers = (events: ThingEvents): MemberCounts => {
    const counts = periodCounts(events, members.ids.length, count);
    return { ...counts, places: narrow(placesIn(counts.order, members.ids.length)) };
  };
  const counted = {
    attachments: withColumn(columns.attachments),
    scans,
    joined: columnsOf(members.joined),
  };
  const directory = directoryOf(columns);
  const lastSeen = lastSeenOf(columns);
  return {
    organizationId,
    periods,
    directory,
    counts: countsOf(columns, counted, contentSums, directory.words, count),
    amounts,
    active: activeMembersOf(members, contentSums, count),
    visitors,
    content: {
      boards: ofMembers(content.boards),
      posts: ofMembers(posts),
      comments: ofMembers(content.comments),
      reactions: ofMembers(content.reactions),
    },
    boardPosts: periodCounts({ ...posts, thing: posts.board }, boards.ids.length, count),
    boardVisitors,
    plays: periodCounts(
      { thing: plays.media, column: columnsOf(plays.day) },
      media.ids.length,
      count,
    ),
    lastSeen,
    ...rosterOrdersOf(members, lastSeen),
  };
};
