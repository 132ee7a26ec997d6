import { listOf } from '../../model/json.js';
import { countRules } from '../../rules/2.8.js';
import { columnRules } from '../../rules/4.2.js';
import { earliestMonth, monthAt, type Operator, without } from '../operator.js';
import { asked, at, attributes, cell, meta, refusing, wrongValues } from './roster-switches.js';

/** Roster answers that are wrong in shape or content, and valid requests that are not served. */
export const rosterAnswerMutants: readonly Operator[] = [
  // 2.2
  refusing('2.2-R1b', 'impossible roles do not exist', (query) =>
    query.getAll('userType[]').includes('maker'),
  ),
  // 2.8
  at('2.8-T1', 'numeric', 'data/*/id', () => 7),
  at('2.8-T1', 'empty', 'data/*/id', () => ''),
  at('2.8-T1b', 'prefixed', 'data/*/id', (id) => `user_${String(id)}`),
  at('2.8-T2', 'user', 'data/*/type', () => 'user'),
  at('2.8-T2', 'absent', 'data/*', without('type')),
  cell('2.8-T3', 'null', 'name', () => null),
  attributes('2.8-T3', 'absent', without('name')),
  attributes('2.8-T4', 'absent', without('username')),
  cell('2.8-T4', 'object', 'username', (value) => ({ value })),
  attributes('2.8-T5', 'absent', without('email')),
  cell('2.8-T5', 'list', 'email', (value) => [value]),
  cell('2.8-T6', 'owner', 'userType', (value) => (value === 'admin' ? 'owner' : value)),
  cell('2.8-T6', 'upper case', 'userType', (value) => String(value).toUpperCase()),
  cell('2.8-T7', 'always active', 'active', () => true),
  cell('2.8-T7', 'never active', 'active', () => false),
  attributes('2.8-T7', 'visits count', (row) => ({
    ...row,
    active: row['active'] === true || row['lastActivityDate'] !== null,
  })),
  cell('2.8-T8', 'a time', 'signupDate', (value) => `${String(value)}T00:00:00Z`),
  cell('2.8-T8', 'null', 'signupDate', () => null),
  cell('2.8-T8', 'no such day', 'signupDate', () => '2023-02-29'),
  cell('2.8-T8b', 'start of the range', 'signupDate', (value, call) =>
    asked(call).get('from') === monthAt(call, -11) ? '2020-03-01' : value,
  ),
  cell('2.8-T9', 'a time', 'lastActivityDate', (value) =>
    typeof value === 'string' ? `${value}T00:00:00Z` : value,
  ),
  cell('2.8-T9', 'empty', 'lastActivityDate', () => ''),
  cell('2.8-T9a', 'within the range', 'lastActivityDate', (value, call) => {
    const to = `${asked(call).get('to') ?? '9999-12'}-31`;
    return typeof value === 'string' && value > to
      ? to.slice(0, 8) + '01'
      : asked(call).get('from') === call.current
        ? null
        : value;
  }),
  cell('2.8-T9b', 'never', 'lastActivityDate', () => null),
  cell('2.8-T9b', 'long ago', 'lastActivityDate', () => '2001-01-01'),
  ...Object.entries(countRules).flatMap(([name, rule]) => [
    cell(rule, 'text', name, String),
    cell(rule, 'null for zero', name, (value) => (value === 0 ? null : value)),
    cell(rule, 'negative', name, () => -1),
  ]),
  cell('2.8-T14', 'blank', 'name', () => ' '),
  cell('2.8-T15', 'owner', 'userType', (value) => (value === 'admin' ? 'owner' : value)),
  at('2.8-T15', 'owners are left out', 'data', (rows, call) =>
    asked(call).get('userType') === 'admin' ? [] : rows,
  ),
  meta('2.8-T16', 'joined by the end', (value, call) => ({
    ...value,
    totalCount:
      Number(value['totalCount']) - (asked(call).get('from') === earliestMonth(call) ? 3 : 0),
  })),
  meta('2.8-T16', 'the current ones only', (value, call) => ({
    ...value,
    totalCount: Number(value['totalCount']) - (asked(call).get('from') === call.current ? 1 : 0),
  })),
  meta('2.8-M1', 'from zero', (value) => ({ ...value, page: Number(value['page']) - 1 })),
  meta('2.8-M1', 'per page of the rows', (value) => ({ ...value, perPage: 10 })),
  meta('2.8-M2', 'rounded down', (value) => ({
    ...value,
    totalPages: Math.floor(Number(value['totalCount']) / Number(value['perPage'])),
  })),
  meta('2.8-M2', 'one more', (value) => ({
    ...value,
    totalPages: Number(value['totalPages']) + 1,
  })),
  at('2.8-M3', 'a row short', 'data', (rows) => listOf(rows).slice(1)),
  at('2.8-M3', 'a row more', 'data', (rows) => [...listOf(rows), ...listOf(rows).slice(0, 1)]),
  meta('2.8-M4', 'done', (value) => ({ ...value, status: 'done' })),
  meta('2.8-M4', 'pending users', (value) => ({ ...value, pending: ['users'] })),
  meta('2.8-M4', 'errors', (value) => ({ ...value, errors: ['users'] })),
  meta('2.8-M5', 'absent', without('dateRange')),
  at('2.8-M5', 'months', 'meta/dateRange/to', (value) => String(value).slice(0, 7)),
  at('2.8-M5b', 'a day early', 'meta/dateRange/to', (value) => `${String(value).slice(0, 8)}27`),
  ...Object.entries(wrongValues).map(([name, value]) =>
    cell(columnRules[name as keyof typeof columnRules], 'wrong value', name, () => value),
  ),
];
