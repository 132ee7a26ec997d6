import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { MediaType, MemberStatus, SortBy } from '../model/metric.js';
import { roles, type UserType } from '../model/role.js';

/** The people that a figure is about. */
export interface People {
  /** True for everybody: members, others, nobody known. The roles then do not matter. */
  readonly everybody: boolean;
  /** Bit n stands for `roles[n]`; all bits are set for everybody. */
  readonly roleMask: number;
  /** Whether visitors who were not signed in belong to it. */
  readonly anonymous: boolean;
}

/** One figure's question: which people, which days, and the value of each property that matters. */
export interface Slice {
  /** The days that count, both ends included. */
  readonly range: DateRange;
  /** The current UTC day. */
  readonly today: Day;
  /** Whose activity counts. */
  readonly people: People;
  /** Which members count (2.4). */
  readonly status: MemberStatus;
  /** What a ranking ranks by. */
  readonly sortBy: SortBy;
  /** Which plays count. */
  readonly mediaType: MediaType;
}

/** The mask of all roles. */
export const everyRole = (1 << roles.length) - 1;

/** The people that a resolved `userType` names. */
export const peopleOfUserType = (userType: readonly UserType[] | undefined): People => {
  if (userType === undefined || userType.includes('all')) {
    return { everybody: true, roleMask: everyRole, anonymous: true };
  }
  const roleMask = roles.reduce(
    (mask, role, code) => (userType.includes(role) ? mask | (1 << code) : mask),
    0,
  );
  return { everybody: false, roleMask, anonymous: userType.includes('anonymous') };
};

/** The codes of the roles in a mask, ascending. */
const rolesIn = (roleMask: number): readonly number[] => roleLists[roleMask]!;

const roleLists: readonly (readonly number[])[] = Array.from({ length: everyRole + 1 }, (_, mask) =>
  [...roles.keys()].filter((role) => ((mask >> role) & 1) === 1),
);

/** The sum over the roles in a mask. */
export const sumOverRoles = (roleMask: number, ofRole: (role: number) => number): number => {
  let sum = 0;
  for (const role of rolesIn(roleMask)) sum += ofRole(role);
  return sum;
};
