import { at, isObject, listOf } from '../../src/model/json.js';
import {
  asked,
  cell,
  data,
  earliestMonth,
  inMetrics,
  inRoster,
  metrics,
  monthAt,
  numbers,
  objects,
  type ReplyChange,
  rosterMeta,
  rows,
} from '../../src/rules/broken.js';
import { firstMonthWhole, lastRow, rolesOf, statusOf } from './figures.test-kit.js';
import { type Fault, type Mutant, mutantsOf, onRequest } from './mutant.test-kit.js';

const members = ['memberCount'];
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

let drift = 0;
let seats = 0;

/** A roster whose answers differ in a place from others where an address has a word. */
const inPages = (word: string, path: string, by: (value: unknown) => unknown): ReplyChange =>
  inRoster(path, (value, call) => (call.url.search.includes(word) ? by(value) : value));

const more = (by: number) => (value: unknown) => Number(value) + by;

/** A row of a ranking that is not there otherwise. */
const everyone = [{ hashid: 'worldOwner1', name: 'Owner', posts: 1 }];

/** Entries of the current month alone, or of all others. */
const ofRange = (
  by: (value: unknown, from: string) => unknown,
): ((value: unknown, one: unknown, call: { readonly body: unknown }) => unknown) => {
  return (value, _one, call) =>
    at(call.body, 'from') === undefined ? value : by(value, String(at(call.body, 'from')));
};

const invited = (by: (value: number, from: string, isCurrent: boolean) => number) =>
  data(members, (value, one, { body, current }) =>
    statusOf(one) === 'invited'
      ? by(number(value), String(at(body, 'from')), at(body, 'to') === current)
      : value,
  );

/** The halves of the closed range overlap: the second begins where the first does. */
const overlapping: Fault = {
  handler: onRequest((call) =>
    call.text.includes('"to":"2026-10"') && !call.text.includes('"from":"2024-11"')
      ? { ...call, text: call.text.replace(/"from":"2\d{3}-\d\d"/, '"from":"2024-12"') }
      : null,
  ),
};

