import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { Figure } from '../model/figure.js';
import { IndexError } from '../model/index-error.js';
import type {
  MediaType,
  MemberStatus,
  OneOrMany,
  PropertyName,
  ResolvedProperties,
  SortBy,
} from '../model/metric.js';
import { type Role, roles, type UserType } from '../model/role.js';

/** What may say whose figures are asked for. Every plan does. */
export interface OfOrganization {
  /** Compared with the organization of the index, if both are known. */
  readonly organization?: { readonly id: string };
}

/** Throws when an index is of another organization than the one asked for. */
export const sameOrganization = (
  { organizationId }: Pick<OrganizationIndex, 'organizationId'>,
  { organization }: OfOrganization,
): void => {
  const asked = organization?.id ?? organizationId;
  if (organizationId === null || asked === organizationId) return;
  throw new IndexError(
    'otherOrganization',
    `The index is of ${organizationId}, and figures of ${asked} are asked for: use the index of that organization.`,
  );
};

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

const isRole = (word: UserType): word is Role => word !== 'all' && word !== 'anonymous';

/** The people that a resolved `userType` names. */
const peopleOf = (userType: readonly UserType[] | undefined): People => {
  if (userType === undefined || userType.includes('all')) return everybody;
  let roleMask = 0;
  for (const word of userType) if (isRole(word)) roleMask |= 1 << roles.indexOf(word);
  return { everybody: false, roleMask, anonymous: userType.includes('anonymous') };
};

const isList = (sent: unknown): boolean => typeof sent === 'object';

/** One word; a list is broken down, and what the metric does not take no kernel looks at. */
const wordOf = <Word extends string>(sent: OneOrMany<Word> | undefined, otherwise: Word): Word =>
  typeof sent === 'string' ? sent : otherwise;

/** The slice of a query's properties; lists other than of people are left to `brokenDown`. */
export const sliceOf = (
  { status, sortBy, mediaType, userType }: ResolvedProperties,
  { range, today }: Pick<FigureScope, 'range' | 'today'>,
): Slice => ({
  range,
  today,
  people: peopleOf(userType),
  status: wordOf(status, 'all'),
  sortBy: wordOf(sortBy, 'posts'),
  mediaType: wordOf(mediaType, 'video'),
});

/** The properties that break figures down when they are lists; a metric takes one of them at most. */
const breakdowns = ['status', 'sortBy', 'mediaType'] as const satisfies readonly PropertyName[];

/**
 * What a slice gives, or an object of what each value of a list gives (2.5).
 *
 * @param slice - of the properties, as `sliceOf` makes it
 */
export const brokenDown = <A>(
  properties: ResolvedProperties,
  slice: Slice,
  give: (slice: Slice) => A,
): A | Readonly<Record<string, A>> => {
  const { status, sortBy, mediaType } = properties;
  if (!isList(status) && !isList(sortBy) && !isList(mediaType)) return give(slice);
  const property = breakdowns.find((name) => isList(properties[name]))!;
  const values = properties[property] as readonly string[];
  const entries = values.map((value) => [value, give({ ...slice, [property]: value })]);
  return Object.fromEntries(entries) as Readonly<Record<string, A>>;
};
