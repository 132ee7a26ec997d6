import type { History } from '../model/history.js';
import { at, canonical, listOf, shown } from '../model/json.js';
import type { Endpoint } from '../model/request.js';
import type { Judge } from '../model/rule.js';
import {
  allOf,
  type Check,
  type CheckResult,
  everyAnswer,
  type Found,
  notExercised,
  whenServed,
} from './check.js';
import { type Answer, evidenceIn, knownOf } from './evidence.js';
import { misses } from './expected-figures.js';
import {
  askedFor,
  listed,
  type Resolved,
  readable,
  returned,
  sentRange,
} from './metrics/answer.js';
import { rowsOf } from './roster/answer.js';
import { whenReady } from './roster/rows.js';

/** What the facts say that a metrics answer must hold. */
export interface ExpectedMetrics {
  readonly dateRange: { readonly from: string; readonly to: string };
  /** By the key of the resolved query. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** The same for a service that ends the current month today; only where that is another range. */
  readonly untilToday?: ExpectedMetrics;
}

/** What the facts say of a roster page. */
export interface ExpectedPage {
  readonly dateRange: { readonly from: string; readonly to: string };
  readonly totalCount: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The same for a service that ends the current month today; only where that is another range. */
  readonly untilToday?: ExpectedPage;
}

/** Where the current month ends is open (2.7): figures are those of the range that the answer names. */
const expectedOf = (answer: Answer): unknown => {
  const expected = at(knownOf(answer), 'expected');
  const untilToday = at(expected, 'untilToday');
  const [named, today] = [
    at(answer.document, 'meta', 'dateRange', 'to'),
    at(untilToday, 'dateRange', 'to'),
  ];
  return untilToday !== undefined && named === today ? untilToday : expected;
};
const noFacts = notExercised('nothing is known of what it should hold');

const compareOne = (answer: Answer, asked: Resolved): Found => {
  const expected = at(expectedOf(answer), 'figures', asked.key);
  if (expected === undefined) return noFacts;
  const found = returned(answer).find((one) => one.key === asked.key);
  if (found === undefined) {
    return listed(answer, 'errors').some((one) => one.key === asked.key)
      ? notExercised(`${asked.name} failed`)
      : `${readable(asked.key)} was not returned`;
  }
  const how = misses(asked.name, found.data, expected);
  const range = sentRange(answer.request);
  const when = range === null ? '' : ` ${range.from}..${range.to}`;
  return how === null ? null : `${readable(asked.key)}${when} ${how}`;
};

const never = 'No answer has what the facts could be compared with.';

/** Answers that facts say something of; figures that are ready are so in a 202 too. */
const knownAnswers =
  (endpoint: Endpoint) =>
  (history: History): readonly Answer[] =>
    evidenceIn(history).filter(
      (answer) => answer.request.endpoint === endpoint && 'expected' in knownOf(answer),
    );

/** Whichever request brought them: the chosen figures of all answers are what the facts give. */
export const givenFigures = (choose: (asked: Resolved) => boolean): Judge =>
  everyAnswer(
    knownAnswers('metrics'),
    (answer) => {
      const figures = returned(answer).filter(choose);
      return figures.length === 0
        ? notExercised('it has no such figure')
        : allOf(figures.map((asked) => compareOne(answer, asked)));
    },
    never,
  );

/** What a page after the last one holds is open (4.2.5). */
const knownPages = (history: History): readonly Answer[] =>
  knownAnswers('roster')(history).filter((answer) => {
    const expected = expectedOf(answer);
    const isPast = at(expected, 'totalCount') !== 0 && expectedRows(expected).length === 0;
    return answer.status === 200 && !isPast;
  });

/** A check of roster pages holds in every page that was answered, whichever request brought it. */
export const inEveryPage = (check: Check): { readonly check: Check; readonly judge: Judge } => ({
  check,
  judge: everyAnswer(knownPages, check, never),
});

