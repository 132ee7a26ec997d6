import type { History } from '../model/history.js';
import { at, canonical, isObject, listOf, shown } from '../model/json.js';
import type { Judge } from '../model/rule.js';
import {
  allOf,
  breach,
  eachOf,
  type Finding,
  holds,
  type Look,
  silent,
  whenServed,
} from './judges.js';
import { askedFor, listed, type Resolved, returned } from './metrics-answer.js';
import { isReady, rowsOf } from './roster-answer.js';
import type { Answer } from './sight.js';

/** What the facts say that an answer must hold; recorded beside the request. */
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
  const expected = at(answer.exchange.sent.knows, 'expected');
  const untilToday = at(expected, 'untilToday');
  const [named, today] = [
    at(answer.document, 'meta', 'dateRange', 'to'),
    at(untilToday, 'dateRange', 'to'),
  ];
  return untilToday !== undefined && named === today ? untilToday : expected;
};
const noFacts = silent('nothing is known of what it should hold');

/** A difference that division leaves: averages may differ by a tenth (decided so). */
const tolerance: Readonly<Record<string, number>> = { avgScanTimeMs: 0.1000001 };

const isSame = (name: string, actual: unknown, expected: unknown): boolean => {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) <= (tolerance[name] ?? 0);
  }
  return canonical(actual) === canonical(expected);
};

const isSubscription = (name: string, data: unknown, expected: unknown): boolean => {
  // Field names are open: the values must all be there, under whatever names.
  const values = (one: unknown) => Object.values(isObject(one) ? one : {}).map(canonical);
  const actual = values(data);
  return values(expected).every((value) => actual.includes(value)) || isSame(name, data, expected);
};

const numbersOf = (item: unknown): readonly unknown[] =>
  Object.values(isObject(item) ? item : {}).filter((value) => typeof value === 'number');

/** A name or a title, where both have one under the same name: names of other fields are open. */
const isNamedAlike = (item: unknown, expected: unknown): boolean =>
  ['name', 'title'].every((field) => {
    const [shownName, right] = [at(item, field), at(expected, field)];
    return typeof shownName !== 'string' || typeof right !== 'string' || shownName === right;
  });

/** The same things in the same places, each with its figure among its numbers; names are open (2.5). */
const isRanking = (data: unknown, expected: unknown): boolean => {
  if (!Array.isArray(expected)) {
    return (
      isObject(expected) &&
      Object.keys(expected).every((key) => isRanking(at(data, key), expected[key]))
    );
  }
  const items = listOf(data);
  return (
    items.length === expected.length &&
    expected.every(
      (item, index) =>
        at(item, 'hashid') === at(items[index], 'hashid') &&
        isNamedAlike(items[index], item) &&
        numbersOf(item).every((figure) => numbersOf(items[index]).includes(figure)),
    )
  );
};

const withoutZeros = (data: unknown): unknown =>
  listOf(data).filter((row) =>
    Object.entries(isObject(row) ? row : {}).some(([key, value]) => key !== 'month' && value !== 0),
  );

const byMonth = (one: unknown, other: unknown): number =>
  String(at(one, 'month')) < String(at(other, 'month')) ? -1 : 1;

/** Rows of zero may be left out, and the order of months is open (2.5). */
const isSeries = (data: unknown, expected: unknown): boolean =>
  Array.isArray(data) &&
  canonical(listOf(withoutZeros(data)).toSorted(byMonth)) ===
    canonical(listOf(withoutZeros(expected)).toSorted(byMonth));

const byCategory = (data: unknown): unknown =>
  listOf(data)
    .filter((item) => at(item, 'count') !== 0)
    .map(canonical)
    .toSorted();

const nonZero = (data: unknown): unknown =>
  Object.fromEntries(Object.entries(isObject(data) ? data : {}).filter(([, value]) => value !== 0));

type Same = (name: string, data: unknown, expected: unknown) => boolean;

const comparisons: Readonly<Record<string, Same>> = {
  subscription: isSubscription,
  topBoards: (_name, data, expected) => isRanking(data, expected),
  topUsers: (_name, data, expected) => isRanking(data, expected),
  topMedia: (_name, data, expected) => isRanking(data, expected),
  attachmentCountByCategory: (name, data, expected) =>
    isSame(name, byCategory(data), byCategory(expected)),
  scannedItemCountByType: (name, data, expected) => isSame(name, nonZero(data), nonZero(expected)),
  flaggedItemCountByCategory: (name, data, expected) =>
    isSame(name, nonZero(data), nonZero(expected)),
};

