import type { OrganizationType } from '../model/organization.js';
import type { Role } from '../model/role.js';

/**
 * The roles that members of each organization type can have (2.2). Any role may be asked of any
 * organization: one that the type cannot have gives zero, or no rows, never an error (4.2.3).
 */
export const organizationRoles: Readonly<Record<OrganizationType, readonly Role[]>> = {
  school: ['owner', 'admin', 'teacher', 'student', 'guest'],
  classroom: ['owner', 'teacher', 'student'],
  team: ['owner', 'admin', 'maker', 'contributor', 'guest'],
};

/** The roles whose key may read analytics (5.2). */
export const analyticsRoles: Readonly<Record<OrganizationType, readonly Role[]>> = {
  school: ['owner', 'admin'],
  classroom: ['owner', 'admin', 'teacher'],
  team: ['owner', 'admin'],
};
