import { countPeople, type Distinct } from '../index/distinct.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import { countKeys } from '../index/total-keys.js';
import { rolesIn, type Totals, totalOfRoles } from '../index/totals.js';
import type { MemberStatus } from '../model/metric.js';
import { type Kernel, kernel } from './kernel.js';

type Parts = Pick<OrganizationIndex, 'counts' | 'active' | 'directory' | 'periods'>;

/** Current members of some roles who joined in a run. */
const joinedIn = (counts: Totals, roleMask: number, run: Run): number =>
  totalOfRoles(counts, countKeys.joined(0), roleMask, run);

/** All current members of some roles. */
export const rosterSize = (
  { counts, periods }: Pick<Parts, 'counts' | 'periods'>,
  roleMask: number,
): number => joinedIn(counts, roleMask, { from: 0, to: periods.count });

/** Members who created content in a run: what `active` means everywhere. */
export const countActive = (active: Distinct, roleMask: number, run: Run): number =>
  rolesIn(roleMask).reduce((sum, role) => sum + countPeople(active, role, run), 0);

const countJoined = ({ counts }: Parts, roleMask: number, { to }: Run): number =>
  joinedIn(counts, roleMask, { from: 0, to });

/** Table of 2.6, sentences 2 to 5: how members of each status are counted. */
const byStatus: Readonly<
  Record<MemberStatus, (parts: Parts, roleMask: number, run: Run) => number>
> = {
  all: countJoined,
  joined: countJoined,
  active: ({ active }, roleMask, run) => countActive(active, roleMask, run),
  inactive: (parts, roleMask, run) =>
    rosterSize(parts, roleMask) - countActive(parts.active, roleMask, run),
  invited: ({ directory }, roleMask) =>
    rolesIn(roleMask).reduce((sum, role) => sum + directory.invitations[role]!, 0),
};

/** memberCount: the current roster seen by status (2.6, 1 to 5). */
export const memberCount: Kernel<number> = kernel(
  ['counts', 'active', 'directory', 'periods'],
  (parts, { status, people }, run) => byStatus[status](parts, people.roleMask, run),
);

/** newMemberCount: current members who joined within the range. */
export const newMemberCount = kernel(['counts'], ({ counts }, { people }, run): number =>
  joinedIn(counts, people.roleMask, run),
);