/** Services whose answers contradict each other: what laws over all answers find. */
export const lawMutants: readonly Mutant[] = mutantsOf({
  '1-R6': {
    drifts: numbers(['visitorCount', 'memberCount'], (value) => value + (drift += 1)),
    'a scalar gives another figure': inMetrics(`${metrics}/*`, (one, call) =>
      call.text.includes('"userType":"owner"') && isObject(one) && typeof one['data'] === 'number'
        ? { ...one, data: one['data'] + 1 }
        : one,
    ),
  },
  '2.4-T6': {
    'all without visitors': data(['wallEngagementMinutes'], (value, one) =>
      rolesOf(one).includes('all') ? 0 : number(value) + 1,
    ),
    'anonymous visitors are taken away': data(['wallEngagementMinutes'], (value, one) =>
      rolesOf(one).includes('anonymous') ? -9 : value,
    ),
  },
  '2.5-L1': {
    'the two together count twice': rows([], (all, one) =>
      rolesOf(one).length === 2
        ? all.map((row) => ({ ...row, value: 2 * Number(row['value']) + 1, count: 1 }))
        : all,
    ),
  },
  '2.5-L2': {
    'a month has more than the year': data(['topBoards'], (value) =>
      Array.isArray(value) ? value.map((item: object) => ({ ...item, visitors: 1000 })) : value,
    ),
  },
  '2.5-L3': {
    'names of ranked boards change': objects(['topBoards'], (value) =>
      Object.fromEntries(
        Object.entries(value).map(([key, list]) => [
          key,
          listOf(list).map((item) => ({ ...(item as object), title: `${key} first` })),
        ]),
      ),
    ),
  },
  '2.5-L4': {
    'users of every role': data(['topUsers'], (value, one) =>
      rolesOf(one).includes('all')
        ? value
        : Array.isArray(value)
          ? everyone
          : { posts: everyone, boards: [] },
    ),
  },
  '2.5-L5': {
    'seats of each request': objects(['subscription'], (value) => ({
      ...value,
      seatCount: (seats += 1),
    })),
  },
  '2.5-T10': {
    'dates of the range': objects(['subscription'], (value, _one, { body }) => ({
      ...value,
      termStart: at(body, 'from') ?? '',
    })),
    'status of the range': objects(['subscription'], (value, _one, { body }) => ({
      ...value,
      status: at(body, 'to') === undefined ? 'active' : 'ended',
    })),
  },
  '2.6-L1': {
    'joined less one': numbers(members, (value, one) =>
      statusOf(one) === 'joined' ? value - 1 : value,
    ),
    'members of each month fall': rows(members, (all) =>
      all.map((row, index) => ({ ...row, value: 100 - index })),
    ),
    'the last month is missing': data(members, lastRow),
    'roles twice': numbers(members, (value, one) =>
      rolesOf(one).includes('all') ? value : 2 * value,
    ),
    'admins twice in the roster': inPages(
      '=admin',
      'meta/totalCount',
      (value) => 2 * number(value),
    ),
    'impossible roles count': {
      live: true,
      reply: objects([], (value, one) =>
        rolesOf(one).includes('maker')
          ? Object.fromEntries(Object.entries(value).map(([key, count]) => [key, more(1)(count)]))
          : value,
      ),
    },
  },
  '2.6-L2': {
    'the sum of months': numbers(['visitorCount'], (value) => value * 100),
    'less than months have': numbers(['visitorCount'], (value) => 1000 - value),
  },
  '2.6-L3': {
    'the last month is missing': data(['postCount'], lastRow),
    'halves overlap': overlapping,
    'the first month of a term is counted whole': firstMonthWhole,
  },
  '2.6-R4': {
    'inactive of those who joined': objects(members, (value, one) => ({
      ...value,
      inactive: number(value['inactive']) - (JSON.stringify(one).length % 2) - 1,
    })),
    'inactive of the range': data(
      members,
      ofRange((value, from) =>
        isObject(value)
          ? { ...value, inactive: number(value['inactive']) + from.charCodeAt(6) }
          : value,
      ),
    ),
  },
  '2.6-R5': {
    'by the range': invited((value, _from, isCurrent) => (isCurrent ? 0 : value)),
    'only within the range': invited((value, from) => value + from.charCodeAt(3)),
  },
  '2.7-D1': {
    'data of what failed': {
      serving: { fail: ['postCount'] },
      reply: inMetrics(metrics, (all, call) =>
        call.text.includes('postCount')
          ? [...listOf(all), { name: 'postCount', properties: { userType: ['all'] }, data: 0 }]
          : all,
      ),
    },
  },
  '2.8-L1': {
    'counts of all time': inPages('perPage=100&sort=comments', 'data/*/attributes/posts', more(50)),
    'everyone is busy this month': inPages(
      'from=2026-11',
      'data/*/attributes/reactions',
      more(100),
    ),
  },
  '2.8-L2': {
    'roles by the sort': inPages('sort=signupDate', 'data/*/attributes/userType', () => 'guest'),
  },
  '2.8-L3': { 'counts of the filter': inPages('status=', 'data/*/attributes/boards', more(1)) },
  '2.8-M3': {
    'a row short': inRoster('data', (all) => listOf(all).slice(1)),
    'a row more': inRoster('data', (all) => [...listOf(all), ...listOf(all).slice(0, 1)]),
  },
  '2.8-T8b': {
    'start of the range': cell('signupDate', (value, call) =>
      asked(call).get('from') === monthAt(call, -11) ? '2020-03-01' : value,
    ),
  },
  '2.8-T9a': {
    'within the range': cell('lastActivityDate', (value, call) => {
      const to = `${asked(call).get('to') ?? '9999-12'}-31`;
      if (typeof value === 'string' && value > to) return `${to.slice(0, 8)}01`;
      return asked(call).get('from') === call.current ? null : value;
    }),
  },
  '2.8-T16': {
    'joined by the end': rosterMeta(({ totalCount }, call) => ({
      totalCount: number(totalCount) - (asked(call).get('from') === earliestMonth(call) ? 3 : 0),
    })),
    'the current ones only': rosterMeta(({ totalCount }, call) => ({
      totalCount: number(totalCount) - (asked(call).get('from') === call.current ? 1 : 0),
    })),
  },
  '4.1-L1': {
    'the default range is the year before': inMetrics('meta/dateRange', (value, { body }) =>
      at(body, 'from') === undefined ? { from: '2025-11-16', to: '2026-11-15' } : value,
    ),
  },
  '4.2-L1': {
    'inactive forgets': inRoster('meta/totalCount', (value, call) =>
      call.url.search.includes('inactive') && !call.url.search.includes('=active')
        ? Number(value) + 1
        : value,
    ),
  },
  '4.2-L3': {
    'one is listed in place of another': inPages('=admin', 'data', (all) =>
      listOf(all).map((row, index, list) => (index === 0 ? (list[1] ?? row) : row)),
    ),
  },
  '4.2-L4': {
    'all filters count one more': inRoster('meta/totalCount', (value, call) =>
      asked(call).has('q') && asked(call).get('page') === '2' ? Number(value) + 1 : value,
    ),
  },
  '4.2-L5': {
    'a page is sorted by itself': inPages('perPage=7', 'data', (all) => listOf(all).toReversed()),
  },
});
