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
  // relations
  data('2.6-D1', 'members of each month', ['memberCount'], (value) =>
    Array.isArray(value)
      ? value.map((row, index) =>
          isObject(row) ? { ...row, value: 100 - index } : (row as unknown),
        )
      : value,
  ),
  data('2.6-D2', 'the last month is missing', ['memberCount'], lastRow),
  data('2.6-D6', 'the last month is missing', ['postCount'], lastRow),
  mutantOf('2.6-D7', 'halves overlap', {
    handler: onRequest((call) =>
      call.text.includes('"from":"2025-11","to":"2026-10"')
        ? { ...call, text: call.text.replace('"from":"2025-11"', '"from":"2024-12"') }
        : null,
    ),
  }),
  data(
    '2.6-D8',
    'the sum of months',
    ['visitorCount'],
    numbers((value) => value * 100),
  ),
  data(
    '2.6-D9',
    'the sum of visits',
    ['visitorCount'],
    numbers((value) => 1000 - value),
  ),
  data('2.6-D5', 'roles twice', ['memberCount'], (value, one) =>
    typeof value === 'number' && !String(roles(one)).includes('all') ? 2 * value : value,
  ),
  mutantOf('4.2-D1', 'inactive forgets', {
    reply: change('roster', 'meta/totalCount', (value, call) =>
      call.url.search.includes('inactive') && !call.url.search.includes('=active')
        ? Number(value) + 1
        : value,
    ),
  }),
  mutantOf('4.2-D2', 'admins twice', {
    reply: change('roster', 'meta/totalCount', (value, call) =>
      call.url.search.includes('=admin') ? Number(value) * 2 : value,
    ),
  }),
  mutantOf('4.2-D3', 'counts of the filter', {
    reply: change('roster', 'data/*/attributes/boards', (value, call) =>
      call.url.search.includes('status=') ? Number(value) + 1 : value,
    ),
  }),
  mutantOf('4.2-D4', 'counts of all time', {
    reply: change('roster', 'data/*/attributes/posts', (value, call) =>
      call.url.search.includes('from=2025-11') ? Number(value) + 50 : value,
    ),
  }),
  mutantOf('4.2-D5', 'everybody is busy', {
    reply: change('roster', 'data/*/attributes/reactions', (value, call) =>
      call.url.search.includes('from=2026-11') ? Number(value) + 1 : value,
    ),
  }),
  ...(['2.6-D3', '2.6-D4', '2.6-D14'] as const).map((rule, index) =>
    data(
      rule,
      'grows as the range shrinks',
      ['memberCount'],
      numbers((value) => [90 - value, value + 99, value + 99][index] ?? 0),
    ),
  ),
  ...(['2.6-D10', '2.6-D11'] as const).map((rule) =>
    data(rule, 'the two together count twice', [], (value, one) =>
      listOf(roles(one)).length === 2 && Array.isArray(one['data'])
        ? one['data'].map((row) =>
            isObject(row)
              ? { ...row, value: 2 * Number(row['value']) + 1, count: 1 }
              : (row as unknown),
          )
        : one['data'],
    ),
  ),
  data('2.6-D12', 'anonymous visitors are taken away', [], (value, one) =>
    one['name'] === 'wallEngagementMinutes' && listOf(roles(one)).includes('anonymous')
      ? -9
      : one['data'],
  ),
  {
    ...data('2.6-D13', 'impossible roles count', [], (value, one) =>
      listOf(roles(one)).includes('maker') && isObject(one['data']) && !Array.isArray(one['data'])
        ? Object.fromEntries(
            Object.entries(one['data']).map(([key, value]) => [key, Number(value) + 1]),
          )
        : one['data'],
    ),
    live: true,
  },
  mutantOf('2.7-D1', 'data of what failed', {
    serving: { fail: ['postCount'] },
    reply: change('metrics', 'data/attributes/metrics', (all, call) =>
      call.text.includes('postCount')
        ? [...listOf(all), { name: 'postCount', properties: { userType: ['all'] }, data: 0 }]
        : all,
    ),
  }),
  mutantOf('4.2-D6', 'owners are no admins', {
    reply: change('roster', 'meta/totalCount', (value, call) =>
      call.url.search.includes('=admin') ? 0 : value,
    ),
  }),
];
