import { isObject, listOf, textOf, at as valueAt } from '../../src/model/json.js';
import { change } from '../../src/power/operator.js';
import { asked, at, meta, refusing, shuffled } from '../../src/power/operators/roster-switches.js';
import { type Mutant, mutantOf, onRequest } from './mutant.test-kit.js';
import {
  ignoring,
  keptWithout,
  replacing,
  reversedOrder,
  sorted,
} from './roster-requests.test-kit.js';

/** Rosters that are filtered, sorted or cut wrongly. */
export const rosterFilterMutants: readonly Mutant[] = [
  mutantOf('1-R6', 'a scalar gives another figure', {
    reply: change('metrics', 'data/attributes/metrics/*', (one, call) =>
      call.text.includes('"userType":"owner"') && isObject(one) && typeof one['data'] === 'number'
        ? { ...one, data: one['data'] + 1 }
        : one,
    ),
  }),
  ignoring('2.2-R1b', 'roles are ignored', ['userType[]']),
  // 4.2
  refusing('4.2-T1', 'brackets are required', (query) => query.has('status')),
  refusing('4.2-T8', 'no sort by comments', (query) => query.get('sort') === 'comments'),
  refusing('4.2-T8', 'an empty result is a 404', (query) => query.get('q') === '%', 404),
  ignoring('4.2-T3a', 'a bare status is ignored', ['status']),
  mutantOf('4.2-T3b', 'encoded brackets are another name', {
    handler: onRequest((call) => ({
      ...call,
      url: new URL(call.url.href.replaceAll(/status%5B%5D=[^&]*&?/g, '')),
    })),
  }),
  replacing('4.2-T2', 'both are active', (query) => {
    if (query.getAll('status[]').length === 2) query.delete('status[]', 'inactive');
  }),
  replacing('4.2-T2', 'both are none', (query) => {
    if (query.getAll('status[]').length === 2) query.set('q', 'nobody at all');
  }),
  replacing('4.2-T3a', 'status is turned', (query) => {
    if (query.get('status') === 'active') query.set('status', 'inactive');
  }),
  ignoring(
    '4.2-T3b',
    'status is ignored',
    ['status[]'],
    (query) => query.getAll('status[]').length === 1,
  ),
  replacing('4.2-T3b', 'status is turned', (query) => {
    if (query.get('status[]') === 'inactive') query.set('status[]', 'active');
  }),
  ignoring('4.2-T3c', 'userType is ignored', ['userType[]']),
  replacing('4.2-T3c', 'admin means guest', (query) => {
    if (query.get('userType') === 'admin') query.set('userType', 'student');
  }),
  keptWithout('4.2-T3c', 'rows are kept whatever the roles', ['userType', 'userType[]']),
  ignoring('4.2-T3d', 'q is ignored', ['q']),
  ignoring('4.2-T3e', 'q is ignored', ['q']),
  keptWithout('4.2-T3e', 'rows are kept whatever the text', ['q']),
  keptWithout('4.2-T3a', 'rows are kept whatever the status', ['status']),
  ignoring('4.2-L4', 'status is ignored beside q', ['status[]'], (query) => query.has('q')),
  ignoring('4.2-L4', 'userType is ignored beside q', ['userType[]'], (query) => query.has('q')),
  ignoring(
    '4.2-T3f',
    'filters are lost on the second page',
    ['status[]', 'userType[]', 'q'],
    (query) => query.get('page') === '2',
  ),
  {
    ...replacing('4.2-T3e', 'a word is a pattern', (query) => {
      if (query.get('q') === '.*') query.delete('q');
    }),
    rotation: 2,
  },
  replacing('4.2-T3e', 'a percent sign matches every text', (query) => {
    if (query.get('q') === '%') query.delete('q');
  }),
  finding('4.2-T4', 'only how a word begins', (row, q) =>
    `${row.name} ${row.email}`.split(/[ @.]/).some((word) => word.startsWith(q)),
  ),
  finding('4.2-T4', 'only names', (row, q) => row.name.includes(q)),
  finding('4.2-T4', 'only addresses', (row, q) => row.email.includes(q)),
  ignoring('4.2-T1', 'a bare role is ignored', ['userType']),
  replacing('4.2-L3', 'the last of several', (query) => {
    const [last] = query.getAll('userType[]').slice(-1);
    if (last !== undefined) query.set('userType[]', last);
  }),
  replacing('4.2-T4', 'case counts', (query) => {
    const q = query.get('q');
    if (q !== null && q !== q.toLowerCase()) query.set('q', 'nobody at all');
  }),
  replacing('4.2-T4', 'whole words only', (query) => {
    if (query.has('q')) query.set('q', `${query.get('q') ?? ''} `.repeat(2));
  }),
  ...sorted.flatMap(([rule, sort]) => [
    shuffled(rule, sort, 'astray', (rows) =>
      // Of roles only that equal ones are together is promised, and of admins not even that.
      sort === 'userType'
        ? [0, 1].flatMap((turn) => rows.filter((_, index) => index % 2 === turn))
        : rows.toReversed(),
    ),
    {
      ...ignoring(rule, 'sort is ignored', ['sort'], (query) => query.get('sort') === sort),
      ...(sort === 'name' ? byDate(rule) : {}),
    },
  ]),
  replacing('4.2-T5b', 'a search is neither filtered nor sorted', (query) => {
    if (!query.has('q') || query.get('sort') !== 'email') return;
    query.delete('q');
    query.set('sort', 'signupDate');
  }),
  replacing('4.2-T6', 'order is ignored', (query) => query.delete('order')),
  mutantOf('4.2-T6', 'downward begins with the second', {
    reply: change('roster', 'data', (rows, call) =>
      asked(call).get('order') === 'desc' ? [...listOf(rows).slice(1), listOf(rows)[0]] : rows,
    ),
  }),
  replacing('4.2-T7', 'downward by default', (query) => {
    if (!query.has('sort')) reversedOrder(query);
  }),
  replacing('4.2-T7', 'by signupDate by default', (query) => {
    if (!query.has('sort')) query.set('sort', 'signupDate');
  }),
  refusing('4.2-R2a', '999,999 at most', (query) => query.get('page') === '1000001'),
  refusing('4.2-R3', 'impossible roles are refused', (query) =>
    query.getAll('userType[]').includes('contributor'),
  ),
  mutantOf('4.2-R4', 'no address comes first downward', {
    reply: change('roster', 'data', (rows, call) =>
      asked(call).get('sort') === 'email' && asked(call).get('order') === 'desc'
        ? listOf(rows).toSorted((a, b) => Number(hasAddress(a)) - Number(hasAddress(b)))
        : rows,
    ),
  }),
  mutantOf('4.2-R4', 'nulls last upward', {
    reply: change('roster', 'data', (rows) => nullsMoved(listOf(rows))),
  }),
  replacing('4.2-R5a', 'pages overlap', (query) => {
    if (query.get('page') === '2') query.set('page', '1');
  }),
  at('4.2-R5a', 'a row is on no page', 'data', (rows, call) =>
    asked(call).get('page') === '3' ? listOf(rows).slice(1) : rows,
  ),
  meta('4.2-S1', 'one more', (value) => ({
    ...value,
    totalCount: Number(value['totalCount']) + 1,
  })),
  ignoring('4.2-S1', 'q is ignored', ['q']),
  at('4.2-S2', 'a full page of found rows lacks the last', 'data', (rows, call) => {
    const isFull = listOf(rows).length === Number(asked(call).get('perPage'));
    const isLater = Number(asked(call).get('page') ?? '1') > 1;
    return isFull && isLater && asked(call).has('q') ? listOf(rows).slice(0, -1) : rows;
  }),
  mutantOf('4.2-S2', 'ties turned', {
    reply: change('roster', 'data', (rows, call) =>
      asked(call).get('sort') === 'posts' ? listOf(rows).toReversed() : rows,
    ),
  }),
  mutantOf('4.2-S2', 'case counts', {
    reply: change('roster', 'data', (rows, call) =>
      asked(call).get('sort') === 'name' ? listOf(rows).toReversed() : rows,
    ),
  }),
  // 7
  mutantOf('7-A2', '500 on a page', {
    reply: (reply, call) => (call.endpoint === 'roster' ? { ...reply, status: 500 } : null),
  }),
  mutantOf('7-A2', '501 on series', {
    reply: (reply, call) =>
      call.endpoint === 'metrics' && call.url.search === '' && call.text.includes('"from"')
        ? { ...reply, status: 501 }
        : null,
  }),
];

