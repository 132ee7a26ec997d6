import { describe, expect, it } from 'vitest';
import { organizationTypes } from '../model/organization.js';
import { roles } from '../model/role.js';
import { mayReadAnalytics } from './access.js';

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
