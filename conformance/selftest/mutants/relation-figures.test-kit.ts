import { isObject, listOf } from '../../src/model/json.js';
import { change } from '../../src/power/operator.js';
import { data } from '../../src/power/operators/metrics-switches.js';
import { addedMonths } from './added-months.test-kit.js';
import {
  closedToo,
  former,
  hour,
  joined,
  lastRow,
  moved,
  numbers,
  roles,
  switched,
  viewing,
  without,
} from './fact-switches.test-kit.js';
import { type Mutant, mutantOf, onRequest } from './mutant.test-kit.js';

/** A ranking of one user who has no role among students. */
const everyone = { posts: [{ hashid: 'worldOwner1', name: 'Owner', posts: 1 }], boards: [] };

let seats = 0;

/** Services whose figures do not fit together. */
export const relationMutants: readonly Mutant[] = [
  // 2.6
  switched('2.6-R1', 'former members', former),
  mutantOf('2.6-R1', 'former members in the roster', {
    reply: change('roster', 'meta/totalCount', (value) => Number(value) + 2),
  }),
  switched('2.6-R2b', 'the end is not included', joined(1)),
  switched('2.6-R2b', 'joined before the range', joined(365 * 24 * hour)),
  mutantOf('2.6-R3', 'months are added up', { handler: addedMonths }),
  switched('2.6-R3', 'viewing makes active', viewing),
  switched(
    '2.6-R3',
    'reactions do not count',
    without('reaction', () => true),
  ),
  data(
    '2.6-R4s',
    'less one',
    ['memberCount'],
    numbers((value) => value - 1),
  ),
  switched('2.6-R4s', 'former members', former),
  switched('2.6-R5s', 'closed ones too', closedToo),
  switched(
    '2.6-R5s',
    'none',
    without('invitation', () => true),
  ),
  mutantOf('2.6-R6', 'the range is ignored', {
    handler: onRequest((call) =>
      call.text.includes('"from":"2024-11","to":"2025-10"')
        ? { ...call, text: call.text.replace('"to":"2025-10"', '"to":"2026-10"') }
        : null,
    ),
  }),
  switched('2.6-R6', 'another zone', moved(-8 * hour, 'post', 'comment', 'reaction', 'board')),
  switched(
    '2.8-T9c',
    'visits do not count',
    without('visit', () => true),
  ),
  switched('2.8-T9c', 'viewing makes active', viewing),
  // laws over all answers
  data('2.6-L1', 'members of each month fall', ['memberCount'], (value) =>
    Array.isArray(value)
      ? value.map((row, index) =>
          isObject(row) ? { ...row, value: 100 - index } : (row as unknown),
        )
      : value,
  ),
  data('2.6-L1', 'the last month is missing', ['memberCount'], lastRow),
  data('2.6-L1', 'roles twice', ['memberCount'], (value, one) =>
    typeof value === 'number' && !String(roles(one)).includes('all') ? 2 * value : value,
  ),
  mutantOf('2.6-L1', 'admins twice in the roster', {
    reply: change('roster', 'meta/totalCount', (value, call) =>
      call.url.search.includes('=admin') ? Number(value) * 2 : value,
    ),
  }),
  {
    ...data('2.6-L1', 'impossible roles count', [], (value, one) =>
      listOf(roles(one)).includes('maker') && isObject(one['data']) && !Array.isArray(one['data'])
        ? Object.fromEntries(
            Object.entries(one['data']).map(([key, value]) => [key, Number(value) + 1]),
          )
        : one['data'],
    ),
    live: true,
  },
  data('2.6-L3', 'the last month is missing', ['postCount'], lastRow),
  mutantOf('2.6-L3', 'halves overlap', {
    handler: onRequest((call) =>
      call.text.includes('"to":"2026-10"') && !call.text.includes('"from":"2024-11"')
        ? { ...call, text: call.text.replace(/"from":"2\d{3}-\d\d"/, '"from":"2024-12"') }
        : null,
    ),
  }),
  data(
    '2.6-L2',
    'the sum of months',
    ['visitorCount'],
    numbers((value) => value * 100),
  ),
  data(
    '2.6-L2',
    'less than months have',
    ['visitorCount'],
    numbers((value) => 1000 - value),
  ),
  data('2.5-L1', 'the two together count twice', [], (value, one) =>
    listOf(roles(one)).length === 2 && Array.isArray(one['data'])
      ? one['data'].map((row) =>
          isObject(row)
            ? { ...row, value: 2 * Number(row['value']) + 1, count: 1 }
            : (row as unknown),
        )
      : one['data'],
  ),
  data('2.4-T6', 'anonymous visitors are taken away', [], (value, one) =>
    one['name'] === 'wallEngagementMinutes' && listOf(roles(one)).includes('anonymous')
      ? -9
      : one['data'],
  ),
  data('2.5-L2', 'a month has more than the year', ['topBoards'], (value) =>
    Array.isArray(value) ? value.map((item) => ({ ...(item as object), visitors: 1000 })) : value,
  ),
  data('2.5-L3', 'names of ranked boards change', ['topBoards'], (value, one) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, list]) => [
            key,
            listOf(list).map((item) => ({ ...(item as object), title: `${key} first` })),
          ]),
        )
      : one['data'],
  ),
  data('2.5-L6', 'a month twice', ['postCount'], (value) =>
    Array.isArray(value) ? [value[0], ...(value as readonly unknown[])] : value,
  ),
  data('2.5-L4', 'users of every role', ['topUsers'], (value, one) =>
    String(roles(one)) === 'all' ? value : Array.isArray(value) ? everyone.posts : everyone,
  ),
  data('2.5-L5', 'seats of each request', ['subscription'], (value, one) =>
    isObject(value) ? { ...value, seatCount: (seats += 1) } : one['data'],
  ),
  mutantOf('4.1-L1', 'the default range is the year before', {
    reply: change('metrics', 'meta/dateRange', (value, { body }) =>
      isObject(body) && body['from'] === undefined
        ? { from: '2025-11-16', to: '2026-11-15' }
        : value,
    ),
  }),
  mutantOf('4.2-L1', 'inactive forgets', {
    reply: change('roster', 'meta/totalCount', (value, call) =>
      call.url.search.includes('inactive') && !call.url.search.includes('=active')
        ? Number(value) + 1
        : value,
    ),
  }),
  mutantOf('2.8-L3', 'counts of the filter', {
    reply: change('roster', 'data/*/attributes/boards', (value, call) =>
      call.url.search.includes('status=') ? Number(value) + 1 : value,
    ),
  }),
  mutantOf('2.8-L2', 'roles by the sort', {
    reply: change('roster', 'data/*/attributes/userType', (value, call) =>
      call.url.search.includes('sort=signupDate') ? 'guest' : value,
    ),
  }),
  mutantOf('2.8-L1', 'counts of all time', {
    reply: change('roster', 'data/*/attributes/posts', (value, call) =>
      call.url.search.includes('perPage=100&sort=comments') ? Number(value) + 50 : value,
    ),
  }),
  mutantOf('2.8-L1', 'everyone is busy this month', {
    reply: change('roster', 'data/*/attributes/reactions', (value, call) =>
      call.url.search.includes('from=2026-11') ? Number(value) + 100 : value,
    ),
  }),
  mutantOf('4.2-L2', 'active ones among inactive', {
    reply: change('roster', 'data/*/attributes/active', (value, call) =>
      call.url.search.includes('=inactive') ? true : value,
    ),
  }),
  mutantOf('4.2-L3', 'one is listed in place of another', {
    reply: change('roster', 'data', (rows, call) =>
      call.url.search.includes('=admin') && listOf(rows).length > 1
        ? listOf(rows).map((row, index, all) => (index === 0 ? all[1] : row))
        : rows,
    ),
  }),
  mutantOf('4.2-L4', 'all filters count one more', {
    reply: change('roster', 'meta/totalCount', (value, call) =>
      call.url.searchParams.has('q') && call.url.searchParams.get('page') === '2'
        ? Number(value) + 1
        : value,
    ),
  }),
  mutantOf('4.2-L5', 'a page is sorted by itself', {
    reply: change('roster', 'data', (rows, call) =>
      call.url.search.includes('perPage=7') ? listOf(rows).toReversed() : rows,
    ),
  }),
  mutantOf('4.2-L6', 'upward for downward', {
    reply: change('roster', 'data', (rows, call) =>
      call.url.search.includes('sort=comments&order=desc') ? listOf(rows).toReversed() : rows,
    ),
  }),
  mutantOf('2.7-D1', 'data of what failed', {
    serving: { fail: ['postCount'] },
    reply: change('metrics', 'data/attributes/metrics', (all, call) =>
      call.text.includes('postCount')
        ? [...listOf(all), { name: 'postCount', properties: { userType: ['all'] }, data: 0 }]
        : all,
    ),
  }),
];