function byDate(rule: string): Mutant {
  return replacing(rule, 'sorted by date', (query) => {
    if (query.get('sort') === 'name') query.set('sort', 'signupDate');
  });
}

function hasAddress(row: unknown): boolean {
  return (textOf(valueAt(row, 'attributes', 'email')) ?? '') !== '';
}

function nullsMoved(rows: readonly unknown[]): readonly unknown[] {
  const isEmpty = (row: unknown): boolean =>
    isObject(row) && isObject(row['attributes']) && row['attributes']['lastActivityDate'] === null;
  return [...rows.filter((row) => !isEmpty(row)), ...rows.filter(isEmpty)];
}

/** A search that finds less than it should. */
function finding(
  rule: string,
  operator: string,
  isFound: (row: { readonly name: string; readonly email: string }, q: string) => boolean,
): Mutant {
  const lower = (row: unknown, name: string): string =>
    (textOf(valueAt(row, 'attributes', name)) ?? '').toLowerCase();
  return mutantOf(rule, operator, {
    reply: (reply, call) => {
      const q = asked(call).get('q')?.toLowerCase();
      const { document } = reply;
      if (call.endpoint !== 'roster' || q === undefined || !isObject(document)) return null;
      const data = listOf(document['data']).filter((row) =>
        isFound({ name: lower(row, 'name'), email: lower(row, 'email') }, q),
      );
      const counts = { totalCount: data.length, totalPages: Math.ceil(data.length / 100) };
      return {
        ...reply,
        document: { ...document, data, meta: { ...(document['meta'] as object), ...counts } },
      };
    },
  });
}
