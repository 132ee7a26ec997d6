import { firstNotBelow, runOf } from '../index/calendar.js';
import type { JoinDays } from '../index/directory.js';
import { countPeople } from '../index/distinct-months.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { MemberStatus } from '../model/metric.js';
import type { Kernel, Slice } from './kernel.js';
import { rolesIn } from './slice.js';

/** Current members of one role who joined before a day. */
const joinedBefore = ({ starts, days }: JoinDays, role: number, day: number): number => {
  const start = starts[role]!;
  return firstNotBelow(days, day, start, starts[role + 1]!) - start;
};

/** The sum over the roles of a slice. */
const sumOverRoles = (roleMask: number, ofRole: (role: number) => number): number => {
  let sum = 0;
  for (const role of rolesIn(roleMask)) sum += ofRole(role);
  return sum;
};

const rosterSize = ({ joins: { starts } }: OrganizationIndex, roleMask: number): number =>
  sumOverRoles(roleMask, (role) => starts[role + 1]! - starts[role]!);

/** Members who created content in the range: what `active` means everywhere. */
const countActive = (index: OrganizationIndex, { range, people }: Slice): number => {
  const { active, activeByMonth, months, calendar } = index;
  const run = runOf(calendar, range);
  return sumOverRoles(people.roleMask, (role) =>
    countPeople(active, activeByMonth, months, role, run),
  );
};

const countJoined: Kernel<number> = ({ joins }, { range, people }) =>
  sumOverRoles(people.roleMask, (role) => joinedBefore(joins, role, range.to + 1));

/** Table of 2.6, sentences 2 to 5: how members of each status are counted. */
const byStatus: Readonly<Record<MemberStatus, Kernel<number>>> = {
  all: countJoined,
  joined: countJoined,
  active: countActive,
  inactive: (index, slice) => rosterSize(index, slice.people.roleMask) - countActive(index, slice),
  invited: ({ directory }, { people }) =>
    sumOverRoles(people.roleMask, (role) => directory.invitations[role]!),
};

/** memberCount: the current roster seen by status (2.6, 1 to 5). */
export const memberCount: Kernel<number> = (index, slice) => byStatus[slice.status](index, slice);

/** newMemberCount: current members who joined within the range. */
export const newMemberCount: Kernel<number> = ({ joins }, { range, people }) =>
  sumOverRoles(
    people.roleMask,
    (role) => joinedBefore(joins, role, range.to + 1) - joinedBefore(joins, role, range.from),
  );
