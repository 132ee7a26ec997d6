import { at, canonical, isCount, isObject, leavesOf, listOf, shown } from '../../model/json.js';
import { eventMetrics } from '../../probes/entries.js';
import { fails, holds, holdsIf, mismatch, notExercised } from '../check.js';
import { type EntryCheck, namedAs } from './entries.js';

/** Requests without months. */
export const plainProbes = ['MV1', 'MV2', 'MV4', 'MV5', 'MV6', 'MV7'];
/** Requests that ask for counts, by month or not. */
export const countProbes = [...plainProbes, 'MV3', 'MV8'];
/** The rankings. */
export const ranked = namedAs('topBoards', 'topUsers', 'topMedia');
/** Metrics whose plain figure is one number. */
export const singles = namedAs(
  'memberCount',
  ...eventMetrics,
  'peerInteractionCount',
  'wallEngagementMinutes',
  'scannedItemCount',
  'flaggedItemCount',
);

/** What counts members, things or events; minutes, averages and shares are no counts. */
export const counts = namedAs(
  'memberCount',
  ...eventMetrics,
  'peerInteractionCount',
  'scannedItemCount',
  'flaggedItemCount',
);

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** The data is one number. */
export const number: EntryCheck = ({ data, pointer }) =>
  isNumber(data) ? holds : mismatch('a number', `${pointer}/data`, data);

/** Every number in the data of an entry: alone, by the values of a property, or by month. */
const numbersIn = (data: unknown): readonly number[] => {
  if (isNumber(data)) return [data];
  if (Array.isArray(data)) return data.flatMap(numbersIn);
  return isObject(data) ? Object.values(data).flatMap(numbersIn) : [];
};

/** Every number in the data is whole and not negative. */
export const wholeCounts: EntryCheck = ({ data, pointer }) => {
  const numbers = numbersIn(data);
  if (numbers.length === 0) return notExercised('there is no number');
  const odd = numbers.find((value) => !Number.isInteger(value) || value < 0);
  return odd === undefined
    ? holds
    : mismatch('whole numbers, none of them negative', `${pointer}/data`, data);
};

/** The data is a number from 0, a percentage at most 100, or `null` where there was nothing to measure. */
export const numberOrNull: EntryCheck = ({ name, data, pointer }) => {
  const most = name.endsWith('Percent') ? 100 : Number.POSITIVE_INFINITY;
  const isRight = data === null || (isNumber(data) && data >= 0 && data <= most);
  return isRight ? holds : mismatch(`a number from 0 to ${most}`, `${pointer}/data`, data);
};

/** The data is a list of monthly rows. */
export const rows: EntryCheck = ({ data, pointer }) => {
  if (!Array.isArray(data)) return mismatch('a list of rows', `${pointer}/data`, data);
  if (data.length === 0) return notExercised('the series is empty');
  const odd = data.findIndex(
    (row) =>
      !/^\d{4}-(0[1-9]|1[0-2])$/.test(String(at(row, 'month'))) ||
      Object.keys(isObject(row) ? row : {}).length !== 2,
  );
  return odd === -1
    ? holds
    : mismatch('a month and one figure', `${pointer}/data/${odd}`, data[odd]);
};

/** Every month of a series is in the range, once. */
export const monthsOnce: EntryCheck = ({ data, pointer }, answer) => {
  const months = listOf(data).map((row) => String(at(row, 'month')));
  const { from, to } = {
    from: at(answer.document, 'meta', 'dateRange', 'from'),
    to: at(answer.document, 'meta', 'dateRange', 'to'),
  };
  const outside = months.find(
    (month) => month < String(from).slice(0, 7) || month > String(to).slice(0, 7),
  );
  if (outside !== undefined) return fails(`${pointer}: ${outside} lies outside the range`);
  return holdsIf(new Set(months).size === months.length, () => `${pointer}: a month stands twice`);
};

/** Every monthly row has its figure under a key. */
export const figureKey =
  (key: string): EntryCheck =>
  ({ data, pointer }) => {
    const list = listOf(data);
    if (list.length === 0) return notExercised('the series is empty');
    const odd = list.findIndex((row) => !isNumber(at(row, key)));
    return odd === -1
      ? holds
      : mismatch(`the figure under ${key}`, `${pointer}/data/${odd}`, list[odd]);
  };

/** The property, other than userType, that came as a list. */
export const brokenDown = (
  one: Readonly<Record<string, unknown>>,
): readonly unknown[] | undefined =>
  ['status', 'sortBy', 'mediaType'].map((name) => one[name]).find((value) => Array.isArray(value));

/** The data has the values of the list property as its keys. */
export const keyedByValues: EntryCheck = ({ data, pointer, properties }) => {
  const expected = (brokenDown(properties) ?? []).map(String).toSorted();
  const keys = isObject(data) ? Object.keys(data).toSorted() : null;
  return canonical(keys) === canonical(expected)
    ? holds
    : mismatch(`an object with the keys ${expected.join(', ')}`, `${pointer}/data`, data);
};

