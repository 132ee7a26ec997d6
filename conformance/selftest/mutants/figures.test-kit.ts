import { at, isObject, listOf } from '../../src/model/json.js';
import { change, type ReplyChange } from '../../src/power/operator.js';
import { data, eachList, metrics, properties } from '../../src/power/operators/metrics-switches.js';
import {
  adminsAreOwners,
  byPostAuthor,
  content,
  endsToday,
  everyVisit,
  former,
  hour,
  joined,
  lapsedGoesOn,
  laterBeginning,
  minutesEach,
  moved,
  movedAt,
  nobodys,
  noSeats,
  numbers,
  ownPostsToo,
  personalToo,
  scans,
  seatsLater,
  signedIn,
  switched,
  without,
} from './fact-switches.test-kit.js';
import { type Mutant, mutantOf } from './mutant.test-kit.js';

/** More in the first row of series of the default range, which need not begin with a month. */
const firstMonthWhole: ReplyChange = (reply, call) =>
  call.text.includes('"from"')
    ? null
    : change('metrics', `${metrics}/*/data/0`, (row) =>
        isObject(row) && 'month' in row
          ? Object.fromEntries(
              Object.entries(row).map(([name, one]) => [
                name,
                typeof one === 'number' ? one + 7 : one,
              ]),
            )
          : row,
      )(reply, call);

