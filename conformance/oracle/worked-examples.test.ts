import {
  collectFacts,
  type DateRange,
  formatMonth,
  isAccepted,
  monthOfDay,
  parseDay,
  plusMonths,
  type ResolvedQuery,
  type RosterQuestion,
  readFact,
} from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { oracleFigure } from './figure.js';
import { oracleRoster } from './roster.js';
import type { OracleWorld } from './world.js';

/* Small worlds, and figures of them that were counted by hand. Today is 15 March 2026. */

type Row = Readonly<Record<string, unknown>>;

const noon = '2026-03-10T12:00:00.000Z';
const organizationId = 'wksp_0123456789ab';
const otherId = 'wksp_zyxwvutsrqpo';
const ofOthers = { organizationId: otherId };
const personal = { organizationId: null };
const left = { leftAt: '2026-03-20T00:00:00Z' };

const user = (id: string, fields: Row = {}): Row => ({
  ...{ kind: 'user', id, signupDate: '2020-02-02' },
  ...fields,
});
/** A current member since 2020. */
const member = (userId: string, role: string, fields: Row = {}): Row => ({
  ...{ kind: 'member', organizationId, userId, role, joinedAt: '2020-03-03T00:00:00Z' },
  ...fields,
});
/** Ids of boards have 16 characters. */
const boardId = (name: string): string => name.padEnd(16, '_');
const board = (name: string, builderId: string, createdAt = noon, fields: Row = {}): Row => ({
  ...{ kind: 'board', id: boardId(name), organizationId, builderId, title: `Board ${name}` },
  ...{ createdAt, updatedAt: createdAt, ...fields },
});
const post = (id: string, on: string, authorId: string | null, createdAt = noon): Row => ({
  ...{ kind: 'post', id, boardId: boardId(on), authorId, createdAt },
});
/** A comment on, or a reaction to, a post. */
const answer = (
  [kind, id, postId, on]: readonly [string, string, string, string],
  authorId: string | null,
  createdAt = noon,
): Row => ({ kind, id, postId, boardId: boardId(on), authorId, createdAt });
/** A visit by a user, or by a visitor where the name begins with a question mark. */
const visit = (id: string, on: string, who: string, seconds: number, at = noon): Row => ({
  ...{ kind: 'visit', id, boardId: boardId(on), seconds, at },
  ...(who.startsWith('?') ? { visitorId: who.slice(1) } : { userId: who }),
});
const attachment = (
  [id, postId, category]: readonly [string, string, string],
  authorId: string | null,
  fields: Row = {},
): Row => ({
  ...{ kind: 'attachment', id, postId, category, authorId, createdAt: noon },
  ...fields,
});
const play = (id: string, attachmentId: string, at = noon): Row => ({
  ...{ kind: 'play', id, attachmentId, at },
});
const scan = (id: string, fields: Row = {}): Row => ({
  ...{ kind: 'scan', id, organizationId, itemType: 'text', at: noon, durationMs: 100, flags: [] },
  ...fields,
});
const invitation = (id: string, role: string, fields: Row = {}): Row => ({
  ...{ kind: 'invitation', id, organizationId, role, email: `${id}@example.org` },
  ...{ invitedAt: noon, ...fields },
});

const dayOf = (text: string) => parseDay(text) ?? expect.unreachable(text);
/** The days from one to another. */
const days = (from: string, to: string): DateRange => ({ from: dayOf(from), to: dayOf(to) });
const march = days('2026-03-01', '2026-03-31');
const sinceFebruary = days('2026-02-01', '2026-03-31');
const spring = days('2026-02-01', '2026-05-31');

const worldOf = (rows: readonly Row[]): OracleWorld => {
  const facts = rows.map((row) => {
    const fact = readFact(row);
    return isAccepted(fact) ? fact.right : expect.unreachable(JSON.stringify(fact.left));
  });
  return { facts: collectFacts(facts), organizationId, today: dayOf('2026-03-15') };
};

