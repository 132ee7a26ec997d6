import {
  type Day,
  formatMonth,
  limits,
  type RosterQuestion,
  rosterOrders,
  rosterRoles,
  rosterSorts,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { type Months, monthsArbitrary } from './range.js';
import { Digits } from './world/digits.js';

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

// Parts of names and addresses that generated worlds contain, and some that they do not.
const needles = ['a', 'ADA', '\u00c9m', 'e\u0301m', 'o\u00eb', '@', 'EXAMPLE', 'i', 'nobody'];

const firstPages = [
  { page: 1, perPage: 25 },
  { page: 1, perPage: limits.perPageMax },
  { page: 1, perPage: 3 },
];

const laterPages = [
  { page: 2, perPage: 3 },
  { page: 4, perPage: 1 },
  { page: 3, perPage: 2 },
  { page: 40, perPage: 25 },
  // The farthest page there is (4.2.2).
  { page: limits.pageOffsetMax / limits.perPageMax + 1, perPage: limits.perPageMax },
];

/** What a roster request may ask for beside its range (4.2). */
export const rosterQuestionArbitrary: fc.Arbitrary<RosterQuestion> = fc
  .record({
    status: fc.constantFrom(null, null, null, 'active', 'inactive'),
    userTypes: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.shuffledSubarray([...rosterRoles]) },
    ),
    q: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom(...needles) },
    ),
    sort: fc.constantFrom(...rosterSorts),
    order: fc.constantFrom(...rosterOrders),
    place: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...firstPages) },
      { weight: 1, arbitrary: fc.constantFrom(...laterPages) },
    ),
  })
  .map(({ place, ...question }) => ({ ...question, ...place }));

const spellList = (
  digits: Digits,
  name: string,
  values: readonly string[],
): readonly QueryPair[] => {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0 && digits.onceIn(2)) return [[name, only]];
  const repeated = only !== undefined && digits.onceIn(4) ? [...values, only] : values;
  return repeated.map((value) => [`${name}[]`, value]);
};

/** One way to ask a roster question: defaults said or not, brackets or not, in some order (4.2). */
export const spellRosterQuery = (
  { status, userTypes, q, sort, order, page, perPage }: RosterQuestion,
  months: Months | null,
  code: number,
): readonly QueryPair[] => {
  const digits = new Digits(code);
  /** A parameter, which may be left out where it says what is assumed anyway (4.2). */
  const scalar = (name: string, isDefault: boolean, value: () => string): readonly QueryPair[] =>
    isDefault && digits.onceIn(2) ? [] : [[name, value()]];
  const number = (value: number): string => (digits.onceIn(4) ? `0${value}` : String(value));
  const statuses = status === null ? digits.oneOf([[], ['inactive', 'active']]) : [status];
  const pairs: readonly QueryPair[] = [
    ...spellList(digits, 'status', statuses),
    ...spellList(digits, 'userType', userTypes),
    ...scalar('q', q === '', () => (digits.onceIn(3) ? ` ${q}  ` : q)),
    ...scalar('sort', sort === 'name', () => sort),
    ...scalar('order', order === 'asc', () => order),
    ...scalar('page', page === 1, () => number(page)),
    ...scalar('perPage', perPage === limits.perPageDefault, () => number(perPage)),
  ];
  const bounds = months === null ? [] : Object.entries({ to: months.to, from: months.from });
  const range = bounds.map(([end, month]): QueryPair => [end, formatMonth(month)]);
  return digits.onceIn(2) ? [...pairs, ...range] : [...range, ...pairs].reverse();
};

/** Valid roster queries with what they mean (4.2). */
export const spelledRosterQueryArbitrary = (today: Day): fc.Arbitrary<SpelledRosterQuery> =>
  fc
    .tuple(
      rosterQuestionArbitrary,
      fc.option(monthsArbitrary(today), { freq: 4 }),
      fc.noBias(fc.nat({ max: 9_999_999 })),
    )
    .map(([question, months, code]) => ({
      pairs: spellRosterQuery(question, months, code),
      question,
      months,
    }));

/** Valid roster queries as pairs of name and value (4.2). */
export const rosterQueryArbitrary = (today: Day): fc.Arbitrary<readonly QueryPair[]> =>
  spelledRosterQueryArbitrary(today).map(({ pairs }) => pairs);
