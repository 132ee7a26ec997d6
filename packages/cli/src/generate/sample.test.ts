import { createHash } from 'node:crypto';
import { checkFacts } from '@tallyboard/core';
import {
  type FactByKind,
  type FactKind,
  type Facts,
  factKinds,
  type Instant,
  isAccepted,
  noFacts,
  organizationRoles,
  organizationTypes,
  parseInstant,
  type Role,
  readFact,
  writeFact,
} from '@tallyboard/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { eventKinds } from './organization-shape.js';
import { addSample, type Sample, type SamplePlan } from './sample.js';

const now = parseInstant('2026-11-15T10:00:00Z')!;

const planOf = (changed: Partial<SamplePlan> = {}): SamplePlan => ({
  seed: 'a seed',
  organizationType: 'school',
  members: 60,
  months: 26,
  events: 4000,
  now,
  ...changed,
});

/** A sample whose every fact went through its written form. */
const sampleOf = (plan: SamplePlan): { readonly sample: Sample; readonly facts: Facts } => {
  const facts = noFacts();
  const sample = addSample(plan, (kind, fact) => {
    const read = readFact(JSON.parse(JSON.stringify(writeFact(kind, fact))));
    if (!isAccepted(read)) throw new Error(JSON.stringify(read.left));
    expect(read.right.fact).toEqual(fact);
    (facts[kind] as FactByKind[FactKind][]).push(read.right.fact);
  });
  return { sample, facts };
};

/** The events of one organization: what is on its boards, and its scans. */
const eventsOf = (facts: Facts, organizationId: string): number => {
  const boards = new Set(
    facts.board.filter((board) => board.organizationId === organizationId).map(({ id }) => id),
  );
  const posts = new Set(
    facts.post.filter(({ boardId }) => boards.has(boardId)).map(({ id }) => id),
  );
  const attachments = facts.attachment.filter(({ postId }) => posts.has(postId));
  const media = new Set(attachments.map(({ id }) => id));
  const onBoards = [...facts.comment, ...facts.reaction, ...facts.visit].filter(({ boardId }) =>
    boards.has(boardId),
  );
  const plays = facts.play.filter(({ attachmentId }) => media.has(attachmentId));
  const scans = facts.scan.filter((scan) => scan.organizationId === organizationId);
  return (
    [boards, posts].reduce((sum, { size }) => sum + size, 0) +
    [attachments, onBoards, plays, scans].reduce((sum, { length }) => sum + length, 0)
  );
};

const momentsOf = (facts: Facts): readonly Instant[] =>
  eventKinds.flatMap((kind) =>
    facts[kind].map((fact) => ('at' in fact ? fact.at : fact.createdAt)),
  );

describe.each(organizationTypes)('a sample %s', (organizationType) => {
  const plan = planOf({ organizationType });
  const { sample, facts } = sampleOf(plan);
  const main = facts.organization.find(({ id }) => id === sample.keys.main.org)!;
  const members = facts.member.filter(({ organizationId }) => organizationId === main.id);
  const current = members.filter(({ leftAt }) => leftAt === null);

  it('holds facts that are sound together', () => {
    expect(checkFacts(facts, now)).toEqual([]);
  });

  it('has something of every kind', () => {
    expect(factKinds.filter((kind) => facts[kind].length === 0)).toEqual([]);
  });

  it('has exactly the members and events asked for', () => {
    expect(current).toHaveLength(plan.members);
    expect(eventsOf(facts, main.id)).toBe(plan.events);
  });

  it('has every role of its type, former members, and invitations of both states', () => {
    const roles = new Set<Role>(current.map(({ role }) => role));
    expect([...roles].sort()).toEqual([...organizationRoles[organizationType]].sort());
    expect(members.length).toBeGreaterThan(current.length);
    const invitations = facts.invitation.filter(({ organizationId }) => organizationId === main.id);
    expect(new Set(invitations.map(({ closedAt }) => closedAt === null)).size).toBe(2);
  });

  it('lets nothing happen after now, nor before the organization was created', () => {
    for (const moment of momentsOf(facts)) {
      expect(moment).toBeLessThanOrEqual(now);
      expect(moment).toBeGreaterThanOrEqual(main.createdAt);
    }
  });

  it('has a billing term that contains today', () => {
    const terms = facts.billingTerm.filter(({ organizationId }) => organizationId === main.id);
    const today = Math.floor(now / 86_400_000);
    expect(terms.length).toBeGreaterThan(1);
    expect(terms.some(({ startsOn, endsOn }) => startsOn <= today && today <= endsOn)).toBe(true);
  });
});

