import type { EventColumns } from '../events/columns.js';
import { roles } from '../model/role.js';
import { calendarOf, monthStartsOf } from './calendar.js';
import { codedRows } from './coded-rows.js';
import { type DayTotals, totalsOf } from './day-totals.js';
import { type Directory, directoryOf, type JoinDays, joinDaysOf } from './directory.js';
import type { DistinctDays } from './distinct-days.js';
import { type DistinctMonths, distinctMonthsOf } from './distinct-months.js';
import { attachmentLedger } from './index-attachments.js';
import { activeDays, contentTimelines } from './index-content.js';
import { amountsAdded, type CodedEvents, countsAdded } from './index-totals.js';
import { type BoardVisits, visitDays, visitLedger } from './index-visits.js';
import { lastSeenOf } from './last-seen.js';
import type { AttachmentLedger, VisitLedger } from './ledger.js';
import { type RosterOrders, rosterOrdersOf } from './roster-orders.js';
import type { SearchText } from './search-text.js';
import { type AllStandings, allStandings } from './standings.js';
import { plainMarks, type Timelines, timelinesOf } from './timelines.js';
import { wordsOf } from './words.js';

/**
 * What figures are computed from. No event is looked at again: whatever a figure of any run of days
 * needs stands here in a form that answers at the same cost however many events there are. Immutable.
 */
export interface OrganizationIndex {
  /** People, boards, media and words by their codes. */
  readonly directory: Directory;
  /** Days on which anything happened, and few quiet ones in a row, ascending; elsewhere a day is its place. */
  readonly calendar: Int32Array;
  /** The code with which each month begins, and the number of all days. */
  readonly months: Uint16Array;
  /** Running totals by day of everything that is counted. */
  readonly counts: DayTotals;
  /** Running totals by day of seconds and milliseconds. */
  readonly amounts: DayTotals<Float64Array>;
  /** Days on which members of now joined, by role. */
  readonly joins: JoinDays;
  /** What each known user created, kind after kind. */
  readonly content: Timelines;
  /** Days on which members were active, by role. */
  readonly active: DistinctDays;
  /** The different active members of whole months, by role. */
  readonly activeByMonth: DistinctMonths;
  /** Days on which anybody came. */
  readonly visitors: DistinctDays;
  /** The different visitors of whole months. */
  readonly visitorsByMonth: DistinctMonths;
  /** Posts of each board. */
  readonly boardPosts: Timelines;
  /** Visitors of each board. */
  readonly boardVisits: BoardVisits;
  /** Plays of each video and audio. */
  readonly plays: Timelines;
  /** One more than the code of the day on which a known user was last seen, 0 for never. */
  readonly lastSeen: Uint16Array;
  /** Who comes into question for the first places of each ranking. */
  readonly standings: AllStandings;
  /** The roster in every order that no range decides. */
  readonly orders: RosterOrders;
  /** What the roster's `q` looks through. */
  readonly search: SearchText;
}

/** An index that events can be appended to: a third more, of which no answer needs anything. */
export interface GrowingIndex extends OrganizationIndex {
  /** Visits that later ones must be told from when they are appended. */
  readonly visits: VisitLedger;
  /** Attachments by who added them. */
  readonly attachments: AttachmentLedger;
}

/** Whether events can be appended to an index. */
export const canGrow = (index: OrganizationIndex): index is GrowingIndex => 'visits' in index;

/** The index as it answers, for those who append nothing to it. */
export const answeringIndex = ({
  visits: _visits,
  attachments: _attachments,
  ...index
}: GrowingIndex): OrganizationIndex => index;

/** What an index takes from events alone, in a given calendar. */
export const indexedEvents = (columns: EventColumns, calendar: Int32Array) => {
  const rows: CodedEvents = {
    content: codedRows(columns.content, calendar),
    visits: codedRows(columns.visits, calendar),
    attachments: codedRows(columns.attachments, calendar),
    plays: codedRows(columns.plays, calendar),
    scans: codedRows(columns.scans, calendar),
  };
  const { media, code } = rows.plays;
  return {
    rows,
    ...contentTimelines(rows.content, columns),
    plays: timelinesOf(media, plainMarks(code), columns.media.ids.length),
    ...visitLedger(rows.visits, columns),
    attachments: attachmentLedger(rows.attachments, columns, wordsOf(columns)),
  };
};

/** The days of all events. */
export const daysOfEvents = (columns: EventColumns): readonly Int32Array[] => {
  const { content, visits, attachments, plays, scans } = columns;
  return [content.day, visits.day, attachments.day, plays.day, scans.day];
};

/** Builds the index of one organization's columns. */
export const buildIndex = (columns: EventColumns): GrowingIndex => {
  const calendar = calendarOf(daysOfEvents(columns));
  const days = calendar.length;
  const directory = directoryOf(columns);
  const { rows, ...events } = indexedEvents(columns, calendar);
  const lastSeen = lastSeenOf(events, directory);
  const months = monthStartsOf(calendar);
  const active = activeDays(rows.content, columns, days);
  const visitors = visitDays(rows.visits, columns, days);
  return {
    directory,
    calendar,
    months,
    counts: totalsOf(countsAdded(rows, columns, directory.words, days), days),
    amounts: totalsOf(amountsAdded(rows, columns, days), days),
    joins: joinDaysOf(columns.members),
    ...events,
    active,
    activeByMonth: distinctMonthsOf(active, roles.length, months),
    visitors,
    visitorsByMonth: distinctMonthsOf(visitors, 1, months),
    lastSeen,
    standings: allStandings(events, directory, days),
    ...rosterOrdersOf(columns.members, lastSeen),
  };
};