/** The figures of the months of a range, each under a key. */
const inMonths = (range: DateRange, key: string, ...figures: readonly number[]): readonly Row[] =>
  figures.map((figure, index) => ({
    month: formatMonth(plusMonths(monthOfDay(range.from), index)),
    [key]: figure,
  }));

/** A figure by month, as the end of an example. */
const monthly = (range: DateRange, key: string, ...figures: readonly number[]) =>
  [inMonths(range, key, ...figures), range, 'byMonth'] as const;

/** A metric and its properties, the figure, and the days if they are not March; a series by month. */
type Example = readonly [
  name: ResolvedQuery['name'],
  properties: ResolvedQuery['properties'],
  figure: unknown,
  range?: DateRange,
  form?: 'byMonth',
];

const worked = (says: string, rows: readonly Row[], examples: readonly Example[]): void =>
  test(says, () => {
    const world = worldOf(rows);
    for (const [name, properties, figure, range = march, form] of examples) {
      const found = oracleFigure(world, { name, properties }, range, form === 'byMonth');
      expect(found, `${name} ${JSON.stringify(properties)}`).toEqual(figure);
    }
  });

const people = [
  ...['owner', 'ann', 'bob', 'cyd', 'dan'].map((id) => user(id)),
  member('owner', 'owner'),
  member('ann', 'student', { joinedAt: '2026-03-31T23:59:59.999Z' }),
  member('bob', 'student', { joinedAt: '2026-04-01T00:00:00.000Z' }),
  member('cyd', 'teacher', { joinedAt: '2026-03-01T00:00:00.000Z' }),
  member('dan', 'student', { leftAt: '2026-12-31T00:00:00Z' }),
  member('bob', 'teacher', ofOthers),
];

worked('current members up to the last millisecond of the range have joined', people, [
  ['memberCount', { status: 'all', userType: ['all'] }, 3],
  ['memberCount', { status: 'joined', userType: ['student'] }, 1],
  ['memberCount', { status: 'joined', userType: ['admin'] }, 0],
  ['memberCount', { status: 'joined', userType: ['owner', 'teacher'] }, 2],
  // They grow over the months and stop at the end of a range within a month.
  [
    'memberCount',
    { status: 'all' },
    ...monthly(days('2026-01-20', '2026-03-30'), 'value', 1, 1, 2),
  ],
  [
    'memberCount',
    { status: ['joined', 'active'], userType: ['student'] },
    { joined: inMonths(spring, 'value', 0, 1), active: inMonths(spring, 'value', 0, 0) },
    spring,
    'byMonth',
  ],
]);

const busy = [
  ...people,
  board('a', 'owner', '2026-02-28T23:59:59.999Z'),
  board('b', 'dan', '2026-03-02T00:00:00Z'),
  board('other', 'cyd', '2026-03-02T00:00:00Z', ofOthers),
  board('own', 'cyd', '2026-03-02T00:00:00Z', personal),
  post('p', 'a', null),
  answer(['reaction', 'r', 'p', 'a'], 'bob', '2026-03-31T23:59:59.999Z'),
  answer(['comment', 'c', 'p', 'a'], 'ann', '2026-04-01T00:00:00.000Z'),
];

worked('active members made something in the range, even before they joined', busy, [
  ['memberCount', { status: 'active', userType: ['all'] }, 1],
  ['memberCount', { status: 'active' }, 3, days('2026-02-28', '2026-04-01')],
  ['memberCount', { status: 'active' }, ...monthly(sinceFebruary, 'value', 1, 1)],
]);

worked('inactive is the whole roster of the slice less the active', busy, [
  ['memberCount', { status: ['inactive', 'active'] }, { inactive: 3, active: 1 }],
  ['memberCount', { status: 'inactive', userType: ['teacher'] }, 1],
]);

const invitations = [
  invitation('i1', 'student'),
  invitation('i2', 'student', { closedAt: '2030-01-01T00:00:00Z' }),
  invitation('i3', 'admin', { invitedAt: '2031-01-01T00:00:00Z' }),
  invitation('i4', 'admin', ofOthers),
];
const longAgo = days('2021-01-01', '2021-01-31');

