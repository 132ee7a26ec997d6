import { distinctDays } from './calendar.js';
import { codedRows } from './coded-rows.js';
import type { EventColumns } from './columns.js';
import type { DayTotals } from './day-totals.js';
import { type Directory, directoryOf, type JoinDays, joinDaysOf } from './directory.js';
import type { DistinctDays } from './distinct-days.js';
import { type AttachmentLedger, attachmentLedger } from './index-attachments.js';
import { activeDays, contentTimelines, postTimelines } from './index-content.js';
import { amountsOf, countsOf } from './index-totals.js';
import { type BoardVisits, type VisitLedger, visitDays, visitLedger } from './index-visits.js';
import { lastSeenOf } from './last-seen.js';
import { type Leaders, leadersOf } from './leaders.js';
import { type RosterOrders, rosterOrdersOf, type SearchText } from './roster-orders.js';
import { plainMarks, type Timelines, timelinesOf } from './timelines.js';

/**
 * What figures are computed from. No event is looked at again: whatever a figure of any run of days
 * needs stands here in a form that answers at the same cost however many events there are. Immutable.
 */
export interface OrganizationIndex {
  readonly directory: Directory;
  /** Every day on which anything happened, ascending; elsewhere a day is its place here. */
  readonly calendar: Int32Array;
  readonly counts: DayTotals;
  readonly amounts: DayTotals<Float64Array>;
  readonly joins: JoinDays;
  /** What each known user created, kind after kind. */
  readonly content: Timelines;
  /** Days on which members were active, by role. */
  readonly active: DistinctDays;
  /** Days on which anybody came. */
  readonly visitors: DistinctDays;
  readonly boardPosts: Timelines;
  readonly boardVisits: BoardVisits;
  readonly plays: Timelines;
  /** One more than the code of the day on which a known user was last seen, 0 for never. */
  readonly lastSeen: Uint16Array;
  readonly leaders: Leaders;
  readonly orders: RosterOrders;
  readonly search: SearchText;
  readonly visits: VisitLedger;
  readonly attachments: AttachmentLedger;
}

/** Builds the index of one organization's columns. */
export const buildIndex = (columns: EventColumns): OrganizationIndex => {
  const { content, visits, attachments, plays, scans } = columns;
  const calendar = distinctDays([content, visits, attachments, plays, scans].map(({ day }) => day));
  const days = calendar.length;
  const directory = directoryOf(columns);
  const contentRows = codedRows(content, calendar);
  const visitRows = codedRows(visits, calendar);
  const playRows = codedRows(plays, calendar);
  const attachmentRows = codedRows(attachments, calendar);
  const scanRows = codedRows(scans, calendar);
  const timelines = {
    content: contentTimelines(contentRows, columns),
    boardPosts: postTimelines(contentRows, columns),
    ...visitLedger(visitRows, columns, days),
    plays: timelinesOf(playRows.media, plainMarks(playRows.code), columns.media.ids.length),
  };
  const lastSeen = lastSeenOf(timelines, directory);
  return {
    directory,
    calendar,
    counts: countsOf(
      { content: contentRows, attachments: attachmentRows, scans: scanRows },
      columns,
      directory.words,
      days,
    ),
    amounts: amountsOf({ visits: visitRows, scans: scanRows }, columns, days),
    joins: joinDaysOf(columns.members),
    ...timelines,
    active: activeDays(contentRows, columns, days),
    visitors: visitDays(visitRows, columns, days),
    lastSeen,
    leaders: leadersOf(timelines, directory),
    ...rosterOrdersOf(columns.members, lastSeen),
    attachments: attachmentLedger(attachmentRows, columns, directory.words),
  };
};
