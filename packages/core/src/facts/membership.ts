import { organizationRoles } from '../catalog/organization-roles.js';
import type { MemberFact } from '../model/facts.js';
import { checkOf, type FactCheck, type FactQuestion, type Finding } from './fact-fault.js';

/**
 * The owner of an organization has a member fact with the role owner there. One that has ended is
 * enough: it says who the owner is, and gives no access.
 */
export const ownersAreMembers: FactCheck = checkOf('organization', ({ facts }) => {
  const owners = new Map<string, Set<string>>();
  for (const { organizationId, userId, role } of facts.member) {
    if (role !== 'owner') continue;
    const users = owners.get(organizationId) ?? new Set<string>();
    owners.set(organizationId, users.add(userId));
  }
  const reason = 'a user with a member fact of role owner in this organization';
  return ({ id, ownerId }) =>
    owners.get(id)?.has(ownerId) === true ? null : { field: 'ownerId', value: ownerId, reason };
});

const roleFits =
  ({ facts, lookup }: FactQuestion) =>
  ({ organizationId, role }: Pick<MemberFact, 'organizationId' | 'role'>): Finding | null => {
    const organization = facts.organization[lookup.organization.get(organizationId) ?? -1];
    if (organization === undefined) return null;
    const possible = organizationRoles[organization.type];
    if (possible.includes(role)) return null;
    const reason = `one of ${possible.join(', ')} in a ${organization.type}`;
    return { field: 'role', value: role, reason, severity: 'warning' };
  };

/** Members and invitations have a role that the type of the organization has (2.2); any other is only odd. */
export const rolesOfType: readonly FactCheck[] = [
  checkOf('member', roleFits),
  checkOf('invitation', roleFits),
];
