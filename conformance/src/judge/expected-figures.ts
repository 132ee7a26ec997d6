import { groupBy } from '../model/group-by.js';
import { at, canonical, isObject, leavesOf, listOf, shown, textOf } from '../model/json.js';

/** A difference that division leaves: averages may differ by a tenth (decided so). */
const tolerance: Readonly<Record<string, number>> = { avgScanTimeMs: 0.1000001 };

const isSame = (name: string, actual: unknown, expected: unknown): boolean => {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) <= (tolerance[name] ?? 0);
  }
  return canonical(actual) === canonical(expected);
};

const numbersOf = (item: unknown): readonly unknown[] =>
  Object.values(isObject(item) ? item : {}).filter((value) => typeof value === 'number');

/** A name or a title, where both have one under the same name: names of other fields are open. */
const isNamedAlike = (item: unknown, expected: unknown): boolean =>
  ['name', 'title'].every((field) => {
    const [shownName, right] = [at(item, field), at(expected, field)];
    return typeof shownName !== 'string' || typeof right !== 'string' || shownName === right;
  });

/** The same thing with its figure among its numbers: names of fields are open (2.5). */
const isRanked = (item: unknown, expected: unknown): boolean =>
  at(item, 'hashid') === at(expected, 'hashid') &&
  isNamedAlike(item, expected) &&
  numbersOf(expected).every((figure) => numbersOf(item).includes(figure));

const isZero = (row: unknown, key: string): boolean =>
  Object.entries(isObject(row) ? row : {}).every(([name, value]) => name === key || value === 0);

/** Rows by month or category, without those of zero: they may be left out, and their order is open (2.5). */
const keyed = (rows: unknown, key: string): unknown => {
  if (!Array.isArray(rows)) return rows;
  const groups = groupBy(
    rows.filter((one) => !isZero(one, key)),
    (row) => textOf(at(row, key)) ?? '',
  );
  return Object.fromEntries(
    [...groups].map(([name, group]) => [name, group.length === 1 ? group[0] : group]),
  );
};

const nonZero = (data: unknown): unknown =>
  isObject(data)
    ? Object.fromEntries(Object.entries(data).filter(([, value]) => value !== 0))
    : data;

/** A figure without what the specification leaves open; both sides in the form of what is expected. */
const settledForm = (name: string, data: unknown, expected: unknown): unknown => {
  if (listOf(expected).some((row) => at(row, 'month') !== undefined)) return keyed(data, 'month');
  if (name === 'attachmentCountByCategory') return keyed(data, 'category');
  return name.endsWith('ByType') || name === 'flaggedItemCountByCategory' ? nonZero(data) : data;
};

/** A place in a figure as a JSON pointer, what is there, and what the facts give. */
type Difference = readonly [place: string, actual: unknown, expected: unknown];

const dayIn = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T.*$/s, '$1') : value;

/** Names of fields are open, and times of day: the values must be there, under whatever names. */
const inSubscription = (data: unknown, expected: unknown): Difference | null => {
  const actual = leavesOf(data).map(dayIn).map(canonical);
  const lost = Object.entries(isObject(expected) ? expected : {}).filter(
    ([, value]) => !actual.includes(canonical(value)),
  );
  return lost.length === 0 ? null : ['', data, Object.fromEntries(lost)];
};

/** The first place where a figure differs from what the facts give, up to what the specification leaves open. */
const differenceIn = (
  name: string,
  data: unknown,
  expected: unknown,
  place = '',
): Difference | null => {
  if (name === 'subscription') return inSubscription(data, expected);
  const here: Difference = [place, data, expected];
  if (at(expected, 'hashid') !== undefined) return isRanked(data, expected) ? null : here;
  if (Array.isArray(data) !== Array.isArray(expected)) return here;
  const [one, other] = [data, expected].map((side) => settledForm(name, side, expected));
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return isSame(name, one, other) ? null : here;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return here;
  // Further fields of an item are open, further items are not.
  const isItem = isObject(other) && (name.startsWith('top') || 'category' in other);
  const keys = new Set([...Object.keys(other), ...(isItem ? [] : Object.keys(one))]);
  for (const key of keys) {
    const found = differenceIn(name, at(one, key), at(other, key), `${place}/${key}`);
    if (found !== null) return found;
  }
  return null;
};

/** Whether a figure is what the facts give, up to what the specification leaves open. */
export const isExpected = (name: string, data: unknown, expected: unknown): boolean =>
  differenceIn(name, data, expected) === null;

/** How a figure differs from what the facts give: the first place, and both values there; `null` if not at all. */
export const misses = (name: string, data: unknown, expected: unknown): string | null => {
  const found = differenceIn(name, data, expected);
  if (found === null) return null;
  const [place, actual, right] = found;
  return `${place === '' ? '' : `at ${place} `}is ${shown(actual)}, the facts give ${shown(right)}`;
};
