import { contentKinds } from '../events/columns.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { countAt } from '../index/period-counts.js';
import type { Run } from '../index/periods.js';
import { folded } from '../index/roster-orders.js';
import { isTooLong, membersWith } from '../index/search-text.js';
import { type Role, type RosterRole, roles } from '../model/role.js';
import type { RosterQuestion } from '../model/roster.js';
import { countActive, rosterSize } from './membership.js';
import { everyRole } from './slice.js';

/** The members that a question is about (4.2). */
export interface RosterFilter {
  /** True when nobody is left out. */
  readonly isOpen: boolean;
  readonly accepts: (member: number) => boolean;
  readonly totalCount: number;
}

/** The role as the roster reports it: an owner is an admin (2.8). */
export const shownRole = (role: Role): RosterRole => (role === 'owner' ? 'admin' : role);

const maskOf = (userTypes: readonly RosterRole[]): number =>
  userTypes.length === 0
    ? everyRole
    : roles.reduce(
        (mask, role, code) => (userTypes.includes(shownRole(role)) ? mask | (1 << code) : mask),
        0,
      );

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
  const roleMask = maskOf(userTypes);
  const isMeant = (member: number): boolean =>
    ((roleMask >> role[member]!) & 1) === 1 &&
    (status === null || isActive(index, run, member) === (status === 'active'));
  if (q !== '') {
    const found = new Uint8Array(role.length);
    let totalCount = 0;
    // To fold takes time quadratic in the number of accents on a letter.
    const members = isTooLong(index.search, q) ? [] : membersWith(index.search, folded(q));
    for (const member of members) {
      if (!isMeant(member)) continue;
      found[member] = 1;
      totalCount++;
    }
    return { isOpen: false, accepts: (member) => found[member] === 1, totalCount };
  }
  const size = rosterSize(index, roleMask);
  const active = status === null ? 0 : countActive(index.active, roleMask, run);
  const counts = { active, inactive: size - active };
  return {
    isOpen: status === null && roleMask === everyRole,
    accepts: isMeant,
    totalCount: status === null ? size : counts[status],
  };
};
