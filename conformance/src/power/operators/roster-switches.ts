import { isObject, listOf } from '../../model/json.js';
import { type Call, change, type Operator, refuses } from '../operator.js';

type Fields = Readonly<Record<string, unknown>>;

/** Changes what is at a path of a roster answer. */
const at = (
  rule: string,
  operator: string,
  path: string,
  by: (value: unknown, call: Call) => unknown,
): Operator => ({
  rule,
  operator,
  reply: change('roster', path, by),
});

const cell = (
  rule: string,
  operator: string,
  name: string,
  by: (value: unknown, call: Call) => unknown,
): Operator => at(rule, operator, `data/*/attributes/${name}`, by);

const attributes = (
  rule: string,
  operator: string,
  by: (row: Fields, call: Call) => unknown,
): Operator =>
  at(rule, operator, 'data/*/attributes', (row, call) => (isObject(row) ? by(row, call) : row));

const meta = (
  rule: string,
  operator: string,
  by: (meta: Fields, call: Call) => unknown,
): Operator =>
  at(rule, operator, 'meta', (value, call) => (isObject(value) ? by(value, call) : value));

const asked = ({ url }: Call): URLSearchParams => url.searchParams;

const refusing = (
  rule: string,
  operator: string,
  isRefused: (query: URLSearchParams) => boolean,
  status = 400,
): Operator => ({
  rule,
  operator,
  reply: refuses(status, (call) => call.endpoint === 'roster' && isRefused(asked(call))),
});

/** Serves the rows of a sorted page in another order. */
const shuffled = (
  rule: string,
  sort: string,
  operator: string,
  by: (rows: readonly unknown[]) => readonly unknown[],
): Operator => ({
  rule,
  operator,
  reply: change('roster', 'data', (rows, call) =>
    asked(call).get('sort') === sort ? by(listOf(rows)) : rows,
  ),
});

const counts = [
  ['2.8-T10', 'boards'],
  ['2.8-T11', 'posts'],
  ['2.8-T12', 'comments'],
  ['2.8-T13', 'reactions'],
] as const;

const columns = [
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

/** Ways to change roster answers. */
export const rosterSwitches = {
  at,
  cell,
  attributes,
  meta,
  asked,
  refusing,
  shuffled,
  counts,
  columns,
};
