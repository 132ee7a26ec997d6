import type { EventColumns } from '../../events/columns.js';
import { roles } from '../../model/role.js';
import { calendarOf, monthStartsOf } from '../calendar.js';
import { type Directory, directoryOf, joinDaysOf } from '../directory.js';
import { distinctMonthsOf } from '../distinct-months.js';
import type { CodedEvents } from '../index-totals.js';
import {
  daysOfEvents,
  type GrowingIndex,
  indexedEvents,
  type OrganizationIndex,
} from '../organization-index.js';
import { orderByActivity, rosterOrdersOf } from '../roster-orders.js';
import { allStandings } from '../standings.js';
import { isSame, listOf } from '../texts.js';
import { appendedTotals } from './append-totals.js';
import { appendedReturns, pastOf } from './appended-returns.js';
import { mergeLedgers } from './merge-ledger.js';
import { mergeTimelines } from './merge-timelines.js';
import { recodedEvents } from './recode.js';
import { type Renumbering, renumberingsOf, unknownBefore } from './renumbering.js';
import { changedStandings } from './standing.js';

/** When known users were last seen: the later of before and now. */
const appendedLastSeen = (
  before: Uint16Array,
  { content, visits }: CodedEvents,
  codes: Uint16Array,
  renumbered: Renumbering,
): Uint16Array => {
  const last = new Uint16Array(renumbered.length);
  for (let person = 0; person < last.length; person++) {
    const old = renumbered[person]!;
    const was = old === unknownBefore ? 0 : before[old]!;
    last[person] = was === 0 ? 0 : codes[was - 1]! + 1;
  }
  const see = (people: Int32Array, code: Uint16Array): void => {
    for (let row = 0; row < people.length; row++) {
      const person = people[row]!;
      if (person >= 0 && person < last.length)
        last[person] = Math.max(last[person]!, code[row]! + 1);
    }
  };
  see(content.author, content.code);
  see(visits.visitor, visits.code);
  return last;
};

const isSameColumn = (before: Uint8Array | Int32Array, after: Uint8Array | Int32Array): boolean =>
  before.length === after.length && before.every((value, row) => value === after[row]);

const numberColumns = ['role', 'joined', 'signup'] as const;
const textColumns = ['ids', 'names', 'usernames', 'emails'] as const;

/** The directory of now, with the members of before where nothing about any of them has changed. */
const appendedDirectory = ({ members: before }: Directory, columns: EventColumns): Directory => {
  const directory = directoryOf(columns);
  const { members } = columns;
  const isUnchanged =
    numberColumns.every((name) => isSameColumn(before[name], members[name])) &&
    textColumns.every((name) => isSame(listOf(before[name]), members[name]));
  return isUnchanged ? { ...directory, members: before } : directory;
};

/** What depends on members alone, taken over where they are the same, and their latest activity. */
const appendedRoster = (
  { directory: { members: before }, joins, orders, search }: OrganizationIndex,
  { members }: Directory,
  columns: EventColumns,
  lastSeen: Uint16Array,
): Pick<OrganizationIndex, 'joins' | 'orders' | 'search'> => {
  if (members !== before) {
    return { joins: joinDaysOf(columns.members), ...rosterOrdersOf(columns.members, lastSeen) };
  }
  return {
    joins,
    orders: { ...orders, lastActivityDate: orderByActivity(members, lastSeen) },
    search,
  };
};

/**
 * An index with more events: the same as one built from everything, at a cost that depends on what is
 * new. Events may be late, people may have come, left or changed their role; nothing may be gone.
 *
 * @param index - stays as it is
 * @param columns - people, boards, media and words as they are now, all of them, and of the events the
 *   new ones alone; visitors who were not signed in keep the order of their codes, new ones come last
 */
export const append = (index: GrowingIndex, columns: EventColumns): GrowingIndex => {
  const calendar = calendarOf([index.calendar, ...daysOfEvents(columns)]);
  const days = calendar.length;
  const directory = appendedDirectory(index.directory, columns);
  const renumberings = renumberingsOf(index.directory, directory);
  const { knownUsers, people } = renumberings;
  const moved = changedStandings(index.directory, directory, knownUsers);
  const old = recodedEvents(index, calendar, directory.words, renumberings);
  const { rows, ...added } = indexedEvents(columns, calendar);
  const events = {
    content: mergeTimelines(old.content, added.content, renumberings.contents),
    boardPosts: mergeTimelines(old.boardPosts, added.boardPosts, renumberings.boards),
    plays: mergeTimelines(old.plays, added.plays, renumberings.media),
    visits: mergeLedgers(old.visits, added.visits, people),
    attachments: mergeLedgers(old.attachments, added.attachments, knownUsers),
  };
  const past = pastOf(index, days, old.keptDays);
  const returns = appendedReturns(past, { directory, days, events, rows }, renumberings, moved);
  const months = monthStartsOf(calendar);
  /** The first day with new rows of a table; the first of all days when the days are numbered anew. */
  const firstNewOf = ({ code }: { readonly code: Uint16Array }): number =>
    old.keptDays ? (code[0] ?? days) : 0;
  const lastSeen = appendedLastSeen(index.lastSeen, rows, old.codes, knownUsers);
  return {
    directory,
    calendar,
    months,
    ...appendedTotals(index, old, moved, rows, columns, directory.words, days),
    ...events,
    ...returns,
    activeByMonth: distinctMonthsOf(returns.active, roles.length, months, {
      months: index.activeByMonth,
      starts: index.months,
      firstNew: moved.length > 0 ? 0 : firstNewOf(rows.content),
    }),
    visitorsByMonth: distinctMonthsOf(returns.visitors, 1, months, {
      months: index.visitorsByMonth,
      starts: index.months,
      firstNew: firstNewOf(rows.visits),
    }),
    lastSeen,
    standings: allStandings({ ...events, boardVisits: returns.boardVisits }, directory, days),
    ...appendedRoster(index, directory, columns, lastSeen),
  };
};
