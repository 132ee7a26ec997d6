import { worldArbitrary } from '@tallyboard/arbitraries';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardIncludes, userIncludes } from '../api/includes.js';
import type { BoardFact, Facts } from '../facts/catalog.js';
import type { BoardRecords } from '../facts/records.js';
import { boardAnswer } from './board-document.js';
import { inDocumentOrder } from './records.test-kit.js';
import type { Identifier, RecordDocument, Resource } from './resource.js';
import { userAnswer } from './user-document.js';
import { webAddresses } from './web-addresses.js';

const addresses = webAddresses('https://boards.example');

/** Row by row, in the order of the facts. */
const recordsOf = (facts: Facts, board: BoardFact): BoardRecords => {
  const isHere = ({ boardId }: { readonly boardId: string }): boolean => boardId === board.id;
  const posts = facts.post.filter(isHere);
  return inDocumentOrder({
    board,
    sections: facts.section.filter(isHere),
    posts,
    comments: facts.comment.filter(isHere),
    attachments: facts.attachment.filter(({ postId }) => posts.some(({ id }) => id === postId)),
    users: new Map(facts.user.map((user) => [user.id, user])),
  });
};

const nameOf = ({ type, id }: Identifier): string => `${type} ${id}`;
const sortedNames = (identifiers: readonly Identifier[]): readonly string[] =>
  identifiers.map(nameOf).sort();

/** Everything that was asked for resolves exactly once, and nothing else is there. */
const expectComplete = (
  document: RecordDocument<
    Resource<object, { readonly [kind: string]: { readonly data: readonly Identifier[] } }>
  >,
  asked: readonly string[],
): void => {
  const linked = asked.flatMap((kind) => document.data.relationships[kind]?.data ?? []);
  expect(sortedNames(document.included ?? [])).toEqual(sortedNames(linked));
  expect(new Set(linked.map(nameOf)).size).toBe(linked.length);
};

const world = worldArbitrary();
const runs = { numRuns: 60 };

describe('4.3, 4.4: linkage and included records of every world', () => {
  it('boards, with every set of includes', () => {
    fc.assert(
      fc.property(world, fc.subarray([...boardIncludes]), (facts, asked) => {
        for (const board of facts.board) {
          const records = recordsOf(facts, board);
          const { document } = boardAnswer(records, new Set(asked), addresses);
          const { relationships } = document.data;
          expect(relationships.sections.data).toHaveLength(records.sections.length);
          expect(relationships.posts.data).toHaveLength(records.posts.length);
          expect(relationships.comments.data).toHaveLength(records.comments.length);
          expectComplete(
            { ...document, data: { ...document.data, relationships: { ...relationships } } },
            asked,
          );
          expect(boardAnswer(records, null, addresses).document).toEqual({ data: document.data });
        }
      }),
      runs,
    );
  });

  it('users, with every set of includes', () => {
    fc.assert(
      fc.property(world, fc.subarray([...userIncludes]), (facts, asked) => {
        for (const user of facts.user) {
          const records = {
            user,
            memberships: facts.member.flatMap(({ userId, organizationId, role, leftAt }) => {
              const organization = facts.organization.find(({ id }) => id === organizationId);
              const isCurrent = userId === user.id && leftAt === null && organization !== undefined;
              return isCurrent ? [{ organization, role }] : [];
            }),
            boards: facts.board
              .filter(({ builderId }) => builderId === user.id)
              .map((board) => recordsOf(facts, board)),
          };
          const { document } = userAnswer(records, new Set(asked), addresses);
          const { relationships } = document.data;
          expect(relationships.boards.data).toHaveLength(records.boards.length);
          expectComplete(
            { ...document, data: { ...document.data, relationships: { ...relationships } } },
            asked,
          );
        }
      }),
      runs,
    );
  });

  it('the order of the facts changes nothing', () => {
    fc.assert(
      fc.property(world, (facts) => {
        for (const board of facts.board) {
          const records = recordsOf(facts, board);
          const reversed: BoardRecords = {
            ...records,
            sections: records.sections.toReversed(),
            posts: records.posts.toReversed(),
            comments: records.comments.toReversed(),
            attachments: records.attachments.toReversed(),
          };
          const all = new Set(boardIncludes);
          expect(boardAnswer(inDocumentOrder(reversed), all, addresses)).toEqual(
            boardAnswer(records, all, addresses),
          );
        }
      }),
      runs,
    );
  });
});
