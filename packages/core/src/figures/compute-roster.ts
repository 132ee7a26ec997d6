import { type ContentKind, contentKinds } from '../events/columns.js';
import { neverSeen } from '../events/grouped.js';
import { orderBy } from '../index/order-by.js';
import type { MemberCounts, OrganizationIndex } from '../index/organization-index.js';
import { countAt, countsOfAll } from '../index/period-counts.js';
import { type Run, runOf } from '../index/periods.js';
import type { DateRange } from '../model/date-range.js';
import { type Day, textOfDay } from '../model/day.js';
import { roles, shownRole } from '../model/role.js';
import type { RosterPage, RosterQuestion, RosterRow, RosterSort } from '../model/roster.js';
import { type OfOrganization, sameOrganization } from './asked.js';
import { type RosterFilter, rosterFilter } from './roster-filter.js';
import { topOf } from './top.js';

/** What a roster is computed for. Every roster plan is one. */
export interface RosterScope extends OfOrganization {
  /** Filters, order and page. */
  readonly question: RosterQuestion;
  /** The days that `active` and the four counts look at; the last activity looks at all. */
  readonly range: DateRange;
}

/** One row of the roster (2.8). */
const rowOf = (
  { directory, content, lastSeen }: OrganizationIndex,
  run: Run,
  member: number,
): RosterRow => {
  const { ids, names, usernames, emails, role, signup } = directory.members;
  const made = (of: MemberCounts): number => countAt(of, of.places[member]!, run);
  const seen = lastSeen[member]!;
  const [boards, posts] = [made(content.boards), made(content.posts)];
  const [comments, reactions] = [made(content.comments), made(content.reactions)];
  return {
    id: ids.at(member)!,
    name: names.at(member)!,
    username: usernames.at(member) ?? null,
    email: emails.at(member) ?? null,
    userType: shownRole(roles[role[member]!]!),
    active: boards + posts + comments + reactions > 0,
    signupDate: textOfDay(signup[member]! as Day),
    lastActivityDate: seen === neverSeen ? null : textOfDay(seen as Day),
    boards,
    posts,
    comments,
    reactions,
  };
};

/** The accepted members of an order, from a place up to, not including, another. */
const pageOf = (
  order: Uint32Array,
  descending: boolean,
  { isOpen, accepts }: RosterFilter,
  start: number,
  end: number,
): readonly number[] => {
  const page: number[] = [];
  for (let at = isOpen ? start : 0, place = at; place < end && at < order.length; at++) {
    const member = order[descending ? order.length - 1 - at : at]!;
    if (!isOpen && !accepts(member)) continue;
    if (place++ >= start) page.push(member);
  }
  return page;
};

const isContentKind = (sort: RosterSort): sort is ContentKind =>
  (contentKinds as readonly string[]).includes(sort);

/** Pages of the highest counts that end here are looked for before all members are counted. */
const frontPlacesMax = 200;

/** The members of a page; those with equal counts of the range are by id (4.2). */
const membersOf = (
  { content, orders }: OrganizationIndex,
  { sort, order, page, perPage }: RosterQuestion,
  run: Run,
  filter: RosterFilter,
): readonly number[] => {
  const { accepts, totalCount } = filter;
  const start = (page - 1) * perPage;
  const end = Math.min(start + perPage, totalCount);
  if (start >= end) return [];
  const descending = order === 'desc';
  if (!isContentKind(sort)) return pageOf(orders[sort], descending, filter, start, end);
  const counts = content[sort];
  if (descending && end <= frontPlacesMax) {
    const { codes } = topOf({ counts, run, accepts, ties: 'descending', most: end });
    if (codes.length === end) return codes.slice(start);
  }
  const all = countsOfAll(counts, counts.places.length, run);
  return pageOf(orderBy(all), descending, filter, start, end);
};

/**
 * One page of the current roster with the contributions of a range (2.8, 4.2). In an ascending order
 * members without a value come first and ties are by id; descending is the exact reverse.
 *
 * @param index - the organization's index
 * @param scope - the plan: filters, order and page, the range, and whose roster is asked for
 * @throws IndexError - when the index is of another organization, or was built for times in which the range
 *   is not a run of whole periods
 *
 * @example
 * ```ts
 * const plan = planRoster({ query: [['sort', 'posts'], ['order', 'desc']], organization, today });
 * isAccepted(plan) ? computeRoster(index, plan.right).rows.map(({ id, posts }) => [id, posts]) : []; // [['sami', 1], ['olga', 0]]
 * ```
 */
export const computeRoster = (index: OrganizationIndex, scope: RosterScope): RosterPage => {
  sameOrganization(index, scope);
  const { question } = scope;
  const run = runOf(index.periods, scope.range);
  const filter = rosterFilter(index, question, run);
  const rows = membersOf(index, question, run, filter).map((member) => rowOf(index, run, member));
  return { rows, totalCount: filter.totalCount };
};
