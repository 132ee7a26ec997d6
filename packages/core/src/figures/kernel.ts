import type { Figure } from '../api/figure.js';
import { type Role, roles, type UserType } from '../api/organizations.js';
import { countPeople } from '../index/distinct.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import { countKeys, totalOfRoles } from '../index/totals.js';
import { ArgumentError } from '../messages.js';
import type { DateRange, Day } from '../time.js';

/** What may say whose figures are asked for. Every plan does. */
export interface OfOrganization {
  /** Compared with the organization of the index, if both are known. */
  readonly organization?: { readonly id: string };
}

/** What a query is computed for. Every metrics plan is one. */
export interface FigureScope extends OfOrganization {
  /** The days that figures cover, both ends included. */
  readonly range: DateRange;
  /** Whether a series is asked for instead of one figure. */
  readonly byMonth: boolean;
  /** The current UTC day: months after its month have no row, seats after it are not in force. */
  readonly today: Day;
}

/** Throws when an index is of another organization than the one asked for. */
export const sameOrganization = (
  { organizationId }: OrganizationIndex,
  { organization }: OfOrganization,
): void => {
  const asked = organization?.id ?? organizationId;
  if (organizationId === null || asked === organizationId) return;
  throw new ArgumentError('index', `the index of ${organizationId}`, `the index of ${asked}`);
};

/**
 * Whose activity counts, as bits in the order of the groups of visitors: one for each role, one for everybody else,
 * and one for visitors who were not signed in.
 */
export type People = number;

/** All members. */
export const everyRole: People = (1 << roles.length) - 1;

/** Visitors who were not signed in. */
export const anonymous: People = 1 << (roles.length + 1);

/** The whole workspace: members, others, unknown authors. */
export const allPeople: People = (1 << (roles.length + 2)) - 1;

/** Computes a figure of some people in a run; the scope has the days of the whole range, and today. */
export type Kernel = (
  index: OrganizationIndex,
  run: Run,
  people: People,
  scope: FigureScope,
) => Figure;

/** The kernels of a metric, by the words of the property that breaks it down when it is a list. */
export interface Kernels {
  readonly property: 'status' | 'sortBy' | 'mediaType';
  readonly byWord: Readonly<Record<string, Kernel>>;
}

const peopleByWord: Readonly<Record<UserType, People>> = {
  ...(Object.fromEntries(roles.map((role, code) => [role, 1 << code])) as Record<Role, People>),
  anonymous,
  all: allPeople,
};

/** The people that a resolved `userType` names: all where the metric takes none. */
export const peopleOf = (userType: readonly UserType[] | undefined): People => {
  if (userType === undefined) return allPeople;
  let people = 0;
  for (const word of userType) people |= peopleByWord[word];
  return people;
};

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
