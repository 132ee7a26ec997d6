import type { Organization } from '@tallyboard/core';
import { type Day, dayOfInstant, type Facts } from '@tallyboard/core/vocabulary';
import type { OrganizationsPort } from '@tallyboard/ports';
import { grouped } from './grouped.js';
import type { Memberships } from './memberships.js';

/** Takes the place of an organization that does not exist. */
const nowhere = {
  organization: { id: '', type: 'school', createdOn: 0 as Day, billingTerms: [] } as Organization,
  ownerEnrolled: false,
};

/** The organizations of facts. */
export const memoryOrganizations = (facts: Facts, memberships: Memberships): OrganizationsPort => {
  const terms = grouped(facts.billingTerm, ({ organizationId }) => organizationId);
  const enrolled = new Set(facts.user.filter((user) => user.enrolled).map(({ id }) => id));
  const organizations = new Map(
    facts.organization.map(({ id, type, ownerId, createdAt }) => {
      const billingTerms = terms.get(id) ?? [];
      const organization: Organization = {
        id,
        type,
        createdOn: dayOfInstant(createdAt),
        billingTerms,
      };
      return [id, { organization, ownerEnrolled: enrolled.has(ownerId) }];
    }),
  );
  return {
    find: (organizationId, userId) => {
      // Looked up and put together whether or not there is such an organization: the time that an
      // answer takes must not tell either.
      const role = memberships.roleOf(organizationId, userId);
      const found = organizations.get(organizationId) ?? nowhere;
      const { organization, ownerEnrolled } = found;
      const standing = { organization, ownerEnrolled, role };
      return found === nowhere ? null : standing;
    },
  };
};
