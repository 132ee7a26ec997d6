import { contentKinds } from '../events/columns.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { countAt } from '../index/period-counts.js';
import type { Run } from '../index/periods.js';
import { isTooLong, membersWith } from '../index/search-text.js';
import { folded } from '../model/folded-text.js';
import { type Role, roles, shownRole } from '../model/role.js';
import type { RosterQuestion } from '../model/roster.js';
import { everyRole } from './kernel.js';
import { countActive, rosterSize } from './membership.js';

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