/** Services whose figures are wrong: they show only to who knows the facts. */
export const figureMutants: readonly Mutant[] = [
  switched('2.4-S1', 'former members', former),
  switched('2.4-S1', 'a month later', joined(31 * 24 * hour)),
  switched('2.4-S1', 'owners are admins', adminsAreOwners),
  switched('2.4-S2', 'former members', former),
  switched('2.4-S2', 'another zone', joined(8 * hour)),
  switched('2.4-S2', 'the end is not included', joined(1)),
  ...content.flatMap(([rule, kind]) => [
    switched(rule, 'the end is not included', moved(1, kind)),
    switched(rule, 'another zone', moved(-8 * hour, kind)),
    ...(kind === 'board'
      ? [switched(rule, 'personal boards', personalToo)]
      : [switched(rule, 'without anonymous ones', nobodys(kind))]),
  ]),
  switched('2.4-S7', 'visits for visitors', everyVisit),
  switched('2.4-S7', 'signed-in visitors only', signedIn),
  switched('2.4-S7', 'the end is not included', movedAt(1, 'visit')),
  switched('2.4-S8', 'own posts too', ownPostsToo),
  switched(
    '2.4-S8',
    'without reactions',
    without('reaction', () => true),
  ),
  switched('2.4-S8', 'former members', former),
  switched('2.4-S9', 'each visit rounded down', minutesEach(Math.floor)),
  switched('2.4-S9', 'each visit rounded', minutesEach(Math.round)),
  switched('2.4-S9', 'without anonymous visitors', signedIn),
  switched('2.4-S10', 'by the author of the post', byPostAuthor),
  switched('2.4-S10', 'former members', former),
  switched('2.4-S10', 'the end is not included', moved(1, 'attachment')),
  switched(
    '2.4-S11',
    'without what was removed',
    without('scan', (scan) => scan.removedAt !== null),
  ),
  switched('2.4-S11', 'the end is not included', movedAt(1, 'scan')),
  switched(
    '2.4-S12',
    'flagged ones only',
    without('scan', (scan) => scan.flags.length === 0),
  ),
  switched('2.4-S12', 'another zone', movedAt(-8 * hour, 'scan')),
  data(
    '2.4-S13',
    'rounded down',
    ['avgScanTimeMs'],
    numbers((value) => Math.floor(value) - 1),
  ),
  switched(
    '2.4-S13',
    'flagged ones only',
    without('scan', (scan) => scan.flags.length === 0),
  ),
  switched(
    '2.4-S14',
    'removed ones too',
    scans((scan) => ({ ...scan, flags: scan.removedAt === null ? scan.flags : ['spam'] })),
  ),
  switched('2.4-S14', 'another zone', movedAt(-8 * hour, 'scan')),
  switched(
    '2.4-S15',
    'the first category only',
    scans((scan) => ({ ...scan, flags: scan.flags.slice(0, 1) })),
  ),
  switched(
    '2.4-S15',
    'the last category only',
    scans((scan) => ({ ...scan, flags: scan.flags.slice(-1) })),
  ),
  switched(
    '2.4-S16',
    'without what people removed',
    scans((scan) => ({ ...scan, removedAt: null })),
  ),
  data(
    '2.4-S16',
    'a share for percent',
    ['moderationCatchRatePercent'],
    numbers((value) => value / 100),
  ),
  switched('2.4-S17', 'visits for visitors', everyVisit),
  eachList('2.4-S17', 'nine', ['topBoards'], (list) => list.slice(0, Math.min(9, list.length - 1))),
  switched('2.4-S17', 'the end is not included', moved(1, 'post')),
  switched('2.4-S18', 'former members', former),
  eachList('2.4-S18', 'ties turned', ['topUsers'], (list) => list.toReversed()),
  switched('2.4-S19', 'plays of all time', movedAt(-300 * 24 * hour, 'play')),
  data('2.4-S19', 'an object for one value', ['topMedia'], (value, { properties }) =>
    typeof at(properties, 'mediaType') === 'string' ? { audio: value } : value,
  ),
  eachList('2.4-S19', 'nine', ['topMedia'], (list) => list.slice(1)),
  switched('2.4-S20', 'other seats', seatsLater),
  data('2.4-S20', 'dates are days later', ['subscription'], (value) =>
    isObject(value) ? { ...value, termEnd: '2030-01-01' } : value,
  ),
  data('2.4-S21', 'the next term', ['subscription'], (value) =>
    isObject(value) ? { ...value, status: 'active', termStart: '2027-02-13' } : value,
  ),
  switched('2.4-S21', 'no seats in a gap', noSeats),
  data('2.5-T5b', 'by another figure', ['topUsers'], (value) =>
    isObject(value)
      ? {
          ...value,
          posts: [3, 9, 1].map((posts, index) => ({
            hashid: String(index),
            name: 'n',
            posts,
            boards: 1,
          })),
        }
      : value,
  ),
  data('2.5-T6', 'less than nothing', ['attachmentCountByCategory'], () => [
    { category: 'image', count: -2.5 },
  ]),
  data('2.5-T7', 'less than nothing', ['scannedItemCountByType'], () => ({ text: -1 })),
  data('2.5-T8', 'nothing', ['subscription'], () => ({})),
  mutantOf('2.6-R1', 'a former member in the place of another', {
    reply: change('roster', 'data/0/id', () => 'edgeGone01'),
  }),
  mutantOf('2.7-T2b', 'every month has 28 days', {
    reply: change('metrics', 'meta/dateRange/to', (value) => `${String(value).slice(0, 8)}28`),
  }),
  mutantOf('4.1-R11', 'a term that is over', {
    reply: change('metrics', 'meta/dateRange', (value, call) =>
      call.text.includes('"from"') ? value : { from: '2024-02-13', to: '2025-02-12' },
    ),
  }),
  mutantOf('4.1-R11', 'another range of the roster', {
    reply: change('roster', 'meta/dateRange/from', (value, call) =>
      call.url.searchParams.has('from') ? value : '2019-09-02',
    ),
  }),
  mutantOf('2.7-T2b', 'December has 30 days', {
    reply: change('metrics', 'meta/dateRange/to', (value) =>
      String(value).replace('-12-31', '-12-30'),
    ),
  }),
  mutantOf('2.8-M5b', 'December has 30 days', {
    reply: change('roster', 'meta/dateRange/to', (value) =>
      String(value).replace('-12-31', '-12-30'),
    ),
  }),
  data('2.4-S9', 'anonymous alone is everybody', ['wallEngagementMinutes'], (value, one) =>
    JSON.stringify(at(one, 'properties', 'userType')) === '["anonymous"]'
      ? Number(value) + 600
      : value,
  ),
  ...['2.4-S7', '2.6-L3'].map((rule) =>
    mutantOf(rule, 'the first month of a term is counted whole', { reply: firstMonthWhole }),
  ),
  switched('4.1-R11s', 'until today', endsToday),
  switched('4.1-R11t', 'the term that ended', lapsedGoesOn),
  switched('4.1-R11t', 'since another day', laterBeginning),
  mutantOf('4.1-R11t', 'figures of two years', {
    reply: change('metrics', `${metrics}/*`, (one, call) =>
      call.url.pathname.includes('worldSecond') && at(one, 'name') === 'newMemberCount'
        ? { ...(one as object), data: 0 }
        : one,
    ),
  }),
  data('2.4-S1', 'invited of all roles', [], (value, one) =>
    one['name'] === 'memberCount' &&
    isObject(one['properties']) &&
    one['properties']['status'] === 'invited' &&
    JSON.stringify(one['properties']['userType']) === '["student"]'
      ? Number(one['data']) + 1
      : one['data'],
  ),
  data('2.4-S13', 'zero for nothing', ['avgScanTimeMs'], (value) => value ?? 0),
  data('2.4-S16', 'zero for nothing', ['moderationCatchRatePercent'], (value) => value ?? 0),
  mutantOf('2.4-S18', 'user names', {
    facts: (facts) => ({
      ...facts,
      user: facts.user.map((one) => ({ ...one, displayName: null })),
    }),
  }),
  data('2.5-T3', 'a list of one is its value', [], (value) =>
    isObject(value) && Object.keys(value).length === 1 && Array.isArray(Object.values(value)[0])
      ? Object.values(value)[0]
      : value,
  ),
  mutantOf('2.5-T3', 'rankings are kept whatever they are sorted by', {
    reply: change('metrics', metrics, (all) => {
      const kept = new Map<string, unknown>();
      return listOf(all).map((one) => {
        if (!isObject(one) || !String(one['name']).startsWith('top')) return one;
        const key = JSON.stringify([one['name'], at(one, 'properties', 'userType')]);
        kept.set(key, kept.has(key) ? kept.get(key) : one['data']);
        return { ...one, data: kept.get(key) };
      });
    }),
  }),
  properties('2.3-R3', 'a status twice', ['memberCount'], (value) =>
    Array.isArray(value['status'])
      ? { ...value, status: [...listOf(value['status']), value['status'][0] as unknown] }
      : value,
  ),
  mutantOf('2.9-S2', 'updated when created', {
    reply: change('board', 'data/attributes', (value) =>
      isObject(value) ? { ...value, updatedAt: value['createdAt'] } : value,
    ),
  }),
  data('2.5-T11', 'zero for null', ['subscription'], (value) =>
    isObject(value) ? { ...value, seatCount: value['seatCount'] ?? 0 } : value,
  ),
  switched('2.5-T11', 'other seats', seatsLater),
];
