import type { Membership } from '../../catalog/records.js';
import type { OrganizationType } from '../../model/organization.js';
import type { Role } from '../../model/role.js';
import { identify, type Resource } from './resource.js';

/** The attributes of an organization; the specification shows only its type and id. */
export interface OrganizationAttributes {
  /** As in the facts. */
  readonly name: string;
  /** `school`, `classroom` or `team` (W23). */
  readonly organizationType: OrganizationType;
  /** The role of the user whose document this is. */
  readonly role: Role;
}

/** An organization of the current user. Its users are not listed: that is the roster's business. */
export type OrganizationResource = Resource<
  OrganizationAttributes,
  { readonly users: { readonly meta: object } }
>;

/** Renders an organization. */
export const organizationResource = ({ organization, role }: Membership): OrganizationResource => ({
  ...identify('organization', organization.id),
  attributes: { name: organization.name, organizationType: organization.type, role },
  relationships: { users: { meta: {} } },
});
