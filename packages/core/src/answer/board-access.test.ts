import { describe, expect, it } from 'vitest';
import { isBoardId, mayReadBoard } from './board-access.js';
import { boardFact } from './records.test-kit.js';

const board = boardFact('board00000000001', { builderId: 'ann', organizationId: 'wksp_0' });

describe('4.3: who may read a board', () => {
  it('its builder, member or not', () => {
    expect(mayReadBoard({ board, userId: 'ann', role: null })).toBe(true);
  });

  it('every current member of its organization, in any role', () => {
    expect(mayReadBoard({ board, userId: 'bob', role: 'guest' })).toBe(true);
  });

  it('nobody else', () => {
    expect(mayReadBoard({ board, userId: 'bob', role: null })).toBe(false);
    expect(mayReadBoard({ board: null, userId: 'ann', role: 'owner' })).toBe(false);
    for (const role of [undefined, 'toString', true]) {
      expect(mayReadBoard({ board, userId: 'bob', role: role as never })).toBe(false);
    }
  });

  it('an id has 16 or 20 characters', () => {
    expect([15, 16, 17, 19, 20, 21].filter((length) => isBoardId('x'.repeat(length)))).toEqual([
      16, 20,
    ]);
  });
});
