import {
  type MetricEntry,
  type MetricName,
  memberStatusCatalog,
  memberStatuses,
  metricCatalog,
  metricNames,
  type OneOrMany,
  type OrganizationType,
  organizationRoles,
  type PropertyName,
  type PropertyRow,
  propertyNames,
  type ResolvedQuery,
  type Role,
  roles,
  type UserType,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { Digits } from './world/digits.js';

/** What decides which queries are valid beside the queries themselves (4.1.8, 4.1.9). */
export interface QueryConstraints {
  /** Teams have no content safety, and each type has roles of its own. */
  readonly organizationType: OrganizationType;
  /** Whether queries must have a monthly form. */
  readonly byMonth: boolean;
}

/** The metrics that an organization may ask for, as a series or as a single figure (4.1.8, 4.1.9). */
export const askableMetrics = ({
  organizationType,
  byMonth,
}: QueryConstraints): readonly MetricName[] =>
  metricNames.filter((name) => {
    const row = metricCatalog[name];
    if (row.contentSafety && organizationType === 'team') return false;
    return row.monthlyKey !== null || !byMonth;
  });

const oneOrMany = <A>(values: readonly A[]): fc.Arbitrary<OneOrMany<A>> =>
  fc.oneof(fc.constantFrom(...values), fc.shuffledSubarray([...values], { minLength: 1 }));

/**
 * Roles in any order, mostly such as the type has; impossible ones are asked for too (2.2, 4.2.3).
 */
const roleList = (organizationType: OrganizationType): fc.Arbitrary<readonly Role[]> =>
  fc.uniqueArray(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...organizationRoles[organizationType]) },
      { weight: 1, arbitrary: fc.constantFrom(...roles) },
    ),
    { minLength: 1, maxLength: 5, size: 'max' },
  );

const everybody: readonly UserType[] = ['all'];
const anonymous: readonly UserType[] = ['anonymous'];

/** What `userType` may resolve to for a metric (2.4, 4.1.4, 4.1.5). */
const userTypes = (
  { requirement, values }: PropertyRow,
  { organizationType, byMonth }: QueryConstraints,
): fc.Arbitrary<readonly UserType[]> => {
  const slice = roleList(organizationType);
  if (requirement === 'required') return slice;
  if (requirement === 'monthlyOnly' && !byMonth) return fc.constant(everybody);
  if (!values.includes('anonymous')) return fc.oneof(fc.constant(everybody), slice);
  const withAnonymous = slice.map((listed): readonly UserType[] => [...listed, 'anonymous']);
  return fc.oneof(fc.constant(everybody), slice, withAnonymous, fc.constant(anonymous));
};

/**
 * memberCount: roles wherever a status needs them, and only statuses that have a series (4.1.6,
 * 4.1.8).
 */
const memberCountQuery = (constraints: QueryConstraints): fc.Arbitrary<ResolvedQuery> => {
  const statuses = memberStatuses.filter(
    (status) => memberStatusCatalog[status].monthly || !constraints.byMonth,
  );
  const slice = roleList(constraints.organizationType);
  return fc
    .record({ status: oneOrMany(statuses), slice, listsRoles: fc.boolean() })
    .map(({ status, slice, listsRoles }) => {
      const asked = typeof status === 'string' ? [status] : status;
      const needsRoles = asked.some((one) => memberStatusCatalog[one].needsUserType);
      const userType = needsRoles || listsRoles ? slice : everybody;
      return { name: 'memberCount', properties: { status, userType } };
    });
};

/** Valid queries for one metric, as resolved (2.3). */
const queriesOf = (
  name: MetricName,
  constraints: QueryConstraints,
): fc.Arbitrary<ResolvedQuery> => {
  if (name === 'memberCount') return memberCountQuery(constraints);
  const { userType, sortBy, mediaType } = metricCatalog[name].properties;
  const words = {
    ...(userType && { userType: userTypes(userType, constraints) }),
    ...(sortBy && { sortBy: oneOrMany(sortBy.values) }),
    ...(mediaType && { mediaType: oneOrMany(mediaType.values) }),
  };
  return fc.record(words).map((properties) => ({ name, properties }) as ResolvedQuery);
};

/** Valid queries for every metric that can be asked for, in every form (2.3, 4.1.3 to 4.1.9). */
export const queryArbitrary = (constraints: QueryConstraints): fc.Arbitrary<ResolvedQuery> =>
  fc.oneof(...askableMetrics(constraints).map((name) => queriesOf(name, constraints)));

/** An entry as sent, and the query that it resolves to (2.3). */
export interface SpelledEntry {
  /** As sent. */
  readonly entry: MetricEntry;
  /** What it resolves to. */
  readonly query: ResolvedQuery;
}

/** A list as it stands, or with one of its values said again at the end (2.3.3). */
const repeat = (digits: Digits, values: readonly string[]): readonly string[] =>
  digits.onceIn(3) ? [...values, digits.oneOf(values)] : values;

/** `userType` in one of its spellings; one value may stand without a list (2.3.1 to 2.3.3). */
const spellUserType = (
  digits: Digits,
  values: readonly string[],
  mayOmit: boolean,
): string | readonly string[] | undefined => {
  const [first, ...others] = values;
  const list = repeat(digits, values);
  if (first === undefined || others.length > 0) return list;
  return digits.oneOf(first === 'all' && mayOmit ? [undefined, first, list] : [first, list]);
};

/**
 * One way to send a query: the code chooses among scalars, lists, repetitions and omissions (2.3).
 */
const spellQuery = (query: ResolvedQuery, byMonth: boolean, code: number): MetricEntry => {
  const digits = new Digits(code);
  const sent: Partial<Record<PropertyName, string | readonly string[]>> = {};
  for (const property of propertyNames) {
    const value = query.properties[property];
    const row = metricCatalog[query.name].properties[property];
    if (value === undefined || row === undefined) continue;
    // Of a property that exists only by month, even `all` must not be sent without it (4.1.4).
    if (row.requirement === 'monthlyOnly' && !byMonth) continue;
    const spelled =
      property === 'userType'
        ? spellUserType(digits, [value].flat(), row.requirement !== 'required')
        : typeof value !== 'string'
          ? repeat(digits, value)
          : value === 'all' && digits.onceIn(2)
            ? undefined
            : value;
    if (spelled !== undefined) sent[property] = spelled;
  }
  return { name: query.name, ...sent };
};

/** Valid entries in all spellings, each with what it resolves to (2.3, 4.1.3 to 4.1.9). */
export const spelledEntryArbitrary = (constraints: QueryConstraints): fc.Arbitrary<SpelledEntry> =>
  fc
    .tuple(queryArbitrary(constraints), fc.noBias(fc.nat({ max: 99_999 })))
    .map(([query, code]) => ({ query, entry: spellQuery(query, constraints.byMonth, code) }));
