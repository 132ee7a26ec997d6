import { countPeople } from '../index/distinct.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import { countKeys, totalOfRoles } from '../index/totals.js';
import { everyRole, type Kernel, type Kernels } from './kernel.js';

/** The sum of what each role of a mask has. */
const sumOfRoles = (roleMask: number, numberOf: (role: number) => number): number => {
  let sum = 0;
  for (let role = 0; roleMask >> role !== 0; role++) {
    if (((roleMask >> role) & 1) === 1) sum += numberOf(role);
  }
  return sum;
};

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
  sumOfRoles(roleMask, (role) => countPeople(active, role, run));

const countOf =
  (count: CountMembers): Kernel =>
  (index, run, people) =>
    count(index, people & everyRole, run);

/** memberCount: the current roster seen by status (table of 2.6, sentences 1 to 5). */
export const memberCount: Kernels = {
  property: 'status',
  byWord: {
    all: countOf(joinedBy),
    joined: countOf(joinedBy),
    active: countOf(countActive),
    inactive: countOf(
      (index, mask, run) => rosterSize(index, mask) - countActive(index, mask, run),
    ),
    invited: countOf(({ directory }, roleMask) =>
      sumOfRoles(roleMask, (role) => directory.invitations[role]!),
    ),
  },
};

/** newMemberCount: current members who joined within the range. */
export const newMemberCount = countOf(joinedIn);
