import { isObject, listOf } from '../../model/json.js';
import type { columnRules } from '../../rules/4.2.js';
import { type Call, type Operator, refuses, wrongAnswer, wrongAt } from '../operator.js';

type Fields = Readonly<Record<string, unknown>>;

/** Changes what is at a path of a roster answer. */
export const at = wrongAt('roster');

/** Changes a column of each row. */
export const cell = (
  rule: string,
  operator: string,
  name: string,
  by: (value: unknown, call: Call) => unknown,
): Operator => at(rule, operator, `data/*/attributes/${name}`, by);

/** Changes the attributes of each row. */
export const attributes = (
  rule: string,
  operator: string,
  by: (row: Fields, call: Call) => unknown,
): Operator =>
  at(rule, operator, 'data/*/attributes', (row, call) => (isObject(row) ? by(row, call) : row));

/** Changes `meta`. */
export const meta = (
  rule: string,
  operator: string,
  by: (meta: Fields, call: Call) => unknown,
): Operator =>
  at(rule, operator, 'meta', (value, call) => (isObject(value) ? by(value, call) : value));

/** The parameters of a request. */
export const asked = ({ url }: Call): URLSearchParams => url.searchParams;

/** Refuses requests that must be served. */
export const refusing = (
  rule: string,
  operator: string,
  isRefused: (query: URLSearchParams) => boolean,
  status = 400,
): Operator =>
  wrongAnswer(
    rule,
    operator,
    refuses(status, (call) => call.endpoint === 'roster' && isRefused(asked(call))),
  );

/** Serves the rows of a sorted page in another order. */
export const shuffled = (
  rule: string,
  sort: string,
  operator: string,
  by: (rows: readonly unknown[]) => readonly unknown[],
): Operator =>
  at(rule, operator, 'data', (rows, call) =>
    asked(call).get('sort') === sort ? by(listOf(rows)) : rows,
  );

/** A wrong value for each column. */
export const wrongValues: Readonly<Record<keyof typeof columnRules, unknown>> = {
  name: 'x',
  username: 'x',
  email: 'x@example.org',
  userType: 'guest',
  active: true,
  signupDate: '2019-12-31',
  lastActivityDate: '2019-12-31',
  boards: 41,
  posts: 41,
  comments: 41,
  reactions: 41,
};