/** Every chosen figure is what the facts give. */
export const expectedFigures = (choose: (asked: Resolved) => boolean): Check =>
  whenServed((answer) => {
    const chosen = askedFor(answer.request).filter(choose);
    return chosen.length === 0
      ? notExercised('it asks for no such figure')
      : allOf(chosen.map((asked) => compareOne(answer, asked)));
  });

/** A value is just what the facts give. */
const isGiven = (says: string, value: unknown, expected: unknown): Found =>
  canonical(value) === canonical(expected)
    ? null
    : `${says} ${shown(value)}, the facts give ${shown(expected)}`;

/** Compares a page with what facts say of it. */
type Comparison = (answer: Answer, expected: unknown) => Found;

const readyPage = (check: Comparison): Check =>
  whenReady((answer) => {
    const expected = expectedOf(answer);
    return expected === undefined ? noFacts : check(answer, expected);
  });

const expectedRows = (expected: unknown): readonly unknown[] => listOf(at(expected, 'rows'));

const compareIds: Comparison = (answer, expected) => {
  const total = at(answer.document, 'meta', 'totalCount');
  const right = at(expected, 'totalCount');
  const ids = new Set(expectedRows(expected).map((row) => at(row, 'id')));
  const strange = rowsOf(answer).find(({ id }) => ids.size === right && !ids.has(id));
  return total === right && strange !== undefined
    ? `${strange.id} is listed, and the facts do not give it`
    : isGiven('meta.totalCount is', total, right);
};

/** The page lists members that the facts give, in whatever order; their ids where one page has all. */
export const expectedIds: Check = readyPage(compareIds);

const compareOrder =
  (column: string): Comparison =>
  (answer, expected) => {
    const rows = rowsOf(answer).map((row) => (column === 'id' ? row.id : row.attributes[column]));
    const right = expectedRows(expected).map((row) => at(row, column));
    const odd = Array.from({ length: Math.max(rows.length, right.length) }).findIndex(
      (_, index) => rows[index] !== right[index],
    );
    return odd < 0 ? null : isGiven(`${column} of row ${odd + 1} is`, rows[odd], right[odd]);
  };

/** A column of a page in its order: rows of the same value come in any order, ids in one. */
export const expectedOrder = (column: string): Check => readyPage(compareOrder(column));

const compareColumn =
  (column: string): Comparison =>
  (answer, expected) => {
    const byId = new Map(expectedRows(expected).map((row) => [at(row, 'id'), row]));
    const rows = rowsOf(answer).filter((row) => byId.has(row.id));
    if (rows.length === 0) return notExercised('no row of this page is known from the facts');
    return allOf(
      rows.map(({ id, attributes }) =>
        isGiven(`${column} of ${id} is`, attributes[column], at(byId.get(id), column)),
      ),
    );
  };

/** A column of the rows of a page is what the facts give for the same member. */
export const expectedColumn = (column: string): Check => readyPage(compareColumn(column));

/** meta.dateRange is what the facts give. */
export const expectedRange: Check = whenServed((answer) => {
  const expected = at(expectedOf(answer), 'dateRange');
  if (expected === undefined) return noFacts;
  // Members beside the two days are open (2.7).
  const given = at(answer.document, 'meta', 'dateRange');
  const ends = ['from', 'to'].map((end) =>
    isGiven(`meta.dateRange.${end} is`, at(given, end), at(expected, end)),
  );
  return allOf(ends);
});

/** An answer of analytics is all that the facts give. */
export const compareAll = (answer: Answer): CheckResult => {
  const { request } = answer;
  if (request.endpoint === 'metrics')
    return allOf(askedFor(request).map((asked) => compareOne(answer, asked)));
  const expected = expectedOf(answer);
  const columns = Object.keys(at(expected, 'rows', '0') ?? {}).filter((name) => name !== 'id');
  return allOf(
    [compareIds, compareOrder('id'), ...columns.map(compareColumn)].map((compare) =>
      compare(answer, expected),
    ),
  );
};
