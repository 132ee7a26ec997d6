import { describe, expect, it } from 'vitest';
import { readBoardInclude } from '../codec/include-list.js';
import type { BoardFact, UserFact } from '../model/facts.js';
import type { Instant } from '../model/instant.js';
import { mayReadAnalytics } from './access.js';
import { isBoardId, mayReadBoard } from './board-access.js';
import { boardAnswer, boardParts } from './board-document.js';
import { webAddresses } from './records/web-addresses.js';
import { userParts } from './user-document.js';

/* What a program without types passes to boards and access: a sentence, or no access. */

const addresses = webAddresses('https://boards.example');
const createdAt = 0 as Instant;
const board = {
  ...{ id: 'oceanography2026', organizationId: null, builderId: 'olga', title: 'Ocean week' },
  ...{ description: null, iconUrl: null, domainName: null, font: null, colorScheme: null },
  ...{ customFields: null, createdAt, updatedAt: createdAt },
} satisfies BoardFact;
const users = new Map<string, UserFact>();
const records = { board, users, posts: [], sections: [], comments: [], attachments: [] };

describe('records of a board', () => {
  it.each([
    [undefined, /^records is nothing; give the records of a board, as boardLookup gathers them/],
    [{ ...records, board: null }, /^records is .*; give the records of a board/],
    [{ ...records, users: [] }, /^records.users is \[\]; give a Map of users by id/],
    [{ ...records, posts: undefined }, /^records.posts is nothing; give a list/],
    [{ ...records, attachments: null }, /^records.attachments is null; give a list/],
  ])('are named where they lack something: %j', (wrong, message) => {
    expect(() => boardAnswer(wrong as never, null, addresses)).toThrow(message);
  });

  it.each([['posts'], [['posts']], [undefined]])('are not included by %j', (include) => {
    const user = { id: 'olga' } as UserFact;
    const ofUser = { user, memberships: [], boards: [records] };
    const message = /^include is .*; give a Set of words, or null/;
    // At once: not while the document is sent.
    expect(() => boardParts(records, include as never, addresses)).toThrow(message);
    expect(() => userParts(ofUser, include as never, addresses)).toThrow(message);
    if (include?.[0] !== 'p') {
      expect(() => readBoardInclude(include as never)).toThrow(/^text is .*; give the text of the/);
    }
  });

  it('have no address below what is no text', () => {
    expect(() => webAddresses(undefined as never)).toThrow(/^baseAddress is nothing; give an addr/);
  });
});

describe('an id that is no text', () => {
  it.each([undefined, null, 7, new Array(16)])('gives no access: %j', (id) => {
    const organization = { id: id as never, type: 'school' } as const;
    expect(mayReadAnalytics({ organization, role: 'owner', ownerEnrolled: true })).toBe(false);
    expect(isBoardId(id as never)).toBe(false);
    const of = { ...board, id: id as never };
    expect(mayReadBoard({ board: of, userId: 'olga', role: 'owner' })).toBe(false);
  });
});
