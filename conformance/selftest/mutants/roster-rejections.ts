import { type Call } from '../../src/power/operator.js';
import { type Mutant, mutantOf, onRequest } from './mutant.js';
import { type Repair, wrongRefusals } from './rejections.js';

type QueryRepair = (query: URLSearchParams) => Readonly<Record<string, string | null>> | null;

const repairing =
  (repair: QueryRepair): Repair =>
  (call: Call) => {
    if (call.endpoint !== 'roster') return null;
    const url = new URL(call.url);
    const changes = repair(url.searchParams);
    if (changes === null) return null;
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return { ...call, url };
  };

const number = (query: URLSearchParams, name: string): number =>
  Number(query.get(name) ?? Number.NaN);
const isMonth = (text: string | null): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '');
const months = (text: string | null): number =>
  isMonth(text) ? Number(text?.slice(0, 4)) * 12 + Number(text?.slice(5)) - 1 : Number.NaN;

const when = (
  condition: boolean,
  changes: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string | null>> | null => (condition ? changes : null);

const noRange = { from: null, to: null };

const repairs: Readonly<Record<string, QueryRepair>> = {
  '4.2-R1a': (query) => when(number(query, 'perPage') > 100, { perPage: '100' }),
  '4.2-R1b': (query) => when(number(query, 'perPage') === 0, { perPage: '25' }),
  '4.2-R1c': (query) => when(query.get('page') === '0', { page: '1' }),
  '4.2-R1d': (query) => when(number(query, 'page') < 0, { page: '1' }),
  '4.2-R1e': (query) => when(query.get('sort') === 'wizard', { sort: null }),
  '4.2-R1f': (query) =>
    when(query.get('order') === 'sideways' || query.get('order') === 'ASC', { order: null }),
  '4.2-R1g': (query) => when(query.get('status[]') === 'wizard', { 'status[]': null }),
  '4.2-R1h': (query) => when(query.get('userType[]') === 'wizard', { 'userType[]': null }),
  '4.2-R1i': (query) => when(query.get('userType[]') === 'owner', { 'userType[]': 'admin' }),
  '4.2-R1j': (query) => when(query.has('from') && !query.has('to'), noRange),
  '4.2-R1k': (query) => when(query.has('to') && !query.has('from'), noRange),
  '4.2-R1l': (query) => when(months(query.get('to')) - months(query.get('from')) > 23, noRange),
  '4.2-R1m': (query) => when(months(query.get('from')) < months('2021-01'), noRange),
  '4.2-R1n': (query) => when(months(query.get('to')) > months('2026-11'), noRange),
  '4.2-R1o': (query) =>
    when(query.has('from') && query.has('to') && !isMonth(query.get('from')), noRange),
  '4.2-R1p': (query) => when(months(query.get('from')) > months(query.get('to')), noRange),
  '4.2-R1q': (query) => when(query.get('page') === 'abc', { page: null }),
  '4.2-R2b': (query) =>
    when((number(query, 'page') - 1) * number(query, 'perPage') > 1_000_000, { page: '1000001' }),
};

/** What only other variants of a fault show. */
const rotated: readonly (readonly [string, string, number, QueryRepair])[] = [
  [
    '4.2-R1e',
    'columns in any case',
    2,
    (query) => when(query.get('sort') === 'Name', { sort: 'name' }),
  ],
  [
    '4.2-R1f',
    'orders in any case',
    1,
    (query) => when(query.get('order') === 'ASC', { order: 'asc' }),
  ],
  [
    '4.2-R1g',
    'statuses in any case',
    2,
    (query) => when(query.get('status[]') === 'Active', { 'status[]': 'active' }),
  ],
  [
    '4.2-R1h',
    'roles in any case',
    2,
    (query) => when(query.get('userType[]') === 'Student', { 'userType[]': 'student' }),
  ],
  [
    '4.2-R1g',
    'all is a status',
    3,
    (query) => when(query.get('status[]') === 'all', { 'status[]': null }),
  ],
  [
    '4.2-R1h',
    'all is a role',
    3,
    (query) => when(query.get('userType[]') === 'all', { 'userType[]': null }),
  ],
  ['4.2-R1q', 'digits of any base', 4, (query) => when(query.get('page') === '0x1', { page: '1' })],
];

/** Services that clamp or ignore what the roster must refuse. */
export const rosterRejections: readonly Mutant[] = [
  ...Object.entries(repairs).flatMap(([rule, repair]) => wrongRefusals(rule, repairing(repair))),
  ...rotated.map(([rule, operator, rotation, repair]) =>
    mutantOf(rule, operator, { rotation, handler: onRequest(repairing(repair)) }),
  ),
];
