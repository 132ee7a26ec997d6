import type { OrganizationIndex } from '../index/organization-index.js';
import { IndexError } from '../model/index-error.js';

/** What may say whose figures are asked for. Every plan does. */
export interface OfOrganization {
  /** Compared with the organization of the index, if both are known. */
  readonly organization?: { readonly id: string };
}

/** Throws when an index is of another organization than the one asked for. */
export const sameOrganization = (
  { organizationId }: Pick<OrganizationIndex, 'organizationId'>,
  { organization }: OfOrganization,
): void => {
  const asked = organization?.id ?? organizationId;
  if (organizationId === null || asked === organizationId) return;
  throw new IndexError(
    'otherOrganization',
    `The index is of ${organizationId}, and figures of ${asked} are asked for: use the index of that organization.`,
  );
};
