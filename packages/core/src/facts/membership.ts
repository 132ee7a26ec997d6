import { organizationRoles } from '../catalog/organization-roles.js';
import type { Role } from '../model/role.js';
import { errorAt, type FactCheck, type FactFault, warningAt } from './fact-fault.js';

/**
 * The owner of an organization has a member fact with the role owner there. One that has ended is
 * enough: it says who the owner is, and gives no access.
 */
export const ownersAreMembers: FactCheck = ({ facts }) => {
  const owners = new Map<string, Set<string>>();
  for (const { organizationId, userId, role } of facts.member) {
    if (role !== 'owner') continue;
    const users = owners.get(organizationId) ?? new Set<string>();
    owners.set(organizationId, users.add(userId));
  }
  const reason = 'a user with a member fact of role owner in this organization';
  return facts.organization.flatMap(({ id, ownerId }, index) =>
    owners.get(id)?.has(ownerId) === true
      ? []
      : [errorAt('organization', index, 'ownerId', ownerId, reason)],
  );
};

const rolesOfType =
  (kind: 'member' | 'invitation'): FactCheck =>
  ({ facts, lookup }) => {
    const rows: readonly { readonly organizationId: string; readonly role: Role }[] = facts[kind];
    const faults: FactFault[] = [];
    for (const [index, { organizationId, role }] of rows.entries()) {
      const organization = facts.organization[lookup.organization.get(organizationId) ?? -1];
      if (organization === undefined) continue;
      const possible = organizationRoles[organization.type];
      if (possible.includes(role)) continue;
      const reason = `one of ${possible.join(', ')} in a ${organization.type}`;
      faults.push(warningAt(kind, index, 'role', role, reason));
    }
    return faults;
  };

/** Members have a role that the type of their organization has (2.2); any other is only odd. */
export const memberRolesOfType = rolesOfType('member');

/** Invitations are to a role that the type of their organization has (2.2). */
export const invitationRolesOfType = rolesOfType('invitation');
