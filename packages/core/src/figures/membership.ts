import { type ContentKind, contentKinds } from '../events/columns.js';
import type { OrganizationIndex } from '../events/organization-index.js';
import { rowsInRange } from '../events/rows-in-range.js';
import type { MemberStatus } from '../model/metric.js';
import type { Kernel, Slice } from './kernel.js';
import { isMemberIn } from './slice.js';

const countMembers = (
  { members }: OrganizationIndex,
  roleMask: number,
  from: number,
  to: number,
): number => {
  let count = 0;
  for (let member = 0; member < members.role.length; member++) {
    const joined = members.joined[member] ?? 0;
    const inRole = (roleMask >> (members.role[member] ?? 0)) & 1;
    if (joined >= from && joined <= to) count += inRole;
  }
  return count;
};

const rosterSize = (index: OrganizationIndex, roleMask: number): number =>
  countMembers(index, roleMask, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

/** Members who created content in the range, 1 for each: what `active` means everywhere. */
const activeMembers = (
  index: OrganizationIndex,
  range: Slice['range'],
  roleMask: number,
): Uint8Array => {
  const active = new Uint8Array(index.members.role.length);
  for (const kind of contentKinds) {
    const { day, author } = index.content[kind satisfies ContentKind];
    const { start, end } = rowsInRange(day, range);
    for (let row = start; row < end; row++) {
      const person = author[row] ?? -1;
      if (isMemberIn(index, person, roleMask)) active[person] = 1;
    }
  }
  return active;
};

const countActive = (index: OrganizationIndex, { range, people }: Slice): number =>
  activeMembers(index, range, people.roleMask).reduce((sum, one) => sum + one, 0);

const countJoined: Kernel<number> = (index, { range, people }) =>
  countMembers(index, people.roleMask, Number.NEGATIVE_INFINITY, range.to);

/** Table of 2.6, sentences 2 to 5: how members of each status are counted. */
const byStatus: Readonly<Record<MemberStatus, Kernel<number>>> = {
  all: countJoined,
  joined: countJoined,
  active: countActive,
  inactive: (index, slice) => rosterSize(index, slice.people.roleMask) - countActive(index, slice),
  invited: ({ invitations }, { people }) =>
    invitations.reduce(
      (sum, sent, role) => sum + (((people.roleMask >> role) & 1) === 1 ? sent : 0),
      0,
    ),
};

/** memberCount: the current roster seen by status (2.6, 1 to 5). */
export const memberCount: Kernel<number> = (index, slice) => byStatus[slice.status](index, slice);

/** newMemberCount: current members who joined within the range. */
export const newMemberCount: Kernel<number> = (index, { range, people }) =>
  countMembers(index, people.roleMask, range.from, range.to);