worked('invited are open invitations of the slice, whatever the range', invitations, [
  ['memberCount', { status: 'invited', userType: ['student'] }, 1, longAgo],
  ['memberCount', { status: 'invited', userType: ['student', 'admin'] }, 2, longAgo],
  ['memberCount', { status: 'invited', userType: ['guest'] }, 0, longAgo],
]);

worked('new members came in the range and have not left', people, [
  ['newMemberCount', {}, 2],
  ['newMemberCount', {}, ...monthly(sinceFebruary, 'count', 0, 2)],
  ['newMemberCount', {}, 1, days('2026-04-01', '2026-04-30')],
  ['newMemberCount', {}, 1, days('2020-03-03', '2020-03-03')],
]);

const content = [
  ...['owner', 'ann', 'bob', 'gone', 'outside'].map((id) => user(id)),
  member('owner', 'owner'),
  member('ann', 'student'),
  member('bob', 'teacher'),
  member('gone', 'student', left),
  board('a', 'owner', '2026-03-01T00:00:00.000Z'),
  board('b', 'gone', '2026-02-28T23:59:59.999Z'),
  board('own', 'ann', '2026-03-05T00:00:00Z', personal),
  board('other', 'ann', '2026-03-05T00:00:00Z', ofOthers),
  post('p1', 'a', 'ann', '2026-03-31T23:59:59.999Z'),
  post('p2', 'a', 'ann', '2026-04-01T00:00:00.000Z'),
  post('p3', 'b', 'gone'),
  post('p4', 'b', null),
  post('p5', 'other', 'ann'),
  post('p6', 'own', 'ann'),
  answer(['comment', 'c1', 'p1', 'a'], 'ann'),
  answer(['comment', 'c2', 'p1', 'a'], 'bob'),
  answer(['comment', 'c3', 'p4', 'b'], 'bob'),
  answer(['comment', 'c4', 'p3', 'b'], 'bob', '2026-02-28T23:59:59.999Z'),
  answer(['comment', 'c5', 'p1', 'a'], null),
  answer(['reaction', 'r1', 'p3', 'b'], 'bob'),
  answer(['reaction', 'r2', 'p3', 'b'], 'bob'),
  answer(['reaction', 'r3', 'p1', 'a'], 'outside'),
  answer(['reaction', 'r4', 'p5', 'other'], 'bob'),
  answer(['reaction', 'r5', 'p1', 'a'], 'gone'),
];

worked('content by anyone on the boards of the organization', content, [
  ['boardCount', {}, 1],
  ['postCount', { userType: ['all'] }, 3],
  ['commentCount', {}, 4],
  ['reactionCount', {}, 4],
]);

worked('content by month, with zeros; the first and the last may be a part of one', content, [
  ['boardCount', {}, ...monthly(days('2026-01-01', '2026-03-31'), 'value', 0, 1, 1)],
  ['reactionCount', { userType: ['all'] }, ...monthly(march, 'count', 4)],
  ['boardCount', {}, ...monthly(days('2026-03-02', '2026-03-31'), 'value', 0)],
  ['postCount', {}, ...monthly(days('2026-02-28', '2026-03-30'), 'value', 0, 2)],
]);

worked('content of roles is what their current members made', content, [
  ['boardCount', { userType: ['owner', 'student'] }, ...monthly(sinceFebruary, 'value', 0, 1)],
  ['postCount', { userType: ['student'] }, ...monthly(march, 'value', 1)],
  ['commentCount', { userType: ['teacher'] }, ...monthly(sinceFebruary, 'value', 1, 2)],
  ['commentCount', { userType: ['maker'] }, ...monthly(march, 'value', 0)],
]);

