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
  propertyNames,
  type ResolvedQuery,
  roles,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';

/** What decides which entries are valid beside the entries themselves (4.1.8, 4.1.9). */
export interface QueryConstraints {
  /** Teams have no content safety, and each type has roles of its own. */
  readonly organizationType: OrganizationType;
  /** Whether entries must have a monthly form. */
  readonly byMonth: boolean;
}

/** An entry as sent, and the query that it resolves to (2.3). */
export interface SpelledEntry {
  /** As sent. */
  readonly entry: MetricEntry;
  /** What it resolves to. */
  readonly query: ResolvedQuery;
}

/** An entry with what it resolves to: omitted is `all`, one role is a list, no word repeats (2.3). */
export const spelled = (entry: MetricEntry): SpelledEntry => {
  const name = entry.name as MetricName;
  const taken = propertyNames
    .filter((property) => metricCatalog[name].properties[property] !== undefined)
    .map((property): readonly [PropertyName, OneOrMany<string>] => {
      const words = entry[property] ?? 'all';
      if (typeof words !== 'string') return [property, [...new Set(words)]];
      return [property, property === 'userType' ? [words] : words];
    });
  const properties = Object.fromEntries(taken) as ResolvedQuery['properties'];
  return { entry, query: { name, properties } };
};

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

type Words = fc.Arbitrary<OneOrMany<string>>;

/** A word alone or, so many times as often, a list in which words may repeat (2.3). */
const oneOrMany = (word: fc.Arbitrary<string>, weight = 1): Words =>
  fc.oneof(
    { weight: 1, arbitrary: word },
    { weight, arbitrary: fc.array(word, { minLength: 1, maxLength: 12, size: 'max' }) },
  );

/** Everybody; also said twice (2.3.3). */
const everybody: Words = fc.constantFrom('all', ['all'], ['all', 'all']);

/** Roles, mostly such as the type has; impossible ones are asked for too (2.2, 4.2.3). */
const slice = (organizationType: OrganizationType, more: readonly string[] = []): Words =>
  oneOrMany(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...organizationRoles[organizationType], ...more) },
      { weight: 1, arbitrary: fc.constantFrom(...roles) },
    ),
    // Of one role alone most figures are zero.
    4,
  );

/** Entries for a metric with some of these properties, and with all that are required. */
const entries = (
  name: MetricName,
  words: { readonly [P in PropertyName]?: Words },
  required: readonly PropertyName[],
): fc.Arbitrary<MetricEntry> =>
  fc.record({ name: fc.constant(name), ...words }, { requiredKeys: ['name', ...required] });

/** memberCount: roles wherever a status needs them, and only statuses that have a series (4.1.6, 4.1.8). */
const memberCountEntries = ({ organizationType, byMonth }: QueryConstraints) => {
  const possible = memberStatuses.filter((one) => memberStatusCatalog[one].monthly || !byMonth);
  const ofEverybody = possible.filter((one) => !memberStatusCatalog[one].needsUserType);
  const status = (words: readonly string[]): Words => oneOrMany(fc.constantFrom(...words));
  const userType = slice(organizationType);
  return fc.oneof(
    entries('memberCount', { status: status(possible), userType }, ['userType']),
    entries('memberCount', { status: status(ofEverybody), userType: everybody }, []),
  );
};

/** Valid entries for one metric (2.4, 4.1.4, 4.1.5). */
const entriesFor = (name: MetricName, constraints: QueryConstraints): fc.Arbitrary<MetricEntry> => {
  if (name === 'memberCount') return memberCountEntries(constraints);
  const words: { [P in PropertyName]?: Words } = {};
  const required: PropertyName[] = [];
  for (const property of propertyNames) {
    const { requirement, values } = metricCatalog[name].properties[property] ?? {};
    // Of a property that exists only by month, even `all` must not be sent without it (4.1.4).
    if (!values || (requirement === 'monthlyOnly' && !constraints.byMonth)) continue;
    const anonymous = values.filter((word) => word === 'anonymous');
    const some =
      property === 'userType'
        ? slice(constraints.organizationType, anonymous)
        : oneOrMany(fc.constantFrom(...values));
    words[property] = requirement === 'required' ? some : fc.oneof(everybody, some);
    if (requirement === 'required') required.push(property);
  }
  return entries(name, words, required);
};

/** Valid entries in all spellings, each with what it resolves to (2.3, 4.1.3 to 4.1.9). */
export const spelledEntryArbitrary = (constraints: QueryConstraints): fc.Arbitrary<SpelledEntry> =>
  fc
    .oneof(...askableMetrics(constraints).map((name) => entriesFor(name, constraints)))
    .map(spelled);
