import { contentKinds } from '../events/columns.js';
import { type DayRun } from '../index/calendar.js';
import { countPeople } from '../index/distinct-months.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { folded } from '../index/roster-orders.js';
import { membersWith } from '../index/search-text.js';
import { countEventsFrom } from '../index/timelines.js';
import { type Role, type RosterRole, roles } from '../model/role.js';
import type { RosterQuestion } from '../model/roster.js';
import { rolesIn } from './slice.js';

/** The members that a question is about (4.2). */
export interface RosterFilter {
  /** True when nobody is left out. */
  readonly isOpen: boolean;
  readonly accepts: (member: number) => boolean;
  readonly totalCount: number;
}

const everyRole = (1 << roles.length) - 1;

/** The role as the roster reports it: an owner is an admin (2.8). */
export const shownRole = (role: Role): RosterRole => (role === 'owner' ? 'admin' : role);

const maskOf = (userTypes: readonly RosterRole[]): number =>
  userTypes.length === 0
    ? everyRole
    : roles.reduce(
        (mask, role, code) => (userTypes.includes(shownRole(role)) ? mask | (1 << code) : mask),
        0,
      );

// The kinds most likely to show that somebody was active come first.
const mostLikelyFirst = ['reactions', 'posts', 'comments', 'boards'] as const;
const kindCodes = mostLikelyFirst.map((kind) => contentKinds.indexOf(kind));

/** Whether a member created anything in a run of days. */
const isActive = (
  { content, directory: { knownUsers } }: OrganizationIndex,
  { from, to }: DayRun,
  member: number,
): boolean => {
  for (const kind of kindCodes) {
    if (countEventsFrom(content, kind * knownUsers + member, from, to, 1) > 0) return true;
  }
  return false;
};

const countActive = (index: OrganizationIndex, run: DayRun, roleMask: number): number =>
  rolesIn(roleMask).reduce(
    (sum, role) => sum + countPeople(index.active, index.activeByMonth, index.months, role, run),
    0,
  );

/** The members whom a question's status, roles and search leave over. */
export const rosterFilter = (
  index: OrganizationIndex,
  { status, userTypes, q }: RosterQuestion,
  run: DayRun,
): RosterFilter => {
  const { role } = index.directory.members;
  const roleMask = maskOf(userTypes);
  const standing = (member: number): boolean =>
    ((roleMask >> role[member]!) & 1) === 1 &&
    (status === null || isActive(index, run, member) === (status === 'active'));
  if (q !== '') {
    const found = new Uint8Array(role.length);
    let totalCount = 0;
    for (const member of membersWith(index.search, folded(q))) {
      if (!standing(member)) continue;
      found[member] = 1;
      totalCount++;
    }
    return { isOpen: false, accepts: (member) => found[member] === 1, totalCount };
  }
  const { starts } = index.joins;
  const size = rolesIn(roleMask).reduce((sum, of) => sum + starts[of + 1]! - starts[of]!, 0);
  const active = status === null ? 0 : countActive(index, run, roleMask);
  const counts = { active, inactive: size - active };
  return {
    isOpen: status === null && roleMask === everyRole,
    accepts: standing,
    totalCount: status === null ? size : counts[status],
  };
};