worked('peer interactions leave out own posts, posts of nobody, and people of elsewhere', content, [
  // bob: c2 on ann's post, r1 and r2 on a former member's; c3 is on a post without an author.
  ['peerInteractionCount', { userType: ['teacher'] }, 3],
  // ann: c1 is on her own post.
  ['peerInteractionCount', { userType: ['student'] }, 0],
  [
    'peerInteractionCount',
    { userType: ['teacher', 'student'] },
    ...monthly(sinceFebruary, 'value', 1, 3),
  ],
]);

const attachments = [
  ...content,
  attachment(['x1', 'p1', 'video'], 'ann'),
  attachment(['x2', 'p3', 'link'], 'ann'),
  attachment(['x3', 'p4', 'link'], 'bob'),
  attachment(['x4', 'p1', 'audio'], 'bob'),
  attachment(['x5', 'p1', 'Zine'], 'bob'),
  attachment(['x6', 'p1', 'image'], 'gone'),
  attachment(['x7', 'p1', 'image'], null),
  attachment(['x8', 'p5', 'image'], 'ann'),
  attachment(['x9', 'p1', 'file'], 'ann', { createdAt: '2026-04-01T00:00:00.000Z' }),
];
const categories = (...counts: readonly (readonly [string, number])[]) =>
  counts.map(([category, count]) => ({ category, count }));

worked('attachments by who attached them, highest first, then by name', attachments, [
  [
    'attachmentCountByCategory',
    { userType: ['student', 'teacher'] },
    categories(['link', 2], ['Zine', 1], ['audio', 1], ['video', 1]),
  ],
  ['attachmentCountByCategory', { userType: ['student'] }, categories(['link', 1], ['video', 1])],
]);

worked('no attachments are an empty list', content, [
  ['attachmentCountByCategory', { userType: ['student'] }, []],
]);

const visits = [
  ...['owner', 'ann', 'gone', 'outside'].map((id) => user(id)),
  member('owner', 'owner'),
  member('ann', 'student'),
  member('gone', 'student', left),
  board('a', 'owner', '2025-01-01T00:00:00Z'),
  board('other', 'owner', '2025-01-01T00:00:00Z', ofOthers),
  visit('v1', 'a', 'ann', 10, '2026-02-28T23:59:59.999Z'),
  visit('v2', 'a', 'ann', 20, '2026-03-01T00:00:00.000Z'),
  visit('v3', 'a', 'ann', 40),
  visit('v4', 'a', '?ann', 15),
  visit('v5', 'a', '?tab', 0),
  visit('v6', 'a', 'outside', 30),
  visit('v7', 'a', 'gone', 44),
  visit('v8', 'a', 'owner', 600, '2026-04-01T00:00:00.000Z'),
  visit('v9', 'other', 'ann', 6000),
];

worked('visitors count once, apart from a user of the same id; months do not add up', visits, [
  ['visitorCount', {}, 5],
  ['visitorCount', {}, ...monthly(sinceFebruary, 'visitors', 1, 5)],
  ['visitorCount', {}, 5, sinceFebruary],
]);

worked('minutes are of everybody: 149 seconds are 2; a visit counts where it begins', visits, [
  ['wallEngagementMinutes', {}, 2],
  ['wallEngagementMinutes', { userType: ['all'] }, 2],
  ['wallEngagementMinutes', {}, 10, days('2026-04-01', '2026-04-01')],
  // Of roles without outsiders, former members and anonymous visitors not named: 60 seconds, with them 75.
  ['wallEngagementMinutes', { userType: ['student'] }, 1],
  ['wallEngagementMinutes', { userType: ['student', 'anonymous'] }, 1],
]);

worked(
  'halves of minutes go up: 150 seconds are 3',
  [...visits, visit('w', 'a', '?tab', 1)],
  [['wallEngagementMinutes', {}, 3]],
);

worked(
  'anonymous visitors count where they are named',
  [...visits, visit('w', 'a', '?tab', 15)],
  [
    ['wallEngagementMinutes', { userType: ['student', 'anonymous'] }, 2],
    ['wallEngagementMinutes', { userType: ['student'] }, 1],
    ['wallEngagementMinutes', { userType: ['anonymous'] }, 1],
  ],
);

