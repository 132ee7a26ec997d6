import { describe, expect, it } from 'vitest';
import { E } from '../fp-ts.test-kit.js';
import { parseInstant } from '../time.js';
import type { FactKind, Facts } from './catalog.js';
import { checkFacts } from './check-facts.js';
import { collectFacts, type KindedFact, readFact } from './read.js';

type Line = Readonly<Record<string, unknown>> & { readonly kind: FactKind };

const org = 'wksp_00000000000';
const board = 'board00000000001';
const otherBoard = 'board00000000002';
const early = '2026-01-01T08:00:00Z';
const late = '2026-02-01T08:00:00Z';
const day = { createdAt: early, updatedAt: early };

/** One fact of each kind, and what they need; references stand before what they refer to. */
const sound: readonly Line[] = [
  { kind: 'play', id: 'p1', attachmentId: 'a1', at: late },
  { kind: 'user', id: 'u1', signupDate: '2025-12-01', enrolled: true },
  { kind: 'user', id: 'u2', signupDate: '2025-12-01' },
  { kind: 'apiKey', keySha256: 'a'.repeat(64), userId: 'u1' },
  { kind: 'organization', id: org, type: 'school', name: '', ownerId: 'u1', createdAt: early },
  { kind: 'member', organizationId: org, userId: 'u1', role: 'owner', joinedAt: early },
  { kind: 'member', organizationId: org, userId: 'u2', role: 'student', joinedAt: early },
  { kind: 'invitation', id: 'i1', organizationId: org, role: 'guest', email: '', invitedAt: early },
  {
    kind: 'billingTerm',
    organizationId: org,
    startsOn: '2026-01-01',
    endsOn: '2026-06-30',
    status: 'active',
  },
  {
    kind: 'billingTerm',
    organizationId: org,
    startsOn: '2026-07-01',
    endsOn: '2026-07-01',
    status: 'active',
  },
  { kind: 'seatChange', organizationId: org, on: '2026-01-01', seats: 3 },
  { kind: 'board', id: board, organizationId: org, builderId: 'u1', title: '', ...day },
  { kind: 'board', id: otherBoard, builderId: 'u2', title: '', ...day },
  { kind: 'section', id: 's1', boardId: board, title: '', sortIndex: 1, ...day },
  { kind: 'post', id: 't1', boardId: board, sectionId: 's1', authorId: 'u2', createdAt: early },
  { kind: 'comment', id: 'c1', boardId: board, postId: 't1', createdAt: late },
  { kind: 'reaction', id: 'r1', boardId: board, postId: 't1', authorId: 'u1', createdAt: late },
  { kind: 'visit', id: 'v1', boardId: board, userId: 'u2', at: late, seconds: 0 },
  { kind: 'visit', id: 'v2', boardId: board, visitorId: 'x', at: late, seconds: 9 },
  { kind: 'attachment', id: 'a1', postId: 't1', category: 'video', createdAt: early },
  {
    kind: 'scan',
    id: 'n1',
    organizationId: org,
    itemType: 'text',
    at: late,
    durationMs: 1,
    flags: [],
  },
];

const factsOf = (lines: readonly Line[]): Facts =>
  collectFacts(
    lines.map((line): KindedFact => {
      const read = readFact(line);
      if (E.isLeft(read)) throw new Error(JSON.stringify(read.left));
      return read.right;
    }),
  );

/** What is found when lines are added to the sound ones, as `kind[index].field`. */
const foundWith = (...lines: readonly Line[]) =>
  checkFacts(factsOf([...sound, ...lines]), parseInstant('2026-06-01T00:00:00Z')).map(
    ({ severity, kind, index, field }) => `${severity} ${kind}[${index}].${field}`,
  );

/** What is found when the fields of the sound line of a kind are changed. */
const foundAfter = (kind: FactKind, changed: Readonly<Record<string, unknown>>) => {
  const at = sound.findIndex((line) => line.kind === kind);
  const lines = sound.map((line, index) => (index === at ? { ...line, ...changed } : line));
  return checkFacts(factsOf(lines), parseInstant('2026-06-01T00:00:00Z')).map(
    ({ severity, kind: found, index, field }) => `${severity} ${found}[${index}].${field}`,
  );
};

