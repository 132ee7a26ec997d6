import { at, canonical, isObject, listOf, shown } from '../model/json.js';

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
  const id = at(expected, 'hashid');
  if (id !== undefined) {
    return (
      at(data, 'hashid') === id &&
      isNamedAlike(data, expected) &&
      numbersOf(expected).every((figure) => numbersOf(data).includes(figure))
    );
  }
  return (
    typeof expected === 'object' &&
    expected !== null &&
    (!Array.isArray(expected) || listOf(data).length === expected.length) &&
    Object.entries(expected).every(([key, right]) => isRanking(at(data, key), right))
  );
};

/** Rows of months and categories without those of zero. */
const withoutZeros = (data: unknown): unknown =>
  listOf(data).filter((row) =>
    Object.entries(isObject(row) ? row : {}).some(
      ([key, value]) => key !== 'month' && key !== 'category' && value !== 0,
    ),
  );

const byMonth = (one: unknown, other: unknown): number =>
  String(at(one, 'month')) < String(at(other, 'month')) ? -1 : 1;

/** Rows of zero may be left out, and the order of months is open (2.5). */
const isSeries = (data: unknown, expected: unknown): boolean =>
  Array.isArray(data) &&
  canonical(listOf(withoutZeros(data)).toSorted(byMonth)) ===
    canonical(listOf(withoutZeros(expected)).toSorted(byMonth));

const byCategory = (data: unknown): unknown => listOf(withoutZeros(data)).map(canonical).toSorted();

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

const hasMonths = (value: unknown): boolean => listOf(value).some((row) => at(row, 'month'));

/** Whether a figure is what the facts give, up to what the specification leaves open. */
export const isExpected: Same = (name, data, expected) => {
  if (hasMonths(expected)) return isSeries(data, expected);
  if (isObject(expected) && Object.values(expected).some(hasMonths)) {
    return (
      canonical(Object.keys(isObject(data) ? data : {}).toSorted()) ===
        canonical(Object.keys(expected).toSorted()) &&
      Object.entries(expected).every(([key, series]) => isExpected(name, at(data, key), series))
    );
  }
  return (comparisons[name] ?? isSame)(name, data, expected);
};

type Alike = (data: unknown, expected: unknown) => boolean;

const isEqual: Alike = (data, expected) => canonical(data) === canonical(expected);

/** A place in a value as a JSON pointer, what is there, and what the facts give. */
type Difference = readonly [place: string, actual: unknown, expected: unknown];

/** The deepest place where two values begin to differ; items of rankings are not taken apart. */
export const firstDifference = (
  data: unknown,
  expected: unknown,
  isAlike: Alike = isEqual,
  place = '',
): Difference => {
  const [isList, isItem] = [Array.isArray(expected), at(expected, 'hashid') !== undefined];
  const isComparable =
    (isList && Array.isArray(data)) || (isObject(expected) && isObject(data) && !isItem);
  const keys = isComparable ? [expected, data].flatMap((one) => Object.keys(one ?? {})) : [];
  const odd = keys.find((key) => !isAlike(at(data, key), at(expected, key)));
  return odd === undefined
    ? [place, data, expected]
    : firstDifference(at(data, odd), at(expected, odd), isAlike, `${place}/${odd}`);
};

/** Rows of months and categories by month or category; any other value as it is. */
const keyed = (value: unknown): unknown => {
  const key = ['month', 'category'].find((one) => at(value, 0, one) !== undefined);
  return key === undefined
    ? value
    : Object.fromEntries(
        listOf(withoutZeros(value)).map((row) => [String(at(row, key)), row] as const),
      );
};

/** Says how a figure differs from what the facts give: the first place, and both values there. */
export const misses = (name: string, data: unknown, expected: unknown): string => {
  const [one, other] = isEqual(keyed(data), keyed(expected))
    ? [data, expected]
    : [keyed(data), keyed(expected)];
  const [place, actual, right] = firstDifference(
    one,
    other,
    name.startsWith('top') ? isRanking : isEqual,
  );
  const where = place === '' ? '' : `at ${place} `;
  return `${where}is ${shown(actual)}, the facts give ${shown(right)}`;
};
