import { isObject, listOf } from '../../model/json.js';
import { type Call, change, type Operator, refuses, wrongAnswer } from '../operator.js';

type Fields = Readonly<Record<string, unknown>>;

/** Changes what is at a path of a roster answer. */
export const at = (
  rule: string,
  operator: string,
  path: string,
  by: (value: unknown, call: Call) => unknown,
): Operator => wrongAnswer(rule, operator, change('roster', path, by));

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
  wrongAnswer(
    rule,
    operator,
    change('roster', 'data', (rows, call) =>
      asked(call).get('sort') === sort ? by(listOf(rows)) : rows,
    ),
  );

/** The rules of the columns of counts. */
export const counts = [
  ['2.8-T10', 'boards'],
  ['2.8-T11', 'posts'],
  ['2.8-T12', 'comments'],
  ['2.8-T13', 'reactions'],
] as const;

/** The rules of columns, with a wrong value for each. */
export const columns = [
  ['2.8-S1', 'name', 'x'],
  ['2.8-S2', 'username', 'x'],
  ['2.8-S3', 'email', 'x@example.org'],
  ['2.8-S4', 'userType', 'guest'],
  ['2.8-S5', 'active', true],
  ['2.8-S6', 'signupDate', '2019-12-31'],
  ['2.8-S7', 'lastActivityDate', '2019-12-31'],
  ['2.8-S8', 'boards', 41],
  ['2.8-S9', 'posts', 41],
  ['2.8-S10', 'comments', 41],
  ['2.8-S11', 'reactions', 41],
] as const;
