import { dayOf, type Facts } from '@tallyboard/core/vocabulary';
import { at, isObject, listOf } from '../../src/model/json.js';
import {
  data,
  inMetrics,
  isMonthly,
  lists,
  metrics,
  numbers,
  objects,
  type ReplyChange,
} from '../../src/rules/broken.js';
import { type Fault, type Mutant, mutantsOf, onRequest } from './mutant.test-kit.js';

/** A service of other facts. */
const switched = (facts: (facts: Facts) => Facts): Fault => ({ facts });

/** Each fact of a kind is another one. */
export const each = <Kind extends keyof Facts>(
  kind: Kind,
  by: (row: Facts[Kind][number], index: number, facts: Facts) => object,
): Fault =>
  switched((facts) => {
    const rows: readonly Facts[Kind][number][] = facts[kind];
    return { ...facts, [kind]: rows.map((row, index) => by(row, index, facts)) };
  });

/** Some facts of a kind are not seen. */
const without = <Kind extends keyof Facts>(
  kind: Kind,
  isLeftOut: (row: Facts[Kind][number]) => boolean,
): Fault =>
  switched((facts) => {
    const rows: readonly Facts[Kind][number][] = facts[kind];
    return { ...facts, [kind]: rows.filter((row) => !isLeftOut(row)) };
  });

const dated = ['createdAt', 'at', 'joinedAt'] as const;

/** Facts of some kinds happen at other times. */
const moved = (ms: number, ...kinds: readonly (keyof Facts)[]): Fault =>
  switched((facts) => ({
    ...facts,
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        facts[kind].map((row: object) => {
          const fields = Object.entries(row).filter(([name]) => dated.some((one) => one === name));
          return {
            ...row,
            ...Object.fromEntries(fields.map(([name, time]) => [name, Number(time) + ms])),
          };
        }),
      ]),
    ),
  }));

const hour = 3_600_000;
const day = 24 * hour;
const zone = -8 * hour;
const today = dayOf(2026, 11, 15);

const former = each('member', (one) => ({ ...one, leftAt: null }));

/** A visitor a visit: sums where it should count distinct ones. */
const everyVisit = each('visit', (visit, index) => ({
  ...visit,
  ...{ userId: null, visitorId: `visit${index}` },
}));

const signedIn = without('visit', (visit) => visit.userId === null);

const minutesEach = (round: (minutes: number) => number): Fault =>
  each('visit', (visit) => ({ ...visit, seconds: round(visit.seconds / 60) * 60 }));

const flagged = (by: (scan: Facts['scan'][number]) => readonly string[]): Fault =>
  each('scan', (scan) => ({ ...scan, flags: by(scan) }));

/** Viewing makes active: each visit of a member is a reaction too. */
const viewing = switched((facts) => {
  const posts = new Map(facts.post.map((post) => [post.boardId, post.id]));
  const reactions = facts.visit.flatMap(({ id, boardId, userId, at }) => {
    const postId = posts.get(boardId);
    return postId === undefined || userId === null
      ? []
      : [{ id: `seen${id}`, boardId, postId, authorId: userId, createdAt: at }];
  });
  return { ...facts, reaction: [...facts.reaction, ...reactions] };
});

const seatsLater = each('seatChange', (one) => ({ ...one, seats: one.seats + 1 }));

const isSecond = ({ organizationId }: { readonly organizationId: string }): boolean =>
  organizationId === 'wksp_worldSecond00001';

/** A term that ended is taken for the current one. */
const lapsedGoesOn = switched((facts) => {
  const [ended, next] = facts.billingTerm.filter(isSecond);
  if (ended === undefined || next === undefined) return facts;
  const others = facts.billingTerm.filter((one) => !isSecond(one));
  return { ...facts, billingTerm: [...others, { ...ended, endsOn: next.startsOn }] };
});

/** The roles of an entry. */
export const rolesOf = (one: unknown): readonly unknown[] =>
  listOf(at(one, 'properties', 'userType'));

/** The status of an entry. */
export const statusOf = (one: unknown): unknown => at(one, 'properties', 'status');

/** Leaves out the last row of a series. */
export const lastRow = (value: unknown): unknown => (isMonthly(value) ? value.slice(0, -1) : value);

/** More in the first row of series of the default range, which need not begin with a month. */
export const firstMonthWhole: ReplyChange = (reply, call) =>
  call.text.includes('"from"')
    ? null
    : inMetrics(`${metrics}/*/data/0`, (row) =>
        isObject(row) && 'month' in row
          ? Object.fromEntries(
              Object.entries(row).map(([name, one]) => [
                name,
                typeof one === 'number' ? one + 7 : one,
              ]),
            )
          : row,
      )(reply, call);

const notFlagged = without('scan', (scan) => scan.flags.length === 0);

/** The rules of what is written: without what has no author, or for boards with personal ones. */
const written = Object.fromEntries(
  (['board', 'post', 'comment', 'reaction'] as const).map((kind, index) => [
    `2.4-S${3 + index}`,
    {
      'the end is not included': moved(1, kind),
      'another zone': moved(zone, kind),
      ...(kind === 'board'
        ? {
            'personal boards': each('board', (one, _index, { organization }) => ({
              ...one,
              organizationId: one.organizationId ?? organization[0]?.id ?? '',
            })),
          }
        : { 'without anonymous ones': without(kind, (row) => row.authorId === null) }),
    },
  ]),
);

/** What is null is zero. */
const zeroFor = (name: string): ReplyChange => data([name], (value) => value ?? 0);

