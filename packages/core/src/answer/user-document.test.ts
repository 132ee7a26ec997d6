import { describe, expect, it } from 'vitest';
import type { Membership, UserRecords } from '../facts/records.js';
import type { Instant } from '../time.js';
import { boardFact, boardRecords, postFact, userFact } from './records.test-kit.js';
import { userResources } from './user-document.js';

const membership = (id: string, createdAt: number): Membership => ({
  organization: {
    id,
    type: 'school',
    name: `School ${id}`,
    ownerId: 'o',
    createdAt: createdAt as Instant,
  },
  role: 'teacher',
});
const records: UserRecords = {
  user: userFact('ann', { name: 'Ann A', email: 'a@example.org', displayName: ' Ann ' }),
  memberships: [membership('wksp_b', 2), membership('org_a', 0), membership('wksp_c', 1)],
  boards: [
    boardRecords({ board: boardFact('late', { createdAt: 2 as Instant }) }),
    boardRecords({
      board: boardFact('early', { createdAt: 1 as Instant }),
      posts: [postFact('p', { boardId: 'early' })],
    }),
  ],
};
describe('2.10: the user object', () => {
  it('has a text everywhere and full linkage, without include', () => {
    expect(userResources(records).data).toEqual({
      type: 'user',
      id: 'user_ann',
      attributes: {
        email: 'a@example.org',
        name: 'Ann A',
        username: '',
        displayName: ' Ann ',
        avatar: '',
        bio: '',
      },
      relationships: {
        boards: {
          data: [
            { type: 'board', id: 'early' },
            { type: 'board', id: 'late' },
          ],
        },
        organizations: {
          data: [
            { type: 'organization', id: 'wksp_c' },
            { type: 'organization', id: 'wksp_b' },
          ],
        },
      },
    });
  });
});

describe('4.4: included records', () => {
  it('organizations with the role of this user, those not supported left out', () => {
    expect(userResources(records).organizations).toEqual(
      ['wksp_c', 'wksp_b'].map((id) => ({
        type: 'organization',
        id,
        attributes: { name: `School ${id}`, organizationType: 'school', role: 'teacher' },
        relationships: { users: { meta: {} } },
      })),
    );
  });

  it('boards in the order of their links', () => {
    expect(userResources(records).boards.map(({ board }) => board.id)).toEqual(['early', 'late']);
  });
});
