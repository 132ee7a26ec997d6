import { isObject, listOf } from '../../model/json.js';
import { type Call, type Operator, refuses, wrongAnswer, wrongAt } from '../operator.js';

type Fields = Readonly<Record<string, unknown>>;

/** The place of the entries. */
export const metrics = 'data/attributes/metrics';

/** Changes what is at a path of a metrics answer. */
export const at = wrongAt('metrics');

/** Changes each returned entry of some metrics. */
export const entry = (
  rule: string,
  operator: string,
  names: readonly string[],
  by: (entry: Fields, call: Call) => unknown,
): Operator =>
  at(rule, operator, `${metrics}/*`, (one, call) =>
    isObject(one) && (names.length === 0 || names.includes(String(one['name'])))
      ? by(one, call)
      : one,
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
): Operator => at(rule, operator, path === '' ? 'meta' : `meta/${path}`, by);

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
    isMonthly(value)
      ? value.map((row) => (from in row ? { month: row['month'], [to]: row[from] } : row))
      : value;

const ofKind =
  <Kind>(isKind: (value: unknown) => value is Kind) =>
  (
    rule: string,
    operator: string,
    names: readonly string[],
    by: (value: Kind, entry: Fields, call: Call) => unknown,
  ): Operator =>
    data(rule, operator, names, (value, one, call) =>
      isKind(value) ? by(value, one, call) : value,
    );

/** Changes figures that are one number. */
export const numbers = ofKind((value) => typeof value === 'number');
/** Changes figures that are an object. */
export const objects = ofKind(isObject);

/** Changes figures that are a series by month. */
export const rows = ofKind(isMonthly);

/** Changes the first row of each series. */
export const firstRow = (rule: string, operator: string, by: (row: Fields) => unknown): Operator =>
  rows(rule, operator, [], (all) => all.with(0, by(all[0] ?? {}) as Fields));

/** The rankings. */
export const ranked = ['topBoards', 'topUsers', 'topMedia'];

/** Changes each list of some rankings. */
export const eachList = (
  rule: string,
  operator: string,
  names: readonly string[],
  by: (list: readonly unknown[]) => unknown,
): Operator =>
  data(rule, operator, names, (value) =>
    Array.isArray(value)
      ? by(value)
      : Object.fromEntries(
          Object.entries(isObject(value) ? value : {}).map(([key, list]) => [
            key,
            by(listOf(list)),
          ]),
        ),
  );

/** Changes each item of the rankings. */
export const eachItem = (rule: string, operator: string, by: (item: Fields) => unknown): Operator =>
  eachList(rule, operator, ranked, (list) =>
    list.map((item) => (isObject(item) ? by(item) : item)),
  );

/** Counts that have a series by month. */
export const series = ['boardCount', 'postCount', 'commentCount', 'reactionCount'];
