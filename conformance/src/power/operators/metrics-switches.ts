import { isObject, listOf } from '../../model/json.js';
import { type Call, change, type Operator, refuses, wrongAnswer } from '../operator.js';

type Fields = Readonly<Record<string, unknown>>;

/** The place of the entries. */
export const metrics = 'data/attributes/metrics';

/** Changes each returned entry of some metrics. */
export const entry = (
  rule: string,
  operator: string,
  names: readonly string[],
  by: (entry: Fields, call: Call) => unknown,
): Operator =>
  wrongAnswer(
    rule,
    operator,
    change('metrics', `${metrics}/*`, (one, call) =>
      isObject(one) && (names.length === 0 || names.includes(String(one['name'])))
        ? by(one, call)
        : one,
    ),
  );

/** Changes the data of each returned entry of some metrics. */
export const data = (
  rule: string,
  operator: string,
  names: readonly string[],
  by: (data: unknown, entry: Fields, call: Call) => unknown,
): Operator =>
  entry(rule, operator, names, (one, call) => ({ ...one, data: by(one['data'], one, call) }));

/** Changes the resolved properties of each returned entry of some metrics. */
export const properties = (
  rule: string,
  operator: string,
  names: readonly string[],
  by: (properties: Fields, call: Call) => unknown,
): Operator =>
  entry(rule, operator, names, (one, call) =>
    isObject(one['properties']) ? { ...one, properties: by(one['properties'], call) } : one,
  );

/** Changes what is at a path of `meta`. */
export const meta = (
  rule: string,
  operator: string,
  path: string,
  by: (value: unknown, call: Call) => unknown,
): Operator =>
  wrongAnswer(rule, operator, change('metrics', path === '' ? 'meta' : `meta/${path}`, by));

/** Refuses requests that must be served. */
export const refusing = (
  rule: string,
  operator: string,
  isRefused: (body: Fields, call: Call) => boolean,
  mute = false,
): Operator =>
  wrongAnswer(
    rule,
    operator,
    refuses(
      400,
      (call) => call.endpoint === 'metrics' && isObject(call.body) && isRefused(call.body, call),
    ),
    { mute },
  );

/** The entries of a request. */
export const sent = (body: Fields): readonly Fields[] => listOf(body['metrics']).filter(isObject);

/** A number, 0 for anything else. */
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Whether a figure is a series by month. */
export const isMonthly = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && isObject(value[0]) && 'month' in value[0];

/** A month of a made-up row. */
export const month = '2026-11';

/** A figure under another key in every row of a series. */
export const renamed =
  (from: string, to: string) =>
  (value: unknown): unknown =>
    listOf(value).map((row) =>
      isObject(row) && from in row ? { month: row['month'], [to]: row[from] } : row,
    );

/** Changes the first row of a series. */
export const firstRow =
  (by: (row: Fields) => unknown) =>
  (value: unknown): unknown =>
    listOf(value).map((row, index) => (index === 0 && isObject(row) ? by(row) : row));

/** Changes a list, or each list of an object. */
export const eachList =
  (by: (list: readonly unknown[]) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value)
      ? by(value)
      : Object.fromEntries(
          Object.entries(isObject(value) ? value : {}).map(([key, list]) => [
            key,
            by(listOf(list)),
          ]),
        );

/** Changes each item of each list. */
export const eachItem = (by: (item: Fields) => unknown) =>
  eachList((list) => list.map((item) => (isObject(item) ? by(item) : item)));

/** The rankings. */
export const ranked = ['topBoards', 'topUsers', 'topMedia'];

/** Counts that have a series by month. */
export const series = ['boardCount', 'postCount', 'commentCount', 'reactionCount'];