/** Each slice has the shape that it would have alone. */
export const slicesAlone: EntryCheck = ({ name, data, pointer }) => {
  const right = (slice: unknown): boolean =>
    name === 'memberCount' ? isNumber(slice) : Array.isArray(slice);
  const odd = Object.entries(isObject(data) ? data : {}).find(([, slice]) => !right(slice));
  return odd === undefined
    ? holds
    : mismatch('the shape that the value has alone', `${pointer}/data/${odd[0]}`, odd[1]);
};

/** A list of roles gives one combined figure. */
export const combined: EntryCheck = ({ data, pointer }, answer) =>
  isObject(data)
    ? mismatch('one combined figure', `${pointer}/data`, data)
    : holdsIf(isNumber(data) || (Array.isArray(data) && answer.status === 200), () => pointer);

const lists = (data: unknown): readonly (readonly unknown[])[] =>
  Array.isArray(data) ? [data] : isObject(data) ? Object.values(data).map(listOf) : [];

/** People have a name; what is shared need not have a title, and may say so with null. */
const isNamed = (item: unknown): boolean =>
  typeof at(item, 'name') === 'string' ||
  typeof at(item, 'title') === 'string' ||
  at(item, 'title') === null;

/** A value that two items have under a name. */
const repeated = (items: readonly unknown[], name: string): unknown => {
  const seen = new Set<unknown>();
  return items.map((item) => at(item, name)).find((value) => seen.size === seen.add(value).size);
};

/** Every item of a ranking has an id of its own, a name or title, and figures. */
export const rankedItems: EntryCheck = ({ data, pointer, properties }) => {
  if (brokenDown(properties) === undefined && !Array.isArray(data)) {
    return mismatch('a list', `${pointer}/data`, data);
  }
  const items = lists(data).flat();
  if (items.length === 0) return notExercised('the ranking is empty');
  const odd = items.find(
    (item) =>
      typeof at(item, 'hashid') !== 'string' ||
      !isNamed(item) ||
      !Object.values(isObject(item) ? item : {}).some(isNumber),
  );
  if (odd !== undefined) {
    return mismatch('a hashid, a name or title, and a figure', `${pointer}/data`, odd);
  }
  const twice = lists(data)
    .map((list) => repeated(list, 'hashid'))
    .find((id) => id !== undefined);
  return holdsIf(twice === undefined, () => `${pointer}/data has ${shown(twice)} twice`);
};

/** A ranking has at most ten items. */
export const atMostTen: EntryCheck = ({ data, pointer }) => {
  const long = lists(data).find((list) => list.length > 10)?.length;
  return holdsIf(long === undefined, () => `${pointer}/data has ${String(long)} items`);
};

/** Lists by the value that they are sorted by; `null` where a ranking has none. */
const sortedLists = (
  data: unknown,
  sortBy: unknown,
): readonly (readonly [string | null, readonly unknown[]])[] =>
  Array.isArray(data)
    ? [[typeof sortBy === 'string' ? sortBy : null, data]]
    : Object.entries(isObject(data) ? data : {}).map(([word, list]) => [word, listOf(list)]);

const isDescending = (list: readonly unknown[], field: string): boolean =>
  list.every((item, index) => {
    const [before, here] = [at(list[index - 1], field), at(item, field)];
    return isNumber(here) && (index === 0 || (isNumber(before) && before >= here));
  });

/** A ranking goes downward: by the field of its sortBy if it has one, else by any figure. */
export const rankedDown: EntryCheck = ({ data, pointer, properties }) => {
  const long = sortedLists(data, properties['sortBy']).filter(([, list]) => list.length > 1);
  if (long.length === 0) return notExercised('no ranking has two items');
  const odd = long.find(([word, [first, ...rest]]) => {
    const fields = Object.keys(isObject(first) ? first : {});
    const own = fields.filter((field) => field === word);
    return !(own.length > 0 ? own : fields).some((field) => isDescending([first, ...rest], field));
  });
  return odd === undefined
    ? holds
    : mismatch('a figure that does not rise', `${pointer}/data`, odd);
};

/** The data is a list of categories with their counts. */
export const categories: EntryCheck = ({ data, pointer }) => {
  if (!Array.isArray(data)) return mismatch('a list', `${pointer}/data`, data);
  if (data.length === 0) return notExercised('there are no attachments');
  const odd: unknown = data.find(
    (item) => typeof at(item, 'category') !== 'string' || !isCount(at(item, 'count')),
  );
  if (odd !== undefined) return mismatch('category and count', `${pointer}/data`, odd);
  const twice = repeated(data, 'category');
  return holdsIf(twice === undefined, () => `${pointer}/data has ${shown(twice)} twice`);
};

/** The data is an object of counts. */
export const numbersByName: EntryCheck = ({ data, pointer }) =>
  isObject(data) && Object.values(data).every(isCount)
    ? holds
    : mismatch('an object of whole numbers from 0', `${pointer}/data`, data);

/** The data is an object with a seat count, a number or null, and a status or dates beside it; names are open. */
export const billing: EntryCheck = ({ data, pointer }) => {
  const leaves = isObject(data) ? leavesOf(data) : [];
  const hasSeats = leaves.some((value) => isNumber(value) || value === null);
  const others = leaves.filter((value) => typeof value === 'string' || value === null);
  const isWhole = hasSeats && others.length > 0 && leaves.length > 1;
  return isWhole
    ? holds
    : mismatch('an object of a seat count, a status and dates', `${pointer}/data`, data);
};
