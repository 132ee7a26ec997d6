import { dayOf, type Facts, type Instant } from '@tallyboard/core/vocabulary';
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

type FactSwitch = (facts: Facts) => Facts;

const today = dayOf(2026, 11, 15);

const hour = 3_600_000;

/** Moves instants of some kinds of fact. */
const moved =
  (
    ms: number,
    ...kinds: readonly ('post' | 'comment' | 'reaction' | 'board' | 'attachment')[]
  ): FactSwitch =>
  (facts) => ({
    ...facts,
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        facts[kind].map((row) => ({ ...row, createdAt: (row.createdAt + ms) as Instant })),
      ]),
    ),
  });

const movedAt =
  (ms: number, ...kinds: readonly ('visit' | 'play' | 'scan')[]): FactSwitch =>
  (facts) => ({
    ...facts,
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        facts[kind].map((row) => ({ ...row, at: (row.at + ms) as Instant })),
      ]),
    ),
  });

const joined =
  (ms: number): FactSwitch =>
  (facts) => ({
    ...facts,
    member: facts.member.map((one) => ({ ...one, joinedAt: (one.joinedAt + ms) as Instant })),
  });

const former: FactSwitch = (facts) => ({
  ...facts,
  member: facts.member.map((one) => ({ ...one, leftAt: null })),
});

const without =
  <K extends keyof Facts>(kind: K, isLeftOut: (row: Facts[K][number]) => boolean): FactSwitch =>
  (facts) => ({
    ...facts,
    [kind]: (facts[kind] as readonly Facts[K][number][]).filter((row) => !isLeftOut(row)),
  });

const main = (facts: Facts): string => facts.organization[0]?.id ?? '';

/** Personal boards belong to the first organization. */
const personalToo: FactSwitch = (facts) => ({
  ...facts,
  board: facts.board.map((one) => ({ ...one, organizationId: one.organizationId ?? main(facts) })),
});

const nobodys = (kind: 'post' | 'comment' | 'reaction'): FactSwitch =>
  without(kind, (row) => row.authorId === null);

const visits =
  (by: (visit: Facts['visit'][number], index: number) => Facts['visit'][number]): FactSwitch =>
  (facts) => ({ ...facts, visit: facts.visit.map(by) });

/** A visitor a visit: sums where it should count distinct ones. */
const everyVisit = visits((visit, index) => ({
  ...visit,
  userId: null,
  visitorId: `visit${index}`,
}));

const signedIn = without('visit', (visit) => visit.userId === null);

const minutesEach = (round: (minutes: number) => number): FactSwitch =>
  visits((visit) => ({ ...visit, seconds: round(visit.seconds / 60) * 60 }));

const scans =
  (by: (scan: Facts['scan'][number]) => Facts['scan'][number]): FactSwitch =>
  (facts) => ({ ...facts, scan: facts.scan.map(by) });

/** Viewing makes active: each visit of a member is a reaction too. */
const viewing: FactSwitch = (facts) => {
  const posts = new Map(facts.post.map((post) => [post.boardId, post.id]));
  const reactions = facts.visit.flatMap(({ id, boardId, userId, at }) => {
    const postId = posts.get(boardId);
    return postId === undefined || userId === null
      ? []
      : [{ id: `seen${id}`, boardId, postId, authorId: userId, createdAt: at }];
  });
  return { ...facts, reaction: [...facts.reaction, ...reactions] };
};

/** All posts are by a stranger, so no reaction is to a post of one's own. */
const ownPostsToo: FactSwitch = (facts) => ({
  ...facts,
  post: facts.post.map((post) => ({ ...post, authorId: 'worldStrngr' })),
});

/** Attachments count for the author of their post. */
const byPostAuthor: FactSwitch = (facts) => {
  const authors = new Map(facts.post.map((post) => [post.id, post.authorId]));
  return {
    ...facts,
    attachment: facts.attachment.map((one) => ({
      ...one,
      authorId: authors.get(one.postId) ?? null,
    })),
  };
};

const closedToo: FactSwitch = (facts) => ({
  ...facts,
  invitation: facts.invitation.map((one) => ({ ...one, closedAt: null })),
});

/** Owners serve as admins; another user, who has left, owns, since sound facts name an owner. */
const adminsAreOwners: FactSwitch = (facts) => {
  const owners = facts.member.filter(({ role }) => role === 'owner');
  const gone = (id: string): string => `${id}Gone`;
  const ids = new Set(owners.map(({ userId }) => userId));
  return {
    ...facts,
    user: facts.user.flatMap((one) =>
      ids.has(one.id) ? [one, { ...one, id: gone(one.id) }] : [one],
    ),
    organization: facts.organization.map((one) => ({ ...one, ownerId: gone(one.ownerId) })),
    member: [
      ...facts.member.map((one) =>
        one.role === 'owner' ? { ...one, role: 'admin' as const } : one,
      ),
      ...owners.map((one) => ({ ...one, userId: gone(one.userId), leftAt: one.joinedAt })),
    ],
  };
};

const seatsLater: FactSwitch = (facts) => ({
  ...facts,
  seatChange: facts.seatChange.map((one) => ({ ...one, seats: one.seats + 1 })),
});

const isSecond = ({ organizationId }: { readonly organizationId: string }): boolean =>
  organizationId === 'wksp_worldSecond00001';

const noSeats: FactSwitch = (facts) => ({
  ...facts,
  seatChange: facts.seatChange.filter((one) => !isSecond(one)),
});

/** A term that ended is taken for the current one. */
const lapsedGoesOn: FactSwitch = (facts) => {
  const [ended, ...later] = facts.billingTerm.filter(isSecond);
  const [next] = later;
  if (ended === undefined || next === undefined) return facts;
  return {
    ...facts,
    billingTerm: [
      ...facts.billingTerm.filter((one) => !isSecond(one)),
      { ...ended, endsOn: next.startsOn },
    ],
  };
};

const endsToday: FactSwitch = (facts) => ({
  ...facts,
  billingTerm: facts.billingTerm.map((one) =>
    one.startsOn <= today && one.endsOn > today ? { ...one, endsOn: today } : one,
  ),
});

const laterBeginning: FactSwitch = (facts) => ({
  ...facts,
  organization: facts.organization.map((one) => ({
    ...one,
    createdAt: (one.createdAt + 86_400_000) as typeof one.createdAt,
  })),
});

const switched = (facts: FactSwitch): Fault => ({ facts });

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
