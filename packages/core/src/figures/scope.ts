import type { OrganizationIndex } from '../index/organization-index.js';
import { ArgumentError } from '../messages.js';
import type { DateRange, Day } from '../time.js';

/** What may say whose figures are asked for. Every plan does. */
export interface OfOrganization {
  /** Compared with the organization of the index, if both are known. */
  readonly organization?: { readonly id: string };
}

/** What a query is computed for. Every metrics plan is one. */
export interface FigureScope extends OfOrganization {
  /** The days that figures cover, both ends included. */
  readonly range: DateRange;
  /** Whether a series is asked for instead of one figure. */
  readonly byMonth: boolean;
  /** The current UTC day: months after its month have no row, seats after it are not in force. */
  readonly today: Day;
}

/** Throws when an index is of another organization than the one asked for. */
export const sameOrganization = (
  { organizationId }: OrganizationIndex,
  { organization }: OfOrganization,
): void => {
  const asked = organization?.id ?? organizationId;
  if (organizationId === null || asked === organizationId) return;
  throw new ArgumentError('index', `the index of ${organizationId}`, `the index of ${asked}`);
};
