import type { OrganizationIndex } from '../index/organization-index.js';
import { aPlan, checkHas } from '../model/fail-argument.js';
import { IndexError } from '../model/index-error.js';

/** What may say whose figures are asked for. Every plan does. */
export interface OfOrganization {
  /** Compared with the organization of the index, if both are known. */
  readonly organization?: { readonly id: string };
}

const anIndex = 'an index, as buildIndex makes it, or the right of what decodeIndex gives';

/** Throws a TypeError when an index or a scope is none. */
export const checkAsked = (index: unknown, scope: unknown): void => {
  checkHas('index', index, 'periods', anIndex);
  checkHas('scope', scope, 'range', aPlan);
};

/** Throws when an index is of another organization than the one asked for. */
export const sameOrganization = (
  { organizationId }: OrganizationIndex,
  { organization }: OfOrganization,
): void => {
  const asked = organization?.id ?? organizationId;
  if (organizationId === null || asked === organizationId) return;
  throw new IndexError(
    'otherOrganization',
    `The index is of ${organizationId}, and figures of ${asked} are asked for: use the index of that organization.`,
  );
};
