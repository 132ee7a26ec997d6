import {
  type Day,
  limits,
  type MetricEntry,
  memberStatuses,
  type OrganizationType,
  propertyNames,
  type ResolvedQuery,
  type Role,
  roles,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { type SpelledEntry, spelled, spelledEntryArbitrary } from './query.js';
import { type Months, monthsArbitrary, wireMonths } from './range.js';

/** A metrics request as sent (4.1). */
export interface MetricsBody {
  /** 1 to 25 entries. */
  readonly metrics: readonly MetricEntry[];
  /** `month`, or nothing, in every spelling. */
  readonly dimensions?: readonly string[];
  /** `YYYY-MM`. */
  readonly from?: string;
  /** `YYYY-MM`. */
  readonly to?: string;
}

/** A valid metrics request together with its meaning (4.1). */
export interface SpelledRequest {
  /** As sent. */
  readonly body: MetricsBody;
  /** What its entries resolve to, in their order. */
  readonly queries: readonly ResolvedQuery[];
  /** Whether it asks for series. */
  readonly byMonth: boolean;
  /** `null` asks for the default range (4.1.11). */
  readonly months: Months | null;
}

/** What decides whether a request is valid beside the request itself (4.1.9, 4.1.10). */
export interface RequestConstraints {
  /** Whom the request is for. */
  readonly organizationType: OrganizationType;
  /** When it is sent. */
  readonly today: Day;
}

/**
 * How much an entry takes of the fifty: one, and one for each value of an array property (4.1.2).
 */
export const queryCost = ({ properties }: ResolvedQuery): number =>
  propertyNames
    .filter((property) => property !== 'userType')
    .map((property) => properties[property])
    .reduce((cost, value) => cost + (Array.isArray(value) ? value.length : 0), 1);

/**
 * Equal for two queries that a service may call the same (4.1.1). One value counts as equal to a
 * list of just that value, so that valid requests never depend on how a service reads this.
 */
export const queryKey = ({ name, properties }: ResolvedQuery): string =>
  JSON.stringify([
    name,
    ...propertyNames.map((property) => [properties[property] ?? []].flat().sort()),
  ]);

/** The first entries that fit into fifty queries (4.1.2). */
const withinLimit = (entries: readonly SpelledEntry[]): readonly SpelledEntry[] => {
  let left: number = limits.queriesMax;
  return entries.filter(({ query }) => {
    const fits = queryCost(query) <= left;
    if (fits) left -= queryCost(query);
    return fits;
  });
};

/** The same entry for so many different lists of roles (2.2). */
export const countEach = <Fields extends object>(
  lists: number,
  fields: Fields,
): readonly (Fields & { readonly userType: readonly Role[] })[] =>
  Array.from({ length: lists }, (_, at) => ({
    ...fields,
    userType: roles.filter((_role, bit) => ((at + 1) >> bit) % 2 === 1),
  }));

const members = { name: 'memberCount' };

/** Two requests on the edge: as many entries, and as many queries, as there may be (4.1.2, 8). */
const fullRequests: readonly (readonly SpelledEntry[])[] = [
  countEach(limits.entriesMax, members).map(spelled),
  [...countEach(8, { ...members, status: memberStatuses }), ...countEach(2, members)].map(spelled),
];

const entriesArbitrary = (
  organizationType: OrganizationType,
  byMonth: boolean,
): fc.Arbitrary<readonly SpelledEntry[]> => {
  const entry = spelledEntryArbitrary({ organizationType, byMonth });
  const distinct = { minLength: 1, selector: ({ query }: SpelledEntry) => queryKey(query) };
  return fc.oneof(
    { weight: 6, arbitrary: fc.uniqueArray(entry, { ...distinct, maxLength: 5 }) },
    {
      weight: 2,
      arbitrary: fc.uniqueArray(entry, { ...distinct, maxLength: limits.entriesMax, size: 'max' }),
    },
    ...(byMonth ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...fullRequests) }]),
  );
};

/**
 * Valid metrics requests with what they mean: entries, dimensions and range in all spellings (4.1).
 */
export const spelledRequestArbitrary = ({
  organizationType,
  today,
}: RequestConstraints): fc.Arbitrary<SpelledRequest> => {
  const form = (byMonth: boolean): fc.Arbitrary<SpelledRequest> =>
    fc
      .record({
        entries: entriesArbitrary(organizationType, byMonth).map(withinLimit),
        dimensions: byMonth
          ? fc.constantFrom(['month'], ['month'], ['month', 'month'])
          : fc.constantFrom(undefined, undefined, []),
        months: fc.option(monthsArbitrary(today), { freq: 4 }),
      })
      .map(({ entries, dimensions, months }) => ({
        body: {
          metrics: entries.map(({ entry }) => entry),
          ...(dimensions === undefined ? {} : { dimensions }),
          ...(months === null ? {} : wireMonths(months)),
        },
        queries: entries.map(({ query }) => query),
        byMonth,
        months,
      }));
  return fc.oneof(form(false), form(true));
};

/** Valid metrics requests as sent (4.1). */
export const metricsRequestArbitrary = (
  constraints: RequestConstraints,
): fc.Arbitrary<MetricsBody> => spelledRequestArbitrary(constraints).map(({ body }) => body);
