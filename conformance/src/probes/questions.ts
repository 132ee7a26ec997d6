import { rosterQuestionArbitrary } from '@tallyboard/arbitraries';
import {
  formatMonth,
  type Month,
  plusMonths,
  type RosterQuestion,
  roles,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import {
  contentSafetyOf,
  type Entry,
  entry,
  eventMetrics,
  type MetricsBody,
  type WireRange,
} from './entries.js';
import type { Family } from './probe.js';

/** A roster question as query pairs. */
export type RosterPairs = readonly (readonly [string, string])[];

/** What one run of an exploration asks. */
export interface Questions {
  readonly metrics: readonly MetricsBody[];
  readonly rosters: readonly RosterPairs[];
}

/** Some roles, never none. */
const someRoles = fc.subarray([...roles], { minLength: 1 });
const words = (...all: readonly string[]) => fc.subarray([...all], { minLength: 2 });

const withRoles = (name: string): fc.Arbitrary<Entry> =>
  someRoles.map((userType) => entry(name, { userType }));

// Only what every right service takes: an exploration is about figures, not about open points.
const plainEntry = (family: Family): fc.Arbitrary<Entry> =>
  fc.oneof(
    fc.constantFrom(
      entry('memberCount'),
      entry('wallEngagementMinutes'),
      entry('subscription'),
      ...eventMetrics.map((name) => entry(name)),
      ...contentSafetyOf(family),
    ),
    withRoles('peerInteractionCount'),
    withRoles('attachmentCountByCategory'),
    someRoles.map((userType) =>
      entry('wallEngagementMinutes', { userType: [...userType, 'anonymous'] }),
    ),
    fc
      .tuple(someRoles, fc.constantFrom('active', 'inactive', 'invited', 'joined', 'all'))
      .map(([userType, status]) => entry('memberCount', { userType, status })),
    words('posts', 'visitors').map((sortBy) => entry('topBoards', { sortBy })),
    fc
      .tuple(words('posts', 'boards'), someRoles)
      .map(([sortBy, userType]) => entry('topUsers', { sortBy, userType })),
    fc.constantFrom('video', 'audio').map((mediaType) => entry('topMedia', { mediaType })),
  );

const monthlyEntry: fc.Arbitrary<Entry> = fc.oneof(
  fc.constantFrom(entry('memberCount'), ...eventMetrics.map((name) => entry(name))),
  ...['boardCount', 'postCount', 'commentCount', 'reactionCount', 'peerInteractionCount'].map(
    withRoles,
  ),
);

/** A range of closed and current months; `null` for none. */
const rangeIn = (month: Month): fc.Arbitrary<WireRange | null> =>
  fc.option(
    fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 23 })).map(([back, length]) => {
      const last = plusMonths(month, -back);
      return { from: formatMonth(plusMonths(last, -length)), to: formatMonth(last) };
    }),
    { freq: 6 },
  );

const entriesOf = (one: fc.Arbitrary<Entry>): fc.Arbitrary<readonly Entry[]> =>
  fc.uniqueArray(one, {
    minLength: 1,
    maxLength: 6,
    // A set of roles in another order may be the same entry.
    selector: ({ name, ...properties }) =>
      `${String(name)} ${JSON.stringify(Object.values(properties).map((value) => [value].flat().toSorted()))}`,
  });

const metricsBody = (month: Month, family: Family): fc.Arbitrary<MetricsBody> =>
  fc
    .oneof(
      entriesOf(plainEntry(family)).map((metrics) => ({ metrics })),
      entriesOf(monthlyEntry).map((metrics) => ({ metrics, dimensions: ['month'] })),
    )
    .chain((body) => rangeIn(month).map((range) => ({ ...body, ...range })));

const pairsOf = (question: RosterQuestion, range: WireRange | null): RosterPairs => [
  ...(range === null ? [] : [['from', range.from] as const, ['to', range.to] as const]),
  ...(question.status === null ? [] : [['status[]', question.status] as const]),
  ...question.userTypes.map((userType) => ['userType[]', userType] as const),
  ...(question.q === '' ? [] : [['q', question.q] as const]),
  ['sort', question.sort],
  ['order', question.order],
  ['perPage', String(question.perPage)],
];

const rosterPairs = (month: Month): fc.Arbitrary<RosterPairs> =>
  fc
    .tuple(rosterQuestionArbitrary, rangeIn(month))
    .map(([question, range]) => pairsOf(question, range));

/** Questions that a service must answer whose current month is this one. */
export const questionsArbitrary = (month: Month, family: Family): fc.Arbitrary<Questions> =>
  fc.record({
    metrics: fc.array(metricsBody(month, family), { minLength: 1, maxLength: 3 }),
    rosters: fc.array(rosterPairs(month), { maxLength: 2 }),
  });