const scans = [
  scan('s1', { itemType: 'image', durationMs: 10.25 }),
  scan('s2', { flags: ['spam', 'hate', 'spam'], durationMs: 20 }),
  scan('s3', { flags: ['spam'], removedAt: '2026-08-01T00:00:00Z', durationMs: 30 }),
  scan('s4', { removedAt: '2026-03-10T12:00:01Z', durationMs: 0 }),
  scan('s5', { at: '2026-03-31T23:59:59.999Z', itemType: 'sticker', durationMs: 0 }),
  scan('s6', { at: '2026-04-01T00:00:00.000Z', flags: ['drugs'] }),
  scan('s7', { at: '2026-02-28T23:59:59.999Z', removedAt: '2026-03-05T00:00:00Z' }),
  scan('s8', { ...ofOthers, flags: ['drugs'] }),
];

worked('scans, and flagged items, each in each of its categories once', scans, [
  ['scannedItemCount', {}, 5],
  ['scannedItemCountByType', {}, { image: 1, text: 3, sticker: 1 }],
  ['flaggedItemCount', {}, 2],
  ['flaggedItemCountByCategory', {}, { spam: 2, hate: 1 }],
  // 60.25 / 5 = 12.05
  ['avgScanTimeMs', {}, 12.1],
  // s2 and s3 were flagged, s4 only removed; s7 was removed in the range and scanned before it.
  ['moderationCatchRatePercent', {}, 66.7],
]);

const removed = { removedAt: '2026-05-01T00:00:00Z' };
const sixteen = Array.from({ length: 16 }, (_, index) =>
  scan(`s${index}`, index === 0 ? { flags: ['hate'] } : removed),
);

test.each([
  ['avgScanTimeMs', [scan('s', { durationMs: 0.125 })], 0.1],
  ['avgScanTimeMs', [scan('s', { durationMs: 0 })], 0],
  ['avgScanTimeMs', [], null],
  ['moderationCatchRatePercent', [scan('s', { flags: ['spam'] })], 100],
  ['moderationCatchRatePercent', [scan('s', removed)], 0],
  // One in 16 is 6.25 %.
  ['moderationCatchRatePercent', sixteen, 6.3],
  ['moderationCatchRatePercent', [scan('s')], null],
  ['scannedItemCount', [], 0],
  ['scannedItemCountByType', [], {}],
  ['flaggedItemCountByCategory', [scan('s')], {}],
] as const)('%s of %j is %j', (name, rows, figure) => {
  expect(oracleFigure(worldOf(rows), { name, properties: {} }, march, false)).toEqual(figure);
});

const boards = [
  user('ann'),
  ...['b', 'a', 'B'].map((name) => board(name, 'ann', '2020-01-01T00:00:00Z')),
  board('own', 'ann', '2020-01-01T00:00:00Z', personal),
  post('p1', 'a', null),
  post('p2', 'b', 'ann'),
  post('p3', 'B', 'ann'),
  post('p4', 'B', 'ann', '2026-02-28T23:59:59.999Z'),
  post('p5', 'own', 'ann'),
  visit('v1', 'a', 'ann', 1),
  visit('v2', 'a', 'ann', 1),
  visit('v3', 'b', 'ann', 1),
  visit('v4', 'b', '?ann', 1),
  visit('v5', 'b', '?tab', 1),
];
const ranked = (name: string, fields: Row): Row => ({
  ...{ hashid: boardId(name), title: `Board ${name}` },
  ...fields,
});
const byPosts = ['B', 'a', 'b'].map((name) => ranked(name, { posts: 1 }));
const byVisitors = [ranked('b', { visitors: 3 }), ranked('a', { visitors: 1 })];

worked('boards of equal figures are ranked by id, upper case first, without zeros', boards, [
  ['topBoards', { sortBy: 'posts' }, byPosts],
  ['topBoards', { sortBy: ['visitors', 'posts'] }, { visitors: byVisitors, posts: byPosts }],
  ['topBoards', { sortBy: ['posts'] }, { posts: byPosts }],
]);

