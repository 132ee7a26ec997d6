import { describe, expect, it } from 'vitest';
import { isAccepted } from '../checked.js';
import { type FactKind, factCatalog } from './catalog.js';
import { readFact, writeFact } from './read.js';

const time = '2026-02-03T04:05:06.789Z';
const samples: { readonly [K in FactKind]: Readonly<Record<string, unknown>> } = {
  user: { id: 'u1', name: 'Ann Example', signupDate: '2024-02-29', enrolled: true },
  apiKey: { keySha256: '0'.repeat(64), userId: 'u1', revokedAt: time },
  organization: {
    id: 'wksp_0123456789a',
    type: 'school',
    name: 'S',
    ownerId: 'u1',
    createdAt: time,
  },
  billingTerm: {
    organizationId: 'wksp_0123456789a',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    status: 'active',
  },
  seatChange: { organizationId: 'wksp_0123456789a', on: '2026-01-01', seats: 0 },
  member: { organizationId: 'wksp_0123456789a', userId: 'u1', role: 'owner', joinedAt: time },
  invitation: {
    id: 'i1',
    organizationId: 'wksp_0123456789a',
    role: 'guest',
    email: 'a@example.org',
    invitedAt: time,
  },
  board: {
    id: '0123456789abcdef',
    builderId: 'u1',
    title: '',
    createdAt: time,
    updatedAt: time,
    customFields: { a: { b: 1 } },
  },
  section: {
    id: 's1',
    boardId: '0123456789abcdef',
    title: 'T',
    sortIndex: -1.5,
    createdAt: time,
    updatedAt: time,
  },
  post: {
    id: 'p1',
    boardId: '0123456789abcdef',
    customFields: [{ key: 'a', value: null }],
    createdAt: time,
  },
  comment: { id: 'c1', boardId: '0123456789abcdef', postId: 'p1', createdAt: time },
  reaction: {
    id: 'r1',
    boardId: '0123456789abcdef',
    postId: 'p1',
    authorId: 'u1',
    createdAt: time,
  },
  visit: { id: 'v1', boardId: '0123456789abcdef', visitorId: 'x', at: time, seconds: 7 },
  attachment: { id: 'a1', postId: 'p1', category: 'video', createdAt: time },
  play: { id: 'y1', attachmentId: 'a1', at: time },
  scan: {
    id: 'n1',
    organizationId: 'wksp_0123456789a',
    itemType: 'text',
    at: time,
    durationMs: 0.5,
    flags: [],
  },
};
const kinds = Object.keys(samples) as FactKind[];

const problemsOf = (value: unknown, expected?: FactKind): readonly string[] => {
  const read = readFact(value, expected);
  return isAccepted(read) ? [] : read.left.map(({ field, reason }) => `${field}: ${reason}`);
};

