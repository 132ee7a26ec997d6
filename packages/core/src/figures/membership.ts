import { countPeople } from '../index/distinct.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import { countKeys } from '../index/total-keys.js';
import { rolesIn, totalOfRoles } from '../index/totals.js';
import type { MemberStatus } from '../model/metric.js';
import type { Kernel } from './slice.js';

/** How many members of some roles there are in a run. */
type CountMembers = (index: OrganizationIndex, roleMask: number, run: Run) => number;

/** Current members who joined in a run. */
const joinedIn: CountMembers = ({ counts }, roleMask, run) =>
  totalOfRoles(counts, countKeys.joined(0), roleMask, run);

const joinedBy: CountMembers = (index, roleMask, { to }) =>
  joinedIn(index, roleMask, { from: 0, to });

/** All current members, whatever the run. */
export const rosterSize = (index: OrganizationIndex, roleMask: number): number =>
  joinedIn(index, roleMask, { from: 0, to: index.periods.count });

/** Members who created content in a run: what `active` means everywhere. */
export const countActive: CountMembers = ({ active }, roleMask, run) =>
  rolesIn(roleMask).reduce((sum, role) => sum + countPeople(active, role, run), 0);

/** Table of 2.6, sentences 2 to 5: how members of each status are counted. */
const byStatus: Readonly<Record<MemberStatus, CountMembers>> = {
  all: joinedBy,
  joined: joinedBy,
  active: countActive,
  inactive: (index, roleMask, run) =>
    rosterSize(index, roleMask) - countActive(index, roleMask, run),
  invited: ({ directory }, roleMask) =>
    rolesIn(roleMask).reduce((sum, role) => sum + directory.invitations[role]!, 0),
};

/** memberCount: the current roster seen by status (2.6, 1 to 5). */
export const memberCount: Kernel<number> = (index, { status, people }, run) =>
  byStatus[status](index, people.roleMask, run);

/** newMemberCount: current members who joined within the range. */
export const newMemberCount: Kernel<number> = (index, { people }, run) =>
  joinedIn(index, people.roleMask, run);
