import { describe, expect, it } from 'vitest';
import { organizationTypes, roles } from '../api/organizations.js';
import { isBoardId, mayReadAnalytics, mayReadBoard } from './access.js';
import { boardFact } from './records.test-kit.js';

const organization = { id: 'wksp_0123456789abcdef', type: 'school' } as const;

describe('5: who may read analytics', () => {
  it.each(organizationTypes)('a %s: owners, admins, and teachers only of a classroom', (type) => {
    const readers = roles.filter((role) =>
      mayReadAnalytics({ organization: { ...organization, type }, role, ownerEnrolled: true }),
    );
    expect(readers).toEqual(
      type === 'classroom' ? ['owner', 'admin', 'teacher'] : ['owner', 'admin'],
    );
  });

  it.each([
    ['a type that there is not', { type: 'toString' }, {}],
    ['a role left out', {}, { role: undefined }],
    ['an enrollment in words', {}, { ownerEnrolled: 'false' }],
  ])('reads no analytics: %s', (_, of, facts) => {
    const asked = { organization: { ...organization, ...of }, role: 'owner', ownerEnrolled: true };
    expect(mayReadAnalytics({ ...asked, ...facts } as never)).toBe(false);
  });

  it.each([
    ['no such organization', { organization: null, role: 'owner', ownerEnrolled: true }],
    ['no membership', { organization, role: null, ownerEnrolled: true }],
    ['not enrolled', { organization, role: 'owner', ownerEnrolled: false }],
    [
      'an org_ id',
      {
        organization: { ...organization, id: 'org_0123456789abcdef' },
        role: 'owner',
        ownerEnrolled: true,
      },
    ],
  ] as const)('reads no analytics: %s', (_, facts) => {
    expect(mayReadAnalytics(facts)).toBe(false);
  });
});

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
