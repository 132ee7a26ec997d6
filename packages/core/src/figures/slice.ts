import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import { failArgument } from '../model/arguments.js';
import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { Figure } from '../model/figure.js';
import type { OfOrganization } from '../model/index-error.js';
import {
  type MediaType,
  type MemberStatus,
  mediaTypes,
  memberStatuses,
  type ResolvedProperties,
  type SortBy,
  sortBys,
} from '../model/metric.js';
import { type Role, roles, type UserType } from '../model/role.js';
import { listWords } from '../model/show.js';

/** What a query is computed for. Every metrics plan is one. */
export interface FigureScope extends OfOrganization {
  /** The days that figures cover, both ends included. */
  readonly range: DateRange;
  /** Whether a series is asked for instead of one figure. */
  readonly byMonth: boolean;
  /** The current UTC day: months after its month have no row, seats after it are not in force. */
  readonly today: Day;
}

/** The people that a figure is about. */
export interface People {
  /** True for everyone: members, others, unknown authors. The roles then do not matter. */
  readonly everybody: boolean;
  /** Bit n means `roles[n]`; all bits are set for everybody. */
  readonly roleMask: number;
  /** Whether visitors who were not signed in belong to it. */
  readonly anonymous: boolean;
}

/** One figure's question: which people, which days, and the value of each property that matters. */
export interface Slice {
  /** The days that count, both ends included; of a series the days of all its months. */
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

/** One figure of one slice, whose range is also given as the run of an index. */
export type Kernel<F extends Figure = Figure> = (
  index: OrganizationIndex,
  slice: Slice,
  run: Run,
) => F;

/** The mask of all roles. */
export const everyRole = (1 << roles.length) - 1;

/** The mask of some roles. */
export const maskOf = (isMeant: (role: Role) => boolean): number =>
  roles.reduce((mask, role, code) => (isMeant(role) ? mask | (1 << code) : mask), 0);

const everybody: People = { everybody: true, roleMask: everyRole, anonymous: true };

/** The people that a resolved `userType` names. */
const peopleOf = (userType: readonly UserType[] | undefined): People => {
  if (userType === undefined) return everybody;
  if (!Array.isArray(userType)) failArgument('properties.userType', userType, 'a list of words');
  if (userType.includes('all')) return everybody;
  let roleMask = 0;
  for (const word of userType) {
    const code = roles.indexOf(word as Role);
    if (code >= 0) roleMask |= 1 << code;
  }
  return { everybody: false, roleMask, anonymous: userType.includes('anonymous') };
};

/** The properties that break figures down when they are lists; a metric takes one of them at most. */
const breakdowns = { status: memberStatuses, sortBy: sortBys, mediaType: mediaTypes } as const;

type Breakdown = keyof typeof breakdowns;
const breakdownNames = Object.keys(breakdowns) as readonly Breakdown[];

/** A word of a property. Throws a TypeError where it has no such word. */
const wordOf = <P extends Breakdown>(property: P, sent: string): Slice[P] => {
  const words: readonly string[] = breakdowns[property];
  if (!words.includes(sent)) failArgument(`properties.${property}`, sent, listWords(words));
  return sent as Slice[P];
};

/** The slice of a query's properties; lists other than of people are left to `brokenDown`. */
export const sliceOf = (
  { status, sortBy, mediaType, userType }: ResolvedProperties,
  { range, today }: Pick<FigureScope, 'range' | 'today'>,
): Slice => ({
  range,
  today,
  people: peopleOf(userType),
  // A list is broken down, and no kernel looks at what its metric does not take.
  status: typeof status === 'string' ? wordOf('status', status) : 'all',
  sortBy: typeof sortBy === 'string' ? wordOf('sortBy', sortBy) : 'posts',
  mediaType: typeof mediaType === 'string' ? wordOf('mediaType', mediaType) : 'video',
});

/** What a slice gives, or an object of what each value of a list gives (2.5). */
export const brokenDown = <A>(
  properties: ResolvedProperties,
  slice: Slice,
  give: (slice: Slice) => A,
): A | Readonly<Record<string, A>> => {
  const { status, sortBy, mediaType } = properties;
  const isOne = typeof status !== 'object' && typeof sortBy !== 'object';
  if (isOne && typeof mediaType !== 'object') return give(slice);
  for (const property of breakdownNames) {
    const values: string | readonly string[] | undefined = properties[property];
    if (typeof values !== 'object') continue;
    const of = (value: string): A => give({ ...slice, [property]: wordOf(property, value) });
    return Object.fromEntries(values.map((value) => [value, of(value)]));
  }
  return give(slice);
};
