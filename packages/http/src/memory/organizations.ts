import type { Organization } from '@tallyboard/core';
import { dayOfInstant, type Facts } from '@tallyboard/core/vocabulary';
import type { OrganizationsPort } from '../ports.js';
import { grouped } from './grouped.js';
import type { Memberships } from './memberships.js';

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
      const found = organizations.get(organizationId);
      if (found === undefined) return null;
      return { ...found, role: memberships.roleOf(organizationId, userId) };
    },
  };
};