describe('checkFacts', () => {
  it('finds nothing wrong with sound facts, in whatever order they come', () => {
    expect(checkFacts(factsOf(sound))).toEqual([]);
    expect(checkFacts(factsOf(sound.toReversed()))).toEqual([]);
    expect(checkFacts(factsOf([]))).toEqual([]);
  });

  const ids: readonly (readonly [FactKind, string])[] = [
    ['user', 'id'],
    ['organization', 'id'],
    ['invitation', 'id'],
    ['board', 'id'],
    ['section', 'id'],
    ['post', 'id'],
    ['comment', 'id'],
    ['reaction', 'id'],
    ['visit', 'id'],
    ['attachment', 'id'],
    ['play', 'id'],
    ['scan', 'id'],
    ['apiKey', 'keySha256'],
    ['member', 'userId'],
    ['seatChange', 'on'],
  ];
  it.each(ids)('refuses a %s whose %s is taken, and names the first', (kind, field) => {
    const again = sound.find((line) => line.kind === kind);
    const faults = checkFacts(factsOf([...sound, again!]));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ kind, field, severity: 'error', collidesWith: 0 });
  });

  it('names a second member also where fields that may be left out are', () => {
    const facts = factsOf(sound);
    const member = [...facts.member, { ...facts.member[0], leftAt: undefined }] as never;
    expect(checkFacts({ ...facts, member })).toMatchObject([{ kind: 'member', field: 'userId' }]);
  });

  const references: readonly (readonly [FactKind, string, unknown])[] = [
    ['apiKey', 'userId', 'nobody'],
    ['invitation', 'organizationId', 'wksp_99999999999'],
    ['seatChange', 'organizationId', 'wksp_99999999999'],
    ['billingTerm', 'organizationId', 'wksp_99999999999'],
    ['scan', 'organizationId', 'wksp_99999999999'],
    ['board', 'organizationId', 'wksp_99999999999'],
    ['board', 'builderId', 'nobody'],
    ['section', 'boardId', 'nowhere'],
    ['post', 'sectionId', 'nowhere'],
    ['post', 'authorId', 'nobody'],
    ['comment', 'postId', 'nothing'],
    ['comment', 'authorId', 'nobody'],
    ['reaction', 'postId', 'nothing'],
    ['reaction', 'authorId', 'nobody'],
    ['visit', 'boardId', 'nowhere'],
    ['visit', 'userId', 'nobody'],
    ['attachment', 'postId', 'nothing'],
    ['attachment', 'authorId', 'nobody'],
    ['play', 'attachmentId', 'nothing'],
  ];
  it.each(references)('refuses a %s whose %s refers to nothing', (kind, field, value) => {
    expect(foundAfter(kind, { [field]: value })).toContain(`error ${kind}[0].${field}`);
  });

  it('refuses a member of an unknown organization, or who is no known user', () => {
    const member = { kind: 'member', role: 'guest', joinedAt: early } as const;
    expect(foundWith({ ...member, organizationId: org, userId: 'nobody' })).toEqual([
      'error member[2].userId',
    ]);
    expect(foundWith({ ...member, organizationId: 'wksp_99999999999', userId: 'u1' })).toEqual([
      'error member[2].organizationId',
    ]);
  });

  it('refuses a comment or reaction on another board than its post', () => {
    expect(foundAfter('comment', { boardId: otherBoard })).toEqual(['error comment[0].boardId']);
    expect(foundAfter('reaction', { boardId: otherBoard })).toEqual(['error reaction[0].boardId']);
  });

  it('refuses a section of another board', () => {
    expect(foundAfter('section', { boardId: otherBoard })).toEqual(['error post[0].sectionId']);
  });

  it('refuses a visit by nobody and one by two', () => {
    expect(foundAfter('visit', { userId: null })).toEqual(['error visit[0].userId']);
    expect(foundAfter('visit', { visitorId: 'x' })).toEqual(['error visit[0].visitorId']);
  });

  it('refuses a billing term that ends before it starts', () => {
    expect(foundAfter('billingTerm', { endsOn: '2025-12-31' })).toEqual([
      'error billingTerm[0].endsOn',
    ]);
    expect(foundAfter('billingTerm', { endsOn: '2026-01-01' })).toEqual([]);
  });

  it('refuses terms of one organization that share a day, also the last of a long one', () => {
    expect(foundAfter('billingTerm', { endsOn: '2026-07-01' })).toEqual([
      'error billingTerm[1].startsOn',
    ]);
    const term = { kind: 'billingTerm', organizationId: org, status: 'active' } as const;
    expect(
      foundWith(
        { ...term, startsOn: '2026-06-30', endsOn: '2026-06-30' },
        { ...term, startsOn: '2025-12-31', endsOn: '2026-01-01' },
      ),
    ).toEqual(['error billingTerm[0].startsOn', 'error billingTerm[2].startsOn']);
  });

  it('refuses an owner who is no member, or a member in another role', () => {
    expect(foundAfter('organization', { ownerId: 'u2' })).toEqual([
      'error organization[0].ownerId',
    ]);
    expect(foundAfter('member', { role: 'admin' })).toEqual(['error organization[0].ownerId']);
  });

  it('accepts an owner whose membership has ended', () => {
    expect(foundAfter('member', { leftAt: late })).toEqual([]);
  });

  it('warns of roles that the type of the organization does not have', () => {
    expect(foundAfter('organization', { type: 'team' })).toEqual(['warning member[1].role']);
    expect(foundAfter('invitation', { role: 'maker' })).toEqual(['warning invitation[0].role']);
  });

  it('warns of a departure before the arrival and of an update before the creation', () => {
    const before = '2025-06-01T00:00:00Z';
    expect(foundAfter('member', { leftAt: before })).toEqual(['warning member[0].leftAt']);
    for (const kind of ['board', 'section', 'post', 'comment'] as const) {
      expect(foundAfter(kind, { updatedAt: before })).toEqual([`warning ${kind}[0].updatedAt`]);
    }
  });

  it('warns of endings that lie ahead, when it is told the time', () => {
    const ahead = '2027-01-01T00:00:00Z';
    expect(foundAfter('member', { leftAt: ahead })).toEqual(['warning member[0].leftAt']);
    expect(foundAfter('apiKey', { revokedAt: ahead })).toEqual(['warning apiKey[0].revokedAt']);
    expect(foundAfter('invitation', { closedAt: ahead })).toEqual([
      'warning invitation[0].closedAt',
    ]);
    const lines = sound.map((line) => (line.kind === 'member' ? { ...line, leftAt: ahead } : line));
    expect(checkFacts(factsOf(lines))).toEqual([]);
  });

  it('shows days and times as a file holds them', () => {
    const lines = sound.map((line) =>
      line.kind === 'billingTerm' ? { ...line, endsOn: '2025-01-01' } : line,
    );
    expect(checkFacts(factsOf(lines))[0]).toEqual({
      kind: 'billingTerm',
      index: 0,
      field: 'endsOn',
      value: '2025-01-01',
      reason: 'a day not before startsOn, 2026-01-01',
      severity: 'error',
      collidesWith: null,
    });
  });
});
