import {
  collectFacts,
  dayOf,
  type Facts,
  factKinds,
  isAccepted,
  organizationTypes,
  readFact,
  writeFact,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldArbitrary } from './world.js';

const world = worldArbitrary({ today: dayOf(2028, 2, 29) });

const holds = (law: (facts: Facts) => void): void => {
  fc.assert(fc.property(world, law), { numRuns: 150 });
};

const idsOf = (rows: readonly { readonly id: string }[]): ReadonlySet<string> =>
  new Set(rows.map((row) => row.id));

test('a fact written as JSON and read back is the same fact', () => {
  holds((facts) => {
    const back = factKinds.flatMap((kind) =>
      facts[kind].map((fact) => {
        const read = readFact(JSON.parse(JSON.stringify(writeFact(kind, fact))));
        if (!isAccepted(read)) throw new TypeError(JSON.stringify(read.left));
        return read.right;
      }),
    );
    expect(collectFacts(back)).toEqual(facts);
  });
});

test('every reference leads somewhere', () => {
  holds((facts) => {
    const users = idsOf(facts.user);
    const organizations = idsOf(facts.organization);
    const boards = idsOf(facts.board);
    const posts = idsOf(facts.post);
    const people = [
      ...facts.apiKey.map((key) => key.userId),
      ...facts.organization.map((organization) => organization.ownerId),
      ...facts.member.map((member) => member.userId),
      ...facts.board.map((board) => board.builderId),
      ...[...facts.post, ...facts.comment, ...facts.reaction, ...facts.attachment].map(
        (row) => row.authorId,
      ),
      ...facts.visit.map((visit) => visit.userId),
    ];
    const owners = [
      ...[...facts.billingTerm, ...facts.seatChange, ...facts.member, ...facts.invitation],
      ...[...facts.board, ...facts.scan],
    ].map((row) => row.organizationId);
    expect(people.filter((id) => id !== null && !users.has(id))).toEqual([]);
    expect(owners.filter((id) => id !== null && !organizations.has(id))).toEqual([]);
    const onBoards = [...facts.section, ...facts.post, ...facts.comment, ...facts.reaction];
    expect([...onBoards, ...facts.visit].filter((row) => !boards.has(row.boardId))).toEqual([]);
    expect(facts.attachment.filter((row) => !posts.has(row.postId))).toEqual([]);
    expect(facts.play.filter((row) => !idsOf(facts.attachment).has(row.attachmentId))).toEqual([]);
  });
});

test('comments, reactions and sections of a post are on its board; a visit has a user or a visitor', () => {
  holds((facts) => {
    const boardOf = new Map(facts.post.map((post) => [post.id, post.boardId]));
    const answers = [...facts.comment, ...facts.reaction];
    expect(answers.filter((row) => boardOf.get(row.postId) !== row.boardId)).toEqual([]);
    const sections = new Map(facts.section.map((section) => [section.id, section.boardId]));
    expect(
      facts.post.filter(
        ({ sectionId, boardId }) => sectionId !== null && sections.get(sectionId) !== boardId,
      ),
    ).toEqual([]);
    expect(facts.visit.filter((row) => (row.userId === null) === (row.visitorId === null))).toEqual(
      [],
    );
  });
});

test('no id or key occurs twice', () => {
  holds((facts) => {
    const keys: Readonly<Record<string, readonly string[]>> = {
      ...Object.fromEntries(
        factKinds.map((kind) => [
          kind,
          facts[kind].map((row) => ('id' in row ? row.id : JSON.stringify(row))),
        ]),
      ),
      apiKey: facts.apiKey.map((key) => key.keySha256),
      member: facts.member.map((member) => `${member.organizationId} ${member.userId}`),
      seatChange: facts.seatChange.map((change) => `${change.organizationId} ${change.on}`),
    };
    for (const [kind, list] of Object.entries(keys)) {
      expect([kind, new Set(list).size]).toEqual([kind, list.length]);
    }
  });
});

test('terms end after they start and do not overlap', () => {
  holds((facts) => {
    for (const one of facts.billingTerm) {
      expect(one.endsOn).toBeGreaterThanOrEqual(one.startsOn);
      const others = facts.billingTerm.filter(
        (other) => other !== one && other.organizationId === one.organizationId,
      );
      expect(
        others.filter((other) => other.startsOn <= one.endsOn && one.startsOn <= other.endsOn),
      ).toEqual([]);
    }
  });
});

test('owners are members, and time runs forward', () => {
  holds((facts) => {
    for (const { id, ownerId } of facts.organization) {
      expect(facts.member).toContainEqual(
        expect.objectContaining({ organizationId: id, userId: ownerId, role: 'owner' }),
      );
    }
    expect(facts.member.filter((row) => row.leftAt !== null && row.leftAt < row.joinedAt)).toEqual(
      [],
    );
    const dated = [...facts.board, ...facts.section, ...facts.post, ...facts.comment];
    expect(dated.filter((row) => row.updatedAt !== null && row.updatedAt < row.createdAt)).toEqual(
      [],
    );
  });
});

test('the first organization is of the type asked for', () => {
  for (const organizationType of organizationTypes) {
    for (const facts of fc.sample(worldArbitrary({ organizationType }), 20)) {
      expect(facts.organization[0]?.type).toBe(organizationType);
      expect(facts.organization[0]?.id).toMatch(/^wksp_/);
    }
  }
});
