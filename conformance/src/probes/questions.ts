import {
  type Months,
  monthsArbitrary,
  type QueryPair,
  queryKey,
  rosterQuestionArbitrary,
  spelledEntryArbitrary,
} from '@tallyboard/arbitraries';
import {
  firstDayOf,
  formatMonth,
  type Month,
  type ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import type { MetricsBody, WireRange } from './entries.js';
import type { Family } from './probe.js';

/** What one run of an exploration asks. */
export interface Questions {
  readonly metrics: readonly MetricsBody[];
  readonly rosters: readonly (readonly QueryPair[])[];
}

/** A list of statuses, or one of them, of which some have no series in some services (4.1). */
const isOpen = ({ name, properties: { status } }: ResolvedQuery, byMonth: boolean): boolean =>
  byMonth && name === 'memberCount' && status !== 'all';

const wire = (months: Months | null): WireRange | Readonly<Record<string, never>> =>
  months === null ? {} : { from: formatMonth(months.from), to: formatMonth(months.to) };

/**
 * Questions that a service must answer whose current month is this one. Points that are left open are not
 * asked: an exploration is about figures.
 */
export const questionsArbitrary = (month: Month, family: Family): fc.Arbitrary<Questions> => {
  const months = fc.option(monthsArbitrary(firstDayOf(month)), { freq: 6 });
  const bodyOf = (byMonth: boolean): fc.Arbitrary<MetricsBody> => {
    const entry = spelledEntryArbitrary({ organizationType: family, byMonth }).filter(
      ({ query }) => !isOpen(query, byMonth),
    );
    const entries = fc.uniqueArray(entry, {
      ...{ minLength: 1, maxLength: 6, selector: ({ query }) => queryKey(query) },
    });
    return fc.tuple(entries, months).map(([some, range]) => ({
      metrics: some.map((one) => ({ ...one.entry })),
      ...(byMonth && { dimensions: ['month'] }),
      ...wire(range),
    }));
  };
  const pairs = fc
    .tuple(rosterQuestionArbitrary, months)
    .map(([{ status, userTypes, q, sort, order, perPage }, range]): readonly QueryPair[] => [
      ...Object.entries(wire(range)),
      ...(status === null ? [] : [['status[]', status] as const]),
      ...userTypes.map((userType) => ['userType[]', userType] as const),
      ...(q === '' ? [] : [['q', q] as const]),
      ...Object.entries({ sort, order, perPage: String(perPage) }),
    ]);
  return fc.record({
    metrics: fc.array(fc.oneof(bodyOf(false), bodyOf(true)), { minLength: 1, maxLength: 3 }),
    rosters: fc.array(pairs, { maxLength: 2 }),
  });
};
