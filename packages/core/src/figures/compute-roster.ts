import { type ContentKind, contentKinds } from '../events/columns.js';
import { neverSeen } from '../events/grouped.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { countAt } from '../index/period-counts.js';
import { type Run, runOf } from '../index/periods.js';
import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { RosterPage, RosterQuestion, RosterRow, RosterSort } from '../model/roster.js';
import { type Places, pageByCount } from './roster-by-count.js';
import { type RosterFilter, rosterFilter } from './roster-filter.js';
import { rosterRow } from './roster-row.js';
import { type OfOrganization, sameOrganization } from './same-organization.js';

/** What a roster is computed for. Every roster plan is one. */
export interface RosterScope extends OfOrganization {
  /** Filters, order and page. */
  readonly question: RosterQuestion;
  /** The days that `active` and the four counts look at; the last activity looks at all. */
  readonly range: DateRange;
}

const rowOf = (
  { directory, content, lastSeen }: OrganizationIndex,
  run: Run,
  member: number,
): RosterRow => {
  const made = (kind: ContentKind): number =>
    countAt(content[kind], content[kind].places[member]!, run);
  const seen = lastSeen[member]!;
  return rosterRow(directory.members, member, seen === neverSeen ? null : (seen as Day), {
    boards: made('boards'),
    posts: made('posts'),
    comments: made('comments'),
    reactions: made('reactions'),
  });
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

const isContentKind = (sort: RosterSort): sort is ContentKind =>
  (contentKinds as readonly string[]).includes(sort);

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
  const { question, range } = scope;
  const run = runOf(index.periods, range);
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