describe('a fact', () => {
  it.each(kinds)('%s is read, and written as it was', (kind) => {
    const sent = { kind, ...samples[kind] };
    const read = readFact(sent);
    if (!isAccepted(read)) throw new Error(JSON.stringify(read.left));
    expect(Object.keys(read.right.fact)).toEqual(Object.keys(factCatalog[kind]));
    expect(writeFact(kind, read.right.fact as never)).toEqual(sent);
  });

  it.each(kinds)('%s: every field that must be there is missed', (kind) => {
    const needed = Object.entries(factCatalog[kind]).filter(([, type]) => !type.endsWith('?'));
    expect(problemsOf({ kind }).map((problem) => problem.split(':')[0])).toEqual(
      needed.map(([name]) => name),
    );
  });

  it('takes its kind from the file, and must agree with it', () => {
    expect(problemsOf(samples.play, 'play')).toEqual([]);
    expect(problemsOf({ ...samples.play, kind: null }, 'play')).toHaveLength(1);
    expect(problemsOf({ kind: 'play', ...samples.play }, 'scan')).toEqual([
      'kind: scan, as the name of the file says',
    ]);
  });

  it.each([null, [], 'x', 7, {}, { kind: 'toString' }])('refuses %j', (value) => {
    expect(problemsOf(value)[0]).toMatch(/^kind: /);
  });

  it.each([
    ['user', 'signupDate', '2026-02-29'],
    ['user', 'enrolled', 'yes'],
    ['user', 'id', ''],
    ['apiKey', 'keySha256', 'A'.repeat(64)],
    ['organization', 'id', 'wksp_short'],
    ['organization', 'id', 'team_0123456789abc'],
    ['organization', 'type', 'company'],
    ['seatChange', 'seats', -1],
    ['seatChange', 'seats', 1.5],
    ['member', 'role', 'wizard'],
    ['member', 'joinedAt', '2026-02-30T00:00:00Z'],
    ['member', 'joinedAt', '2026-02-03T24:00:00Z'],
    ['member', 'joinedAt', '2026-02-03T00:00:00+01:00'],
    ['member', 'leftAt', ''],
    ['board', 'id', '0123456789abcdefg'],
    ['board', 'customFields', []],
    ['post', 'customFields', [{ value: 1 }]],
    ['visit', 'seconds', '7'],
    ['scan', 'flags', null],
    ['scan', 'flags', [1]],
    ['scan', 'durationMs', -0.1],
    ['play', 'colour', 'red'],
  ] as const)('%s refuses %s %j', (kind, field, value) => {
    const problems = problemsOf({ kind, ...samples[kind], [field]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${field}: `));
  });

  it.each([
    ['2026-02-30T01:00:00Z', 'there is no day 2026-02-30'],
    ['2026-02-03 01:00:00.123456+02', 'here 2026-02-02T23:00:00.123Z'],
  ])('says what to write for the time %s', (at, says) => {
    expect(problemsOf({ kind: 'play', ...samples.play, at })[0]).toContain(says);
  });

  it('reports everything that is wrong with it', () => {
    expect(problemsOf({ kind: 'seatChange', organizationId: 1, on: 2, seats: 3, x: 4 })).toEqual([
      'organizationId: a text of 16 to 22 characters that starts with wksp_ or org_',
      'on: a day as YYYY-MM-DD',
      'x: one of the fields of seatChange: organizationId, on, seats',
    ]);
  });

  it('reads times without milliseconds, and null as absent', () => {
    const read = readFact({ kind: 'play', ...samples.play, at: '2026-02-03T04:05:06Z' });
    expect(isAccepted(read) && read.right.fact).toMatchObject({
      at: Date.UTC(2026, 1, 3, 4, 5, 6),
    });
    expect(problemsOf({ kind: 'user', ...samples.user, enrolled: null, bio: null })).toEqual([]);
  });
});

describe('values that nest', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1)
      value = level % 2 === 0 ? { a: value } : [value];
    return value;
  };
  const board = (customFields: unknown) =>
    readFact({ ...samples.board, kind: 'board', customFields });
  const post = (value: unknown) =>
    readFact({ ...samples.post, kind: 'post', customFields: [{ key: 'a', value }] });

  it('64 levels deep are accepted, deeper ones refused with the accepted depth', () => {
    expect(isAccepted(board({ a: nested(63) }))).toBe(true);
    expect(isAccepted(post(nested(62)))).toBe(true);
    const reason: unknown = expect.stringMatching(/nested at most 64 levels deep$/);
    const refused = { left: [{ field: 'customFields', reason }] };
    for (const levels of [64, 20_000]) expect(board({ a: nested(levels) })).toMatchObject(refused);
    for (const levels of [63, 20_000]) expect(post(nested(levels))).toMatchObject(refused);
  });

  it('in a circle are refused', () => {
    const circle: Record<string, unknown> = {};
    circle['a'] = circle;
    expect(isAccepted(board(circle))).toBe(false);
  });
});

describe('a time of a database', () => {
  const revoked = (revokedAt: unknown) =>
    readFact({ kind: 'apiKey', keySha256: '0'.repeat(64), userId: 'olga', revokedAt });

  it('is taken as a Date', () => {
    const time = new Date(Date.UTC(2026, 2, 1, 8, 30, 0, 7));
    expect(revoked(time)).toMatchObject({ right: { fact: { revokedAt: time.getTime() } } });
    expect(revoked(new Date(Number.NaN))).toMatchObject({ left: [{ field: 'revokedAt' }] });
  });

  it.each([
    ['2026-03-01T10:30:00.007+02:00', '2026-03-01T08:30:00.007Z'],
    ['2026-03-01 08:30:00.007123+00', '2026-03-01T08:30:00.007Z'],
    ['2026-03-01T08:30Z', '2026-03-01T08:30:00.000Z'],
  ])('with an offset or microseconds, such as %s, is refused with what to write', (text, write) => {
    const reason = `a time as YYYY-MM-DDTHH:MM:SS[.sss]Z, here ${write}`;
    expect(revoked(text)).toMatchObject({ left: [{ field: 'revokedAt', value: text, reason }] });
  });
});
