import type { PropertyRow } from '../catalog/metric-catalog.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import type { DateRange } from '../model/date-range.js';
import { checkDay, type Day } from '../model/day.js';
import { failArgument } from '../model/fail-argument.js';
import type { Figure } from '../model/figure.js';
import type {
  MediaType,
  MemberStatus,
  OneOrMany,
  PropertyName,
  ResolvedProperties,
  SortBy,
} from '../model/metric.js';
import { type Role, roles } from '../model/role.js';
import { listWords } from '../model/show.js';
import type { OfOrganization } from './asked.js';

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

/** What a metric takes, with all four properties: objects of one form are looked at much faster. */
export type Taken = Readonly<Record<PropertyName, PropertyRow | undefined>>;

/** Throws a TypeError that says what a metric takes as a property. */
const refuseProperty = (taken: Taken, property: PropertyName, sent: unknown, at = ''): never => {
  const words = taken[property]?.values;
  const list = property === 'userType' && at === '' ? 'a list of ' : '';
  const accepted =
    words === undefined ? 'nothing: the metric does not take it' : `${list}${listWords(words)}`;
  return failArgument(`query.properties.${property}${at}`, sent, accepted);
};

const takes = (row: PropertyRow | undefined, word: string): boolean =>
  row?.values.includes(word) === true;

const mayOmit = (row: PropertyRow | undefined): boolean => row?.requirement !== 'required';

/** The people that a resolved `userType` names; each word is read once. */
const peopleOf = (taken: Taken, userType: ResolvedProperties['userType']): People => {
  const row = taken.userType;
  if (userType === undefined && mayOmit(row)) return everybody;
  if (!Array.isArray(userType) || userType.length === 0) {
    return refuseProperty(taken, 'userType', userType);
  }
  let [roleMask, all, anonymous] = [0, false, false];
  for (let at = 0; at < userType.length; at++) {
    const word = userType[at] as string;
    if (!takes(row, word)) refuseProperty(taken, 'userType', word, `[${at}]`);
    if (word === 'all') all = true;
    else if (word === 'anonymous') anonymous = true;
    else roleMask |= 1 << roles.indexOf(word as Role);
  }
  return all ? everybody : { everybody: false, roleMask, anonymous };
};

/** The properties that break figures down when they are lists; a metric takes one of them at most. */
type Breakdown = 'status' | 'sortBy' | 'mediaType';

/** The word of a property that was sent, or that is missing; a list is broken down, and has `otherwise`. */
const wordOf = <P extends Breakdown>(
  taken: Taken,
  property: P,
  row: PropertyRow | undefined,
  sent: OneOrMany<Slice[P]> | undefined,
  otherwise: Slice[P],
): Slice[P] => {
  if (sent === undefined && mayOmit(row)) return otherwise;
  if (typeof sent === 'string' && takes(row, sent)) return sent;
  return Array.isArray(sent) ? otherwise : refuseProperty(taken, property, sent);
};

/**
 * The slice of a query's properties; lists other than of people are left to `brokenDown`. Throws a TypeError for what
 * the metric does not take.
 */
export const sliceOf = (
  taken: Taken,
  { status, sortBy, mediaType, userType }: ResolvedProperties,
  { range, today }: Pick<FigureScope, 'range' | 'today'>,
): Slice => {
  checkDay('scope.today', today);
  return {
    range,
    today,
    people: peopleOf(taken, userType),
    status: wordOf(taken, 'status', taken.status, status, 'all'),
    sortBy: wordOf(taken, 'sortBy', taken.sortBy, sortBy, 'posts'),
    mediaType: wordOf(taken, 'mediaType', taken.mediaType, mediaType, 'video'),
  };
};

/** What a slice gives, or an object of what each value of a list gives (2.5). */
export const brokenDown = <A>(
  taken: Taken,
  properties: ResolvedProperties,
  slice: Slice,
  give: (slice: Slice) => A,
): A | Readonly<Record<string, A>> => {
  const { status, sortBy, mediaType } = properties;
  const isOne = typeof status !== 'object' && typeof sortBy !== 'object';
  if (isOne && typeof mediaType !== 'object') return give(slice);
  const other = typeof sortBy === 'object' ? 'sortBy' : 'mediaType';
  const property: Breakdown = typeof status === 'object' ? 'status' : other;
  const words = properties[property] as readonly string[];
  if (words.length === 0) refuseProperty(taken, property, words);
  const figures: (readonly [string, A])[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!takes(taken[property], word)) refuseProperty(taken, property, word, `[${at}]`);
    figures.push([word, give({ ...slice, [property]: word })]);
  }
  return Object.fromEntries(figures);
};