const twelve = Array.from('abcdefghijkl').flatMap((name) => [
  board(name, 'ann'),
  ...(name === 'l' ? ['p', 'extra'] : ['p']).map((id) => post(`${id}${name}`, name, null)),
]);

worked(
  'rankings stop at ten',
  [user('ann'), ...twelve],
  [
    [
      'topBoards',
      { sortBy: 'posts' },
      Array.from('labcdefghi').map((name) => ranked(name, { posts: name === 'l' ? 2 : 1 })),
    ],
  ],
);

const authors = [
  user('ann', { displayName: '  ', username: 'ann_b' }),
  user('bob', { displayName: ' Bob  B. ', username: 'bob' }),
  user('cyd'),
  user('gone', { displayName: 'Gone' }),
  user('outside', { displayName: 'Outside' }),
  member('ann', 'student'),
  member('bob', 'teacher'),
  member('cyd', 'student'),
  member('gone', 'student', left),
  board('a', 'bob'),
  board('b', 'gone'),
  ...['ann', 'cyd', 'cyd', 'gone', 'outside', 'bob', null].map((author, index) =>
    post(`p${index}`, 'a', author),
  ),
];
const [cyd, ann, bob] = [
  { hashid: 'cyd', name: '', posts: 2 },
  { hashid: 'ann', name: 'ann_b', posts: 1 },
  { hashid: 'bob', name: 'Bob  B.', posts: 1 },
];

worked('users are ranked among current members, by the name that the roster shows', authors, [
  ['topUsers', { sortBy: 'posts', userType: ['all'] }, [cyd, ann, bob]],
  [
    'topUsers',
    { sortBy: ['boards', 'posts'], userType: ['student'] },
    { boards: [], posts: [cyd, ann] },
  ],
  ['topUsers', { sortBy: 'boards' }, [{ hashid: 'bob', name: 'Bob  B.', boards: 1 }]],
]);

const media = [
  user('ann'),
  board('a', 'ann'),
  board('own', 'ann', '2026-03-01T00:00:00Z', personal),
  post('p1', 'a', null),
  post('p2', 'own', null),
  attachment(['x2', 'p1', 'video'], null, { createdAt: '2019-01-01T00:00:00Z' }),
  attachment(['x1', 'p1', 'video'], 'ann', { title: 'One' }),
  attachment(['x3', 'p1', 'audio'], 'ann', { title: 'Song' }),
  attachment(['x4', 'p2', 'video'], 'ann', { title: 'Personal' }),
  attachment(['x5', 'p1', 'video'], 'ann', { title: 'Unseen' }),
  play('y1', 'x1'),
  play('y2', 'x2', '2026-03-31T23:59:59.999Z'),
  play('y3', 'x2', '2026-04-01T00:00:00.000Z'),
  play('y4', 'x3'),
  play('y5', 'x4'),
  play('y6', 'x5', '2026-02-28T23:59:59.999Z'),
];

worked('media of a kind are ranked by plays in the range', media, [
  [
    'topMedia',
    { mediaType: ['video', 'audio'] },
    {
      video: [
        { hashid: 'x1', title: 'One', plays: 1 },
        { hashid: 'x2', title: '', plays: 1 },
      ],
      audio: [{ hashid: 'x3', title: 'Song', plays: 1 }],
    },
  ],
]);

