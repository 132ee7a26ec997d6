import { isObject, listOf } from '../../src/model/json.js';
import type { Call, Mutant } from './mutant.js';
import { change, onRequest, refusal } from './mutant.js';

type Fields = Readonly<Record<string, unknown>>;

/** Changes what stands at a path of a roster answer. */
const at = (
  rule: string,
  operator: string,
  path: string,
  by: (value: unknown, call: Call) => unknown,
): Mutant => ({
  rule,
  operator,
  handler: change('roster', path, by),
});

const cell = (
  rule: string,
  operator: string,
  name: string,
  by: (value: unknown, call: Call) => unknown,
): Mutant => at(rule, operator, `data/*/attributes/${name}`, by);

const attributes = (
  rule: string,
  operator: string,
  by: (row: Fields, call: Call) => unknown,
): Mutant =>
  at(rule, operator, 'data/*/attributes', (row, call) => (isObject(row) ? by(row, call) : row));

const meta = (rule: string, operator: string, by: (meta: Fields, call: Call) => unknown): Mutant =>
  at(rule, operator, 'meta', (value, call) => (isObject(value) ? by(value, call) : value));

const asked = ({ url }: Call): URLSearchParams => url.searchParams;

/** Takes a parameter away before the service sees it: what a service does that ignores it. */
const ignoring = (
  rule: string,
  operator: string,
  names: readonly string[],
  isMeant: (query: URLSearchParams) => boolean = () => true,
): Mutant => ({
  rule,
  operator,
  handler: onRequest((call) => {
    if (call.endpoint !== 'roster' || !isMeant(asked(call))) return null;
    const url = new URL(call.url);
    for (const name of names) url.searchParams.delete(name);
    return { ...call, url };
  }),
});

const replacing = (
  rule: string,
  operator: string,
  by: (query: URLSearchParams) => void,
): Mutant => ({
  rule,
  operator,
  handler: onRequest((call) => {
    if (call.endpoint !== 'roster') return null;
    const url = new URL(call.url);
    by(url.searchParams);
    return { ...call, url };
  }),
});

const refusing = (
  rule: string,
  operator: string,
  isRefused: (query: URLSearchParams) => boolean,
  status = 400,
): Mutant => ({
  rule,
  operator,
  handler: onRequest((call) =>
    call.endpoint === 'roster' && isRefused(asked(call)) ? refusal(status) : null,
  ),
});

/** Serves the rows of a sorted page in another order. */
const shuffled = (
  rule: string,
  sort: string,
  operator: string,
  by: (rows: readonly unknown[]) => readonly unknown[],
): Mutant => ({
  rule,
  operator,
  handler: change('roster', 'data', (rows, call) =>
    asked(call).get('sort') === sort ? by(listOf(rows)) : rows,
  ),
});

const counts = [
  ['2.8-T10', 'boards'],
  ['2.8-T11', 'posts'],
  ['2.8-T12', 'comments'],
  ['2.8-T13', 'reactions'],
] as const;

const sorted: readonly (readonly [string, string, string])[] = [
  ['4.2-T5a', 'name', 'id'],
  ['4.2-T5b', 'email', 'signupDate'],
  ['4.2-T5c', 'userType', 'name'],
  ['4.2-T5d', 'signupDate', 'name'],
  ['4.2-T5e', 'lastActivityDate', 'name'],
  ['4.2-T5f', 'boards', 'name'],
  ['4.2-T5g', 'posts', 'name'],
  ['4.2-T5h', 'comments', 'name'],
  ['4.2-T5i', 'reactions', 'name'],
];

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

const reversedOrder = (query: URLSearchParams): void =>
  query.set('order', query.get('order') === 'desc' ? 'asc' : 'desc');

/** Ways to change roster answers and requests. */
export const rosterSwitches = {
  at,
  cell,
  attributes,
  meta,
  asked,
  ignoring,
  replacing,
  refusing,
  shuffled,
  counts,
  sorted,
  columns,
  reversedOrder,
};
