import { at, isObject } from '../../src/model/json.js';
import {
  data,
  inMetrics,
  lists,
  metrics,
  numbers,
  objects,
  type ReplyChange,
} from '../../src/rules/broken.js';
import {
  adminsAreOwners,
  byPostAuthor,
  closedToo,
  endsToday,
  everyVisit,
  firstMonthWhole,
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
  ownPostsToo,
  personalToo,
  rolesOf,
  scans,
  seatsLater,
  signedIn,
  statusOf,
  switched,
  viewing,
  without,
} from './fact-switches.test-kit.js';
import { type Fault, type Mutant, mutantsOf, onRequest } from './mutant.test-kit.js';

const zone = -8 * hour;
const notFlagged = switched(without('scan', (scan) => scan.flags.length === 0));

/** The rules of what is written: without what nobody signed, or for boards with personal ones. */
const written = (
  [
    ['2.4-S3', 'board', { 'personal boards': switched(personalToo) }],
    ['2.4-S4', 'post', { 'without anonymous ones': switched(nobodys('post')) }],
    ['2.4-S5', 'comment', { 'without anonymous ones': switched(nobodys('comment')) }],
    ['2.4-S6', 'reaction', { 'without anonymous ones': switched(nobodys('reaction')) }],
  ] as const
).map(([rule, kind, more]): [string, Readonly<Record<string, Fault>>] => [
  rule,
  {
    'the end is not included': switched(moved(1, kind)),
    'another zone': switched(moved(zone, kind)),
    ...more,
  },
]);

/** What is null is zero. */
const zeroFor = (name: string): ReplyChange => data([name], (value) => value ?? 0);

/** Services whose figures are wrong: they show only to who knows the facts. */
export const figureMutants: readonly Mutant[] = mutantsOf({
  '2.4-S1': {
    'former members': switched(former),
    'a month later': switched(joined(31 * 24 * hour)),
    'owners are admins': switched(adminsAreOwners),
    'invited of all roles': numbers(['memberCount'], (value, one) =>
      statusOf(one) === 'invited' && String(rolesOf(one)) === 'student' ? value + 1 : value,
    ),
  },
  '2.4-S2': {
    'former members': switched(former),
    'another zone': switched(joined(8 * hour)),
    'the end is not included': switched(joined(1)),
  },
  ...Object.fromEntries(written),
  '2.4-S7': {
    'visits for visitors': switched(everyVisit),
    'signed-in visitors only': switched(signedIn),
    'the end is not included': switched(movedAt(1, 'visit')),
    'the first month of a term is counted whole': firstMonthWhole,
  },
  '2.4-S8': {
    'own posts too': switched(ownPostsToo),
    'without reactions': switched(without('reaction', () => true)),
    'former members': switched(former),
  },
  '2.4-S9': {
    'each visit rounded down': switched(minutesEach(Math.floor)),
    'each visit rounded': switched(minutesEach(Math.round)),
    'without anonymous visitors': switched(signedIn),
    'anonymous alone is everybody': numbers(['wallEngagementMinutes'], (value, one) =>
      String(rolesOf(one)) === 'anonymous' ? value + 600 : value,
    ),
  },
  '2.4-S10': {
    'by the author of the post': switched(byPostAuthor),
    'former members': switched(former),
    'the end is not included': switched(moved(1, 'attachment')),
  },
  '2.4-S11': {
    'without what was removed': switched(without('scan', (scan) => scan.removedAt !== null)),
    'the end is not included': switched(movedAt(1, 'scan')),
  },
  '2.4-S12': {
    'flagged ones only': notFlagged,
    'another zone': switched(movedAt(zone, 'scan')),
  },
  '2.4-S13': {
    'rounded down': numbers(['avgScanTimeMs'], (value) => Math.floor(value) - 1),
    'flagged ones only': notFlagged,
    'zero for nothing': zeroFor('avgScanTimeMs'),
  },
  '2.4-S14': {
    'removed ones too': switched(
      scans((scan) => ({ ...scan, flags: scan.removedAt === null ? scan.flags : ['spam'] })),
    ),
    'another zone': switched(movedAt(zone, 'scan')),
  },
  '2.4-S15': {
    'the first category only': switched(
      scans((scan) => ({ ...scan, flags: scan.flags.slice(0, 1) })),
    ),
    'the last category only': switched(scans((scan) => ({ ...scan, flags: scan.flags.slice(-1) }))),
  },
  '2.4-S16': {
    'without what people removed': switched(scans((scan) => ({ ...scan, removedAt: null }))),
    'a share for percent': numbers(['moderationCatchRatePercent'], (value) => value / 100),
    'zero for nothing': zeroFor('moderationCatchRatePercent'),
  },
  '2.4-S17': {
    'visits for visitors': switched(everyVisit),
    nine: lists(['topBoards'], (list) => list.slice(0, Math.min(9, list.length - 1))),
    'the end is not included': switched(moved(1, 'post')),
  },
  '2.4-S18': {
    'former members': switched(former),
    'ties turned': lists(['topUsers'], (list) => list.toReversed()),
    'user names': switched((facts) => ({
      ...facts,
      user: facts.user.map((one) => ({ ...one, displayName: null })),
    })),
  },
  '2.4-S19': {
    'plays of all time': switched(movedAt(-300 * 24 * hour, 'play')),
    'an object for one value': data(['topMedia'], (value, one) =>
      typeof at(one, 'properties', 'mediaType') === 'string' ? { audio: value } : value,
    ),
    nine: lists(['topMedia'], (list) => list.slice(1)),
  },
  '2.4-S20': {
    'other seats': switched(seatsLater),
    'dates are days later': objects(['subscription'], (value) => ({
      ...value,
      termEnd: '2030-01-01',
    })),
  },
  '2.4-S21': {
    'the next term': objects(['subscription'], (value) => ({
      ...value,
      status: 'active',
      termStart: '2027-02-13',
    })),
    'no seats in a gap': switched(noSeats),
  },
  '2.5-T11': { 'other seats': switched(seatsLater) },
  '2.6-R1': { 'former members': switched(former) },
  '2.6-R2b': {
    'the end is not included': switched(joined(1)),
    'joined before the range': switched(joined(365 * 24 * hour)),
  },
  '2.6-R3': {
    'viewing makes active': switched(viewing),
    'reactions do not count': switched(without('reaction', () => true)),
  },
  '2.6-R4s': {
    'less one': numbers(['memberCount'], (value) => value - 1),
    'former members': switched(former),
  },
  '2.6-R5s': {
    'closed ones too': switched(closedToo),
    none: switched(without('invitation', () => true)),
  },
  '2.6-R6': {
    'the range is ignored': {
      handler: onRequest((call) =>
        call.text.includes('"from":"2024-11","to":"2025-10"')
          ? { ...call, text: call.text.replace('"to":"2025-10"', '"to":"2026-10"') }
          : null,
      ),
    },
    'another zone': switched(moved(zone, 'post', 'comment', 'reaction', 'board')),
  },
  '2.8-T9c': {
    'visits do not count': switched(without('visit', () => true)),
    'viewing makes active': switched(viewing),
  },
  '4.1-R11s': { 'until today': switched(endsToday) },
  '4.1-R11t': {
    'the term that ended': switched(lapsedGoesOn),
    'since another day': switched(laterBeginning),
    'figures of two years': inMetrics(`${metrics}/*`, (one, call) =>
      call.url.pathname.includes('worldSecond') && isObject(one) && one['name'] === 'newMemberCount'
        ? { ...one, data: 0 }
        : one,
    ),
  },
});
