import { type Role, roles } from '../api/organizations.js';
import {
  type RosterPage,
  type RosterQuestion,
  type RosterRow,
  type RosterSort,
} from '../api/roster.js';
import { type ContentKind, contentKinds } from '../events/columns.js';
import { orderBy } from '../index/arrays.js';
import { neverSeen } from '../index/content.js';
import { type MemberCounts, type OrganizationIndex } from '../index/organization-index.js';
import { countAt, countsOfAll } from '../index/period-counts.js';
import { type Run, runOf } from '../index/periods.js';
import { isTooLong, membersWith, shownRole } from '../index/roster-orders.js';
import { folded } from '../text.js';
import { type DateRange, type Day, formatDay } from '../time.js';
import {
  countActive,
  everyRole,
  type OfOrganization,
  rosterSize,
  sameOrganization,
} from './kernel.js';
import { topOf } from './top.js';

/** The members that a question is about (4.2). */
export interface RosterFilter {
  /** True when no member is left out. */
  readonly isOpen: boolean;
  readonly accepts: (member: number) => boolean;
  readonly totalCount: number;
}

/** The kind of which there is most comes first: one look at it says active of most members. */
const mostFirst = [...contentKinds].reverse();

const isActive = ({ content }: OrganizationIndex, run: Run, member: number): boolean => {
  for (const kind of mostFirst) {
    const counts = content[kind];
    if (countAt(counts, counts.places[member]!, run) > 0) return true;
  }
  return false;
};

/** The members whom a question's status, roles and search leave over. */
export const rosterFilter = (
  index: OrganizationIndex,
  { status, userTypes, q }: RosterQuestion,
  run: Run,
): RosterFilter => {
  const { role } = index.directory.members;
  const isAsked = (of: Role): boolean =>
    userTypes.length === 0 || userTypes.includes(shownRole(of));
  const roleMask = roles.reduce((mask, of, code) => mask | (+isAsked(of) << code), 0);
  const isMeant = (member: number): boolean =>
    ((roleMask >> role[member]!) & 1) === 1 &&
    (status === null || isActive(index, run, member) === (status === 'active'));
  if (q !== '') {
    // To fold takes time quadratic in the number of accents on a letter.
    const matching = isTooLong(index.search, q) ? [] : membersWith(index.search, folded(q));
    const found = matching.filter(isMeant);
    const isFound = new Uint8Array(role.length);
    for (const member of found) isFound[member] = 1;
    const accepts = (member: number): boolean => isFound[member] === 1;
    return { isOpen: false, accepts, totalCount: found.length };
  }
  const size = rosterSize(index, roleMask);
  const active = status === null ? size : countActive(index, roleMask, run);
  const isOpen = status === null && roleMask === everyRole;
  return { isOpen, accepts: isMeant, totalCount: status === 'inactive' ? size - active : active };
};

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
    signupDate: formatDay(signup[member]! as Day),
    lastActivityDate: seen === neverSeen ? null : formatDay(seen as Day),
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
 * @throws ArgumentError - when the index is of another organization, or was built for times in which the range
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