/** Whether a figure is what the facts give, up to what the specification leaves open. */
export const isExpected: Same = (name, data, expected) => {
  if (Array.isArray(expected) && listOf(expected).some((row) => at(row, 'month') !== undefined)) {
    return isSeries(data, expected);
  }
  return (comparisons[name] ?? isSame)(name, data, expected);
};

const compareOne = (answer: Answer, asked: Resolved): Finding => {
  const expected = at(expectedOf(answer), 'figures', asked.key);
  if (expected === undefined) return noFacts;
  const found = returned(answer).find((one) => one.key === asked.key);
  if (found === undefined) {
    return listed(answer, 'errors').some((one) => one.key === asked.key)
      ? silent(`${asked.name} failed`)
      : breach(`${asked.key} was not returned`);
  }
  return isExpected(asked.name, found.data, expected)
    ? holds
    : breach(`${asked.key} is ${shown(found.data)}, the facts give ${shown(expected)}`);
};

/** Every chosen figure of the probes is what the facts give. */
export const expectedFigures = (
  probes: readonly string[],
  choose: (asked: Resolved) => boolean,
): Judge =>
  eachOf(
    probes,
    whenServed((answer) => {
      const findings = askedFor(answer.request)
        .filter(choose)
        .map((asked) => compareOne(answer, asked));
      return findings.length === 0 ? silent('it asks for no such figure') : allOf(findings);
    }),
  );

const readyPage = (look: (answer: Answer, expected: unknown, history: History) => Finding): Look =>
  whenServed((answer, history) => {
    const expected = expectedOf(answer);
    if (expected === undefined) return noFacts;
    return isReady(answer) ? look(answer, expected, history) : silent('the roster failed');
  });

const expectedRows = (expected: unknown): readonly unknown[] => listOf(at(expected, 'rows'));

/** The pages list the members that the facts give, in whatever order; their ids where one page has all. */
export const expectedIds = (probes: readonly string[]): Judge =>
  eachOf(
    probes,
    readyPage((answer, expected) => {
      const total = at(answer.document, 'meta', 'totalCount');
      const right = at(expected, 'totalCount');
      if (total !== right) {
        return breach(`meta.totalCount is ${shown(total)}, the facts give ${shown(right)}`);
      }
      const ids = new Set(expectedRows(expected).map((row) => at(row, 'id')));
      const strange = rowsOf(answer).find(({ id }) => ids.size === right && !ids.has(id));
      return strange === undefined
        ? holds
        : breach(`${strange.id} is listed, and the facts do not give it`);
    }),
  );

/** The ids of a page in their order, ties included. */
export const expectedOrder = (probes: readonly string[]): Judge =>
  eachOf(
    probes,
    readyPage((answer, expected) => {
      const ids = rowsOf(answer).map((row) => row.id);
      const right = expectedRows(expected).map((row) => at(row, 'id'));
      return canonical(ids) === canonical(right)
        ? holds
        : breach(`the ids are ${shown(ids)}, the facts give ${shown(right)}`);
    }),
  );

/** A column of the rows of a page is what the facts give for the same member. */
export const expectedColumn = (probes: readonly string[], column: string): Judge =>
  eachOf(
    probes,
    readyPage((answer, expected) => {
      const byId = new Map(expectedRows(expected).map((row) => [at(row, 'id'), row]));
      const known = (id: string): unknown => at(byId.get(id), column);
      const rows = rowsOf(answer).filter((row) => byId.has(row.id));
      if (rows.length === 0) return silent('no row of this page is known from the facts');
      const odd = rows.find(
        (row) => canonical(row.attributes[column]) !== canonical(known(row.id)),
      );
      return odd === undefined
        ? holds
        : breach(
            `${column} of ${odd.id} is ${shown(odd.attributes[column])}, the facts give ${shown(known(odd.id))}`,
          );
    }),
  );

/** meta.dateRange is what the facts give. */
export const expectedRange = (probes: readonly string[]): Judge =>
  eachOf(
    probes,
    whenServed((answer) => {
      const expected = at(expectedOf(answer), 'dateRange');
      if (expected === undefined) return noFacts;
      const range = at(answer.document, 'meta', 'dateRange');
      return canonical(range) === canonical(expected)
        ? holds
        : breach(`meta.dateRange is ${shown(range)}, the facts give ${shown(expected)}`);
    }),
  );