const roster = worldOf([
  user('owner', { displayName: ' \u00c9mile ', email: 'emile@example.org' }),
  user('ann', { username: 'ann_b', email: '', signupDate: '2026-01-01' }),
  user('bob', { displayName: 'bob', username: 'hidden', email: 'Bob@Example.org' }),
  user('Cyd', { displayName: '', email: 'a@b.c' }),
  user('dan', { displayName: 'E\u0301mile', name: 'Daniel' }),
  user('gone', { displayName: 'Gone' }),
  member('owner', 'owner'),
  member('ann', 'student', { joinedAt: '2030-01-01T00:00:00Z' }),
  member('bob', 'admin'),
  member('Cyd', 'student'),
  member('dan', 'teacher'),
  member('gone', 'student', left),
  board('a', 'owner', '2026-03-01T00:00:00.000Z'),
  board('other', 'dan', '2026-03-05T00:00:00Z', ofOthers),
  post('p1', 'a', 'ann', '2026-03-31T23:59:59.999Z'),
  post('p2', 'a', 'ann', '2026-04-01T00:00:00.000Z'),
  answer(['comment', 'c1', 'p1', 'a'], 'ann'),
  answer(['reaction', 'r1', 'p1', 'a'], 'owner'),
  answer(['reaction', 'r2', 'p1', 'a'], 'owner'),
  visit('v1', 'a', 'bob', 5, '2026-03-02T23:59:59.999Z'),
  visit('v2', 'a', 'owner', 5, '2020-01-01T00:00:00Z'),
]);

const ask = (question: Partial<RosterQuestion>) =>
  oracleRoster(
    roster,
    {
      ...{ status: null, userTypes: [], q: '', sort: 'name', order: 'asc', page: 1, perPage: 25 },
      ...question,
    },
    march,
  );

test.each<readonly [Partial<RosterQuestion>, string]>([
  // Current members, also those yet to join.
  [{}, 'Cyd ann bob dan owner'],
  [{ status: 'active' }, 'ann owner'],
  [{ status: 'inactive' }, 'Cyd bob dan'],
  [{ userTypes: ['admin'] }, 'bob owner'],
  [{ userTypes: ['student', 'teacher'], status: 'inactive' }, 'Cyd dan'],
  [{ userTypes: ['maker'] }, ''],
  // The name that is shown or the address, in any case and spelling of accents.
  [{ q: '\u00e9MIL' }, 'dan owner'],
  [{ q: 'EXAMPLE.ORG' }, 'bob owner'],
  [{ q: 'hidden' }, ''],
  [{ q: 'daniel' }, ''],
  // No value first, equal values by id; downward is upward reversed, ties included.
  [{ sort: 'email' }, 'ann dan Cyd bob owner'],
  [{ sort: 'lastActivityDate' }, 'Cyd dan bob owner ann'],
  [{ sort: 'userType' }, 'bob owner Cyd ann dan'],
  [{ sort: 'signupDate' }, 'Cyd bob dan owner ann'],
  [{ sort: 'reactions' }, 'Cyd ann bob dan owner'],
  [{ sort: 'email', order: 'desc' }, 'owner bob Cyd dan ann'],
  [{ sort: 'posts', order: 'desc' }, 'ann owner dan bob Cyd'],
  [{ page: 2, perPage: 2 }, 'bob dan'],
  [{ page: 3, perPage: 2 }, 'owner'],
  [{ page: 4, perPage: 2 }, ''],
])('the roster of %j is %s', (question, ids) => {
  expect(
    ask(question)
      .rows.map(({ id }) => id)
      .join(' '),
  ).toBe(ids);
});

test('a row has what a member made in the range, and the last activity of all time, visits too', () => {
  expect(ask({ q: 'ann_b' }).rows).toEqual([
    {
      ...{ id: 'ann', name: 'ann_b', username: 'ann_b', email: '', userType: 'student' },
      ...{ active: true, signupDate: '2026-01-01', lastActivityDate: '2026-04-01' },
      ...{ boards: 0, posts: 1, comments: 1, reactions: 0 },
    },
  ]);
  const { rows, totalCount } = ask({ page: 1, perPage: 3, order: 'desc' });
  expect(totalCount).toBe(5);
  expect(rows).toMatchObject([
    { name: '\u00c9mile', userType: 'admin', username: null, boards: 1, reactions: 2 },
    { id: 'dan', active: false, lastActivityDate: null },
    { id: 'bob', active: false, lastActivityDate: '2026-03-02' },
  ]);
  expect(ask({ q: 'a@b.c' }).rows).toMatchObject([{ name: '', lastActivityDate: null }]);
});
