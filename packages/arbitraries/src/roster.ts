import {
  type Day,
  limits,
  type RosterQuestion,
  rosterOrders,
  rosterRoles,
  rosterSorts,
  rosterStatuses,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { type Months, monthsArbitrary, wireMonths } from './range.js';

/** A query parameter, decoded: its name and its value (4.2). */
export type QueryPair = readonly [name: string, value: string];

/** A valid roster query together with its meaning (4.2). */
export interface SpelledRosterQuery {
  /** As sent. */
  readonly pairs: readonly QueryPair[];
  /** What it resolves to. */
  readonly question: RosterQuestion;
  /** `null` asks for the default range (4.1.11). */
  readonly months: Months | null;
}

/** The pairs of a query in plain letters. */
export const pairsIn = (query: string): readonly QueryPair[] =>
  query.split('&').map((one) => {
    const [name = '', value = ''] = one.split('=');
    return [name, value];
  });

type Pairs = fc.Arbitrary<readonly QueryPair[]>;

/** One of these queries, or none once in so many times. */
const absentOnceIn = (freq: number, queries: readonly string[]): Pairs =>
  fc.option(fc.constantFrom(...queries).map(pairsIn), { freq, nil: [] });

/** A list: absent, one word without brackets, or words with brackets, which may repeat (4.2). */
const listed = (name: string, words: readonly string[]): Pairs => {
  const word = fc.constantFrom(...words);
  const list = fc.array(word, { minLength: 1, maxLength: words.length + 1, size: 'max' });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: word.map((one) => [[name, one]] as const) },
    { weight: 2, arbitrary: list.map((some) => some.map((one) => [`${name}[]`, one] as const)) },
  );
};

const each = (name: string, values: readonly string[]): readonly string[] =>
  values.map((value) => `${name}=${value}`);

/** Parts of names and addresses that generated worlds contain, and some that they do not. */
const needles = [
  ...['', ' a  ', 'ADA', '\u00c9m', ' e\u0301m', 'o\u00eb', '@', 'EXAMPLE', 'i', 'nobody'],
];

// The farthest page there is (4.2.2).
const farthest = limits.pageOffsetMax / limits.perPageMax + 1;
const pages = [
  ...['page=1', 'perPage=25', 'page=01&perPage=100', 'perPage=3', 'perPage=03', 'perPage=100'],
  ...['page=2&perPage=3', 'page=04&perPage=1', 'page=3&perPage=02', 'page=40'],
  `page=${farthest}&perPage=${limits.perPageMax}`,
];

/** Valid parameters but for the range (4.2). */
const pairsArbitrary: Pairs = fc
  .tuple(
    listed('status', rosterStatuses),
    listed('userType', rosterRoles),
    absentOnceIn(2, each('q', needles)),
    absentOnceIn(9, each('sort', rosterSorts)),
    absentOnceIn(3, each('order', rosterOrders)),
    absentOnceIn(3, pages),
  )
  .map((parameters) => parameters.flat());

/** What parameters ask for: absent ones by their defaults, and both statuses are no filter (4.2). */
const questionOf = (pairs: readonly QueryPair[]): RosterQuestion => {
  const words = (name: string): readonly string[] => [
    ...new Set(pairs.filter(([one]) => one.replace('[]', '') === name).map(([, value]) => value)),
  ];
  const one = (name: string, assumed: string): string => words(name)[0] ?? assumed;
  const statuses = words('status');
  return {
    status: statuses.length === 1 ? statuses[0] : null,
    userTypes: words('userType'),
    q: one('q', '').trim(),
    sort: one('sort', 'name'),
    order: one('order', 'asc'),
    page: Number(one('page', '1')),
    perPage: Number(one('perPage', String(limits.perPageDefault))),
  } as RosterQuestion;
};

/** What a roster request may ask for beside its range (4.2). */
export const rosterQuestionArbitrary: fc.Arbitrary<RosterQuestion> = pairsArbitrary.map(questionOf);

/** Valid roster queries with what they mean: parameters in some order, absent or spelled out (4.2). */
export const spelledRosterQueryArbitrary = (today: Day): fc.Arbitrary<SpelledRosterQuery> =>
  fc
    .tuple(pairsArbitrary, fc.option(monthsArbitrary(today), { freq: 4 }), fc.boolean())
    .map(([parameters, months, isReversed]) => {
      const range = months === null ? [] : Object.entries(wireMonths(months));
      const pairs = [...range, ...parameters];
      return {
        pairs: isReversed ? pairs.toReversed() : pairs,
        question: questionOf(parameters),
        months,
      };
    });

/** Valid roster queries as pairs of name and value (4.2). */
export const rosterQueryArbitrary = (today: Day): fc.Arbitrary<readonly QueryPair[]> =>
  spelledRosterQueryArbitrary(today).map(({ pairs }) => pairs);
