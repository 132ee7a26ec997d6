import { limits } from '../catalog/limits.js';
import { analyticsRoles } from '../catalog/organization-roles.js';
import type { OrganizationType } from '../model/organization.js';
import type { Role } from '../model/role.js';

/** What decides whether a key may read an organization's analytics (section 5). */
export interface AccessFacts {
  /** `null` when there is no such organization. */
  readonly organization: { readonly id: string; readonly type: OrganizationType } | null;
  /** The current role of the key's user there, `null` without a current membership. */
  readonly role: Role | null;
  /** Whether the organization's owner is enrolled in the pilot. */
  readonly ownerEnrolled: boolean;
}

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;

/** Whether an id is one of the organizations that analytics know (2.1). */
const isSupported = (id: unknown): boolean =>
  typeof id === 'string' && id.startsWith('wksp_') && id.length >= shortest && id.length <= longest;

/** Takes the place of an organization that does not exist. */
const nowhere = { id: '', type: 'school' } as const;

/**
 * Whether analytics may be read (5.2, 5.3, 2.1). Every `false` must be answered alike: a client cannot
 * learn which of the conditions failed (5.5). So all of them are checked, and the time shows nothing.
 *
 * @example
 * ```ts
 * const organization = { id: 'wksp_riverside01', type: 'school' } as const;
 * mayReadAnalytics({ organization, role: 'admin', ownerEnrolled: true }); // true
 * mayReadAnalytics({ organization, role: 'teacher', ownerEnrolled: true }); // false
 * ```
 */
export const mayReadAnalytics = ({ organization, role, ownerEnrolled }: AccessFacts): boolean => {
  const { id, type } = organization ?? nowhere;
  const isType = Object.hasOwn(analyticsRoles, type);
  const isRole = isType && (analyticsRoles[type] as readonly (Role | null)[]).includes(role);
  const conditions: unknown[] = [organization !== null, isSupported(id), ownerEnrolled, isRole];
  return conditions.filter((holds) => holds === true).length === conditions.length;
};
