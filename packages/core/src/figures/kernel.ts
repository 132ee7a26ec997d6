import type { Figure } from '../api/figure.js';
import { type Role, roles, type UserType } from '../api/organizations.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import type { FigureScope } from './scope.js';

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