/** Services whose figures are wrong: they show only to who knows the facts. */
export const figureMutants: readonly Mutant[] = mutantsOf({
  '2.4-S1': {
    'former members': former,
    'a month later': moved(31 * day, 'member'),
    'owners are admins': numbers(['memberCount'], (value, one) =>
      String(rolesOf(one)) === 'owner' ? 0 : value,
    ),
    'invited of all roles': numbers(['memberCount'], (value, one) =>
      statusOf(one) === 'invited' && String(rolesOf(one)) === 'student' ? value + 1 : value,
    ),
  },
  '2.4-S2': {
    'former members': former,
    'another zone': moved(8 * hour, 'member'),
    'the end is not included': moved(1, 'member'),
  },
  ...written,
  '2.4-S7': {
    'visits for visitors': everyVisit,
    'signed-in visitors only': signedIn,
    'the end is not included': moved(1, 'visit'),
    'the first month of a term is counted whole': firstMonthWhole,
  },
  '2.4-S8': {
    'own posts too': each('post', (post) => ({ ...post, authorId: 'worldStrngr' })),
    'without reactions': without('reaction', () => true),
    'former members': former,
  },
  '2.4-S9': {
    'each visit rounded down': minutesEach(Math.floor),
    'each visit rounded': minutesEach(Math.round),
    'without anonymous visitors': signedIn,
    'anonymous alone is everybody': numbers(['wallEngagementMinutes'], (value, one) =>
      String(rolesOf(one)) === 'anonymous' ? value + 600 : value,
    ),
  },
  '2.4-S10': {
    'by the author of the post': each('attachment', (one, _index, { post }) => ({
      ...one,
      authorId: post.find(({ id }) => id === one.postId)?.authorId ?? null,
    })),
    'former members': former,
    'the end is not included': moved(1, 'attachment'),
  },
  '2.4-S11': {
    'without what was removed': without('scan', (scan) => scan.removedAt !== null),
    'the end is not included': moved(1, 'scan'),
  },
  '2.4-S12': {
    'flagged ones only': notFlagged,
    'another zone': moved(zone, 'scan'),
  },
  '2.4-S13': {
    'rounded down': numbers(['avgScanTimeMs'], (value) => Math.floor(value) - 1),
    'flagged ones only': notFlagged,
    'zero for nothing': zeroFor('avgScanTimeMs'),
  },
  '2.4-S14': {
    'removed ones too': flagged((scan) => (scan.removedAt === null ? scan.flags : ['spam'])),
    'another zone': moved(zone, 'scan'),
  },
  '2.4-S15': {
    'the first category only': flagged(({ flags }) => flags.slice(0, 1)),
    'the last category only': flagged(({ flags }) => flags.slice(-1)),
  },
  '2.4-S16': {
    'without what people removed': each('scan', (scan) => ({ ...scan, removedAt: null })),
    'a share for percent': numbers(['moderationCatchRatePercent'], (value) => value / 100),
    'zero for nothing': zeroFor('moderationCatchRatePercent'),
  },
  '2.4-S17': {
    'visits for visitors': everyVisit,
    nine: lists(['topBoards'], (list) => list.slice(0, Math.min(9, list.length - 1))),
    'the end is not included': moved(1, 'post'),
  },
  '2.4-S18': {
    'former members': former,
    'ties turned': lists(['topUsers'], (list) => list.toReversed()),
    'user names': each('user', (one) => ({ ...one, displayName: null })),
  },
  '2.4-S19': {
    'plays of all time': moved(-300 * day, 'play'),
    'an object for one value': data(['topMedia'], (value, one) =>
      typeof at(one, 'properties', 'mediaType') === 'string' ? { audio: value } : value,
    ),
    nine: lists(['topMedia'], (list) => list.slice(1)),
  },
  '2.4-S20': {
    'other seats': seatsLater,
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
    'no seats in a gap': without('seatChange', isSecond),
  },
  '2.5-T11': { 'other seats': seatsLater },
  '2.6-R1': { 'former members': former },
  '2.6-R2b': {
    'the end is not included': moved(1, 'member'),
    'joined before the range': moved(365 * day, 'member'),
  },
  '2.6-R3': {
    'viewing makes active': viewing,
    'reactions do not count': without('reaction', () => true),
  },
  '2.6-R4s': {
    'less one': numbers(['memberCount'], (value) => value - 1),
    'former members': former,
  },
  '2.6-R5s': {
    'closed ones too': each('invitation', (one) => ({ ...one, closedAt: null })),
    none: without('invitation', () => true),
  },
  '2.6-R6': {
    'the range is ignored': {
      handler: onRequest((call) =>
        call.text.includes('"from":"2024-11","to":"2025-10"')
          ? { ...call, text: call.text.replace('"to":"2025-10"', '"to":"2026-10"') }
          : null,
      ),
    },
    'another zone': moved(zone, 'post', 'comment', 'reaction', 'board'),
  },
  '2.8-T9c': {
    'visits do not count': without('visit', () => true),
    'viewing makes active': viewing,
  },
  '4.1-R11s': {
    'until today': each('billingTerm', (one) =>
      one.startsOn <= today && one.endsOn > today ? { ...one, endsOn: today } : one,
    ),
  },
  '4.1-R11t': {
    'the term that ended': lapsedGoesOn,
    'since another day': each('organization', (one) => ({
      ...one,
      createdAt: one.createdAt + day,
    })),
    'figures of two years': inMetrics(`${metrics}/*`, (one, call) =>
      call.url.pathname.includes('worldSecond') && isObject(one) && one['name'] === 'newMemberCount'
        ? { ...one, data: 0 }
        : one,
    ),
  },
});
