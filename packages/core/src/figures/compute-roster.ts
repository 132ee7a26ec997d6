import { type ContentKind, contentKinds } from '../events/columns.js';
import { type DayRun, runOf } from '../index/calendar.js';
import { orderBy } from '../index/order-by.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { countEvents } from '../index/timelines.js';
import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { RosterPage, RosterQuestion, RosterRow, RosterSort } from '../model/roster.js';
import { type RosterFilter, rosterFilter } from './roster-filter.js';
import { firstByMost, firstWithout, type Places } from './roster-front.js';
import { rosterRow } from './roster-row.js';

const kindCodes = {
  boards: contentKinds.indexOf('boards'),
  posts: contentKinds.indexOf('posts'),
  comments: contentKinds.indexOf('comments'),
  reactions: contentKinds.indexOf('reactions'),
} satisfies Record<ContentKind, number>;

const rowOf = (index: OrganizationIndex, { from, to }: DayRun, member: number): RosterRow => {
  const { directory, content, calendar, lastSeen } = index;
  const { members, knownUsers } = directory;
  const boards = countEvents(content, kindCodes.boards * knownUsers + member, from, to);
  const posts = countEvents(content, kindCodes.posts * knownUsers + member, from, to);
  const comments = countEvents(content, kindCodes.comments * knownUsers + member, from, to);
  const reactions = countEvents(content, kindCodes.reactions * knownUsers + member, from, to);
  const seen = lastSeen[member]!;
  const day = seen === 0 ? null : (calendar[seen - 1]! as Day);
  return rosterRow(members, member, day, { boards, posts, comments, reactions });
};

const walk = (
  order: Uint32Array,
  reversed: boolean,
  { isOpen, accepts }: RosterFilter,
  { start, end }: Places,
): readonly number[] => {
  const size = order.length;
  const at = (place: number): number => order[reversed ? size - 1 - place : place]!;
  const page: number[] = [];
  if (isOpen) {
    for (let place = start; place < end; place++) page.push(at(place));
    return page;
  }
  for (let place = 0, accepted = 0; place < size && accepted < end; place++) {
    const member = at(place);
    if (accepts(member) && accepted++ >= start) page.push(member);
  }
  return page;
};

/** The members of a page, in an order that no range decides. */
const pageOf = (
  order: Uint32Array,
  descending: boolean,
  filter: RosterFilter,
  { start, end }: Places,
): readonly number[] => {
  const { totalCount } = filter;
  if (2 * start <= totalCount) return walk(order, descending, filter, { start, end });
  // The page is nearer to the other end.
  const fromThere = { start: totalCount - end, end: totalCount - start };
  return [...walk(order, !descending, filter, fromThere)].reverse();
};

/** Pages that end here are looked for from the front before all members are counted. */
const frontPlacesMax = 200;

const pageByCount = (
  index: OrganizationIndex,
  kind: ContentKind,
  descending: boolean,
  run: DayRun,
  filter: RosterFilter,
  places: Places,
): readonly number[] => {
  const front = descending ? firstByMost : firstWithout;
  const found = places.end <= frontPlacesMax ? front(index, kind, run, filter, places) : null;
  if (found !== null) return found;
  const { members, knownUsers } = index.directory;
  const first = contentKinds.indexOf(kind) * knownUsers;
  const counts = new Uint32Array(members.ids.length);
  for (let member = 0; member < counts.length; member++) {
    counts[member] = countEvents(index.content, first + member, run.from, run.to);
  }
  return pageOf(orderBy(counts), descending, filter, places);
};

const isContentKind = (sort: RosterSort): sort is ContentKind =>
  (contentKinds as readonly string[]).includes(sort);

/**
 * One page of the current roster with the contributions of a range (2.8, 4.2). In an ascending order
 * members without a value come first and ties stand by id; descending is the exact reverse.
 *
 * @param index - the organization's index
 * @param question - filters, order and page
 * @param range - the days that `active` and the four counts look at; the last activity looks at all
 */
export const computeRoster = (
  index: OrganizationIndex,
  question: RosterQuestion,
  range: DateRange,
): RosterPage => {
  const run = runOf(index.calendar, range);
  const filter = rosterFilter(index, question, run);
  const { totalCount } = filter;
  const { sort, page, perPage } = question;
  const start = (page - 1) * perPage;
  if (start >= totalCount) return { rows: [], totalCount };
  const places = { start, end: Math.min(start + perPage, totalCount) };
  const descending = question.order === 'desc';
  const members = isContentKind(sort)
    ? pageByCount(index, sort, descending, run, filter, places)
    : pageOf(index.orders[sort], descending, filter, places);
  return { rows: members.map((member) => rowOf(index, run, member)), totalCount };
};
