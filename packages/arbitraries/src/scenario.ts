import {
  type DateRange,
  type Day,
  type Facts,
  type OrganizationType,
  organizationTypes,
  type ResolvedQuery,
  type RosterQuestion,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { spelledEntryArbitrary } from './query.js';
import { dayRangeArbitrary, rangeArbitrary, todayArbitrary } from './range.js';
import { rosterQuestionArbitrary } from './roster.js';
import { worldArbitrary } from './world/world.js';

/** A world with questions about its first organization: all that a figure depends on (2.6). */
export interface Scenario {
  /** A small world, sound as a whole. */
  readonly facts: Facts;
  /** An organization of it. */
  readonly organizationId: string;
  /** That organization's type. */
  readonly organizationType: OrganizationType;
  /** The day on which it is asked. */
  readonly today: Day;
  /** The days that it is asked about. */
  readonly range: DateRange;
  /** Queries for single figures, and queries for series. */
  readonly plain: readonly ResolvedQuery[];
  /** Queries to be asked by month. */
  readonly monthly: readonly ResolvedQuery[];
  /** A question about its members. */
  readonly rosterQuestion: RosterQuestion;
}

/** How many queries of either form a scenario asks. */
export interface ScenarioConstraints {
  /** Most queries of each sort. */
  readonly queries?: number;
}

/** Whole scenarios; today is drawn first, since everything else lies around it (2.6). */
export const scenarioArbitrary = ({
  queries = 5,
}: ScenarioConstraints = {}): fc.Arbitrary<Scenario> => {
  const asked = (organizationType: OrganizationType, byMonth: boolean) =>
    fc.array(
      spelledEntryArbitrary({ organizationType, byMonth }).map(({ query }) => query),
      { maxLength: queries, size: 'max' },
    );
  return fc
    .tuple(todayArbitrary, fc.constantFrom(...organizationTypes))
    .chain(([today, organizationType]) =>
      fc
        .record({
          facts: worldArbitrary({ today, organizationType }),
          range: fc.oneof(
            { weight: 3, arbitrary: rangeArbitrary(today) },
            { weight: 1, arbitrary: dayRangeArbitrary(today) },
          ),
          plain: asked(organizationType, false),
          monthly: asked(organizationType, true),
          rosterQuestion: rosterQuestionArbitrary,
        })
        .map((drawn) => ({
          ...drawn,
          organizationId: drawn.facts.organization[0]?.id ?? '',
          organizationType,
          today,
        })),
    );
};