describe('the keys of a sample', () => {
  const { sample, facts } = sampleOf(planOf());
  const { keys } = sample;

  const holderOf = (key: string) =>
    facts.apiKey.find(
      ({ keySha256 }) => keySha256 === createHash('sha256').update(key).digest('hex'),
    )!;
  const ownerOf = (org: string) => facts.organization.find(({ id }) => id === org)!.ownerId;
  const roleOf = (key: string, org: string) => {
    const { userId } = holderOf(key);
    const found = facts.member.find(
      (member) => member.organizationId === org && member.userId === userId,
    );
    return found?.leftAt === null ? found.role : undefined;
  };
  const enrolled = (org: string) => facts.user.find(({ id }) => id === ownerOf(org))!.enrolled;

  it('open what their names say', () => {
    for (const name of ['main', 'second', 'team'] as const) {
      expect(roleOf(keys[name].key, keys[name].org)).toBe('owner');
      expect(enrolled(keys[name].org)).toBe(true);
    }
    expect(keys.second.key).toBe(keys.main.key);
    expect(keys.second.org).not.toBe(keys.main.org);
    expect(roleOf(keys.notEnrolled.key, keys.notEnrolled.org)).toBe('owner');
    expect(enrolled(keys.notEnrolled.org)).toBe(false);
    expect(roleOf(keys.noAccess.key, keys.noAccess.org)).toBe('student');
    expect(roleOf(keys.teacher.key, keys.teacher.org)).toBe('teacher');
    expect(enrolled(keys.teacher.org)).toBe(true);
    expect(facts.organization.find(({ id }) => id === keys.teacher.org)?.type).toBe('classroom');
  });

  it('are in the facts as hashes alone, the revoked one with its end', () => {
    expect(JSON.stringify(facts)).not.toContain(keys.main.key);
    expect(holderOf(keys.revoked.key).revokedAt).not.toBeNull();
    expect(holderOf(keys.main.key).revokedAt).toBeNull();
  });

  it('come with boards that the main key may read, and boards that it may not', () => {
    const { userId } = holderOf(keys.main.key);
    const mayRead = (boardId: string): boolean => {
      const board = facts.board.find(({ id }) => id === boardId)!;
      return (
        board.builderId === userId ||
        facts.member.some(
          (member) =>
            member.userId === userId &&
            member.organizationId === board.organizationId &&
            member.leftAt === null,
        )
      );
    };
    expect(keys.boards.readable.map(mayRead)).not.toContain(false);
    expect(keys.boards.forbidden.map(mayRead)).not.toContain(true);
    expect(keys.boards.readable.length).toBeGreaterThan(1);
    expect(keys.boards.forbidden.length).toBeGreaterThan(1);
  });
});

describe('addSample', () => {
  it('depends on its plan alone', () => {
    const written = (plan: SamplePlan): string => {
      const lines: string[] = [];
      const sample = addSample(plan, (kind, fact) =>
        lines.push(JSON.stringify(writeFact(kind, fact))),
      );
      return createHash('sha256')
        .update(JSON.stringify([lines, sample]))
        .digest('hex');
    };
    expect(written(planOf())).toBe(written(planOf()));
    expect(written(planOf({ seed: 'another' }))).not.toBe(written(planOf()));
    expect(written(planOf({ now: (now + 1000) as Instant }))).not.toBe(written(planOf()));
  });

  it.each([
    { members: 5, months: 1, events: 100 },
    { members: 400, months: 1, events: 101 },
    { members: 5, months: 120, events: 3001 },
  ])('manages $members members, $months months and $events events', (changed) => {
    for (const organizationType of organizationTypes) {
      const plan = planOf({ ...changed, organizationType });
      const { sample, facts } = sampleOf(plan);
      expect(checkFacts(facts, now)).toEqual([]);
      expect(eventsOf(facts, sample.keys.main.org)).toBe(changed.events);
    }
  });

  it('spreads activity unevenly over users and boards', () => {
    const { facts } = sampleOf(planOf({ members: 300, events: 20_000 }));
    const shareOfTop = (ids: readonly (string | null)[], topCount: number): number => {
      const counts = new Map<string, number>();
      for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
      const sorted = [...counts.values()].sort((a, b) => b - a);
      const top = sorted.slice(0, topCount).reduce((sum, count) => sum + count, 0);
      return top / sorted.reduce((sum, count) => sum + count, 0);
    };
    expect(
      shareOfTop(
        facts.post.map(({ authorId }) => authorId),
        30,
      ),
    ).toBeGreaterThan(0.3);
    expect(
      shareOfTop(
        facts.post.map(({ boardId }) => boardId),
        20,
      ),
    ).toBeGreaterThan(0.25);
  });
});
