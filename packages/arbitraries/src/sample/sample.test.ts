import { createHash } from 'node:crypto';
import { checkFacts } from '@tallyboard/core';
import {
  dayOfInstant,
  type Facts,
  factKinds,
  isAccepted,
  organizationRoles,
  organizationTypes,
  parseInstant,
  readFact,
  writeFact,
} from '@tallyboard/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { eventKinds, type SamplePlan, sampleFacts } from './index.js';

const now = parseInstant('2026-11-15T10:00:00Z')!;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const planOf = (changed: Partial<SamplePlan> = {}): SamplePlan => ({
  seed: 'a seed',
  organizationType: 'school',
  members: 60,
  months: 26,
  events: 4000,
  now,
  sha256,
  ...changed,
});

/** The events of one organization: what is on its boards, and its scans. */
const eventsOf = (facts: Facts, org: string): number => {
  const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
  const boards = facts.board.filter(({ organizationId }) => organizationId === org);
  const onBoards = idsOf(boards);
  const posts = facts.post.filter(({ boardId }) => onBoards.has(boardId));
  const attachments = facts.attachment.filter(({ postId }) => idsOf(posts).has(postId));
  const media = idsOf(attachments);
  return [
    boards,
    posts,
    attachments,
    [...facts.comment, ...facts.reaction, ...facts.visit].filter((row) =>
      onBoards.has(row.boardId),
    ),
    facts.play.filter(({ attachmentId }) => media.has(attachmentId)),
    facts.scan.filter(({ organizationId }) => organizationId === org),
  ].reduce((sum, { length }) => sum + length, 0);
};

/** How many rows fall on each value. */
const countsOf = <A>(values: readonly A[]): Map<A, number> => {
  const counts = new Map<A, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

describe.each(organizationTypes)('a sample %s', (organizationType) => {
  it.each([
    {},
    { members: 5, months: 1, events: 100 },
    { members: 400, months: 1, events: 101 },
    { members: 5, months: 120, events: 3001 },
  ] as const)('is sound and as large as planned: %j', (changed) => {
    const plan = planOf({ organizationType, ...changed });
    const { facts, keys } = sampleFacts(plan);
    expect(checkFacts(facts, now)).toEqual([]);
    expect(eventsOf(facts, keys.main.org)).toBe(plan.events);
    const members = facts.member.filter(({ organizationId }) => organizationId === keys.main.org);
    const current = members.filter(({ leftAt }) => leftAt === null);
    expect(current).toHaveLength(plan.members);
    expect(members.length).toBeGreaterThan(current.length);
    const roles = new Set(current.map(({ role }) => role));
    expect([...roles].sort()).toEqual([...organizationRoles[organizationType]].sort());
  });

  it('has something of every kind, survives its written form, and ends now', () => {
    const { facts, keys } = sampleFacts(planOf({ organizationType }));
    for (const kind of factKinds) {
      expect(facts[kind].length).toBeGreaterThan(0);
      for (const fact of facts[kind]) {
        const read = readFact(JSON.parse(JSON.stringify(writeFact(kind, fact))));
        expect(isAccepted(read) && read.right.fact).toEqual(fact);
      }
    }
    const start = facts.organization.find(({ id }) => id === keys.main.org)!.createdAt;
    for (const kind of eventKinds) {
      for (const fact of facts[kind]) {
        const at = 'at' in fact ? fact.at : fact.createdAt;
        expect(at >= start && at <= now).toBe(true);
      }
    }
  });
});

describe('a sample school', () => {
  const { facts, keys } = sampleFacts(planOf({ members: 300, events: 20_000 }));

  it('depends on its plan alone', () => {
    const of = (plan: SamplePlan) => sha256(JSON.stringify(sampleFacts(plan)));
    expect(of(planOf())).toBe(of(planOf()));
    expect(of(planOf({ seed: 'another' }))).not.toBe(of(planOf()));
  });

  it('has quiet holidays and nights, a few busy authors, and names of many scripts', () => {
    const visits = facts.visit.map(({ at }) => new Date(at));
    const months = countsOf(visits.map((at) => at.getUTCMonth()));
    expect(months.get(6)! * 5).toBeLessThan(months.get(8)!);
    const hours = countsOf(visits.map((at) => at.getUTCHours()));
    expect(hours.get(3) ?? 0).toBeLessThan(hours.get(10)! / 5);
    const posts = [...countsOf(facts.post.map(({ authorId }) => authorId)).values()];
    const busiest = posts.sort((a, b) => b - a).slice(0, 30);
    expect(busiest.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(facts.post.length * 0.3);
    const names = facts.user.map(({ name }) => name ?? '').join();
    for (const script of ['Latin', 'Cyrillic', 'Arabic', 'Han', 'Devanagari', 'Hangul']) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
  });

  it('has keys that open what their names say', () => {
    const holderOf = (key: string) => facts.apiKey.find((one) => one.keySha256 === sha256(key))!;
    const ownerOf = (org: string) => facts.organization.find(({ id }) => id === org)!.ownerId;
    const roleOf = ({ org, key }: typeof keys.main) =>
      facts.member.find(
        (row) => row.organizationId === org && row.userId === holderOf(key).userId && !row.leftAt,
      )?.role;
    const isEnrolled = (org: string) => facts.user.find(({ id }) => id === ownerOf(org))!.enrolled;
    const { main, second, team, notEnrolled, noAccess, revoked, teacher } = keys;
    expect([main, second, team, notEnrolled, revoked].map(roleOf)).toEqual(Array(5).fill('owner'));
    expect([noAccess, teacher].map(roleOf)).toEqual(['student', 'teacher']);
    expect([main, second, team, teacher].map(({ org }) => isEnrolled(org))).not.toContain(false);
    expect(isEnrolled(notEnrolled.org)).toBe(false);
    expect([second.key, second.org === main.org]).toEqual([main.key, false]);
    expect([holderOf(main.key), holderOf(revoked.key)].map(({ revokedAt }) => revokedAt)).toEqual([
      null,
      expect.any(Number),
    ]);
    expect(JSON.stringify(facts)).not.toContain(main.key);
  });

  it('has boards worth opening for its main key, and boards that stay closed', () => {
    const { userId } = facts.apiKey.find((one) => one.keySha256 === sha256(keys.main.key))!;
    const boardOf = (id: string) => facts.board.find((board) => board.id === id)!;
    const isOpen = (id: string): boolean =>
      boardOf(id).builderId === userId || boardOf(id).organizationId === keys.main.org;
    expect(keys.boards.readable.map(isOpen)).not.toContain(false);
    expect(keys.boards.forbidden.map(isOpen)).not.toContain(true);
    const [best = ''] = keys.boards.readable;
    for (const kind of ['section', 'post', 'comment'] as const) {
      expect(facts[kind].some(({ boardId }) => boardId === best)).toBe(true);
    }
    expect(boardOf(best).customFields).not.toBeNull();
  });

  it('has a billing term that contains today', () => {
    const today = dayOfInstant(now);
    const terms = facts.billingTerm.filter(
      ({ organizationId }) => organizationId === keys.main.org,
    );
    expect(terms.some(({ startsOn, endsOn }) => startsOn <= today && today <= endsOn)).toBe(true);
  });
});
