import type { Day } from './day.js';

/** The three organization types of 2.1; the one that the text calls "the service" is `classroom`. */
export const organizationTypes = ['school', 'classroom', 'team'] as const;

/** The type of an organization (2.1). */
export type OrganizationType = (typeof organizationTypes)[number];

/** What billing knows of one term; `startsOn` and `endsOn` are both part of it. */
export interface BillingTerm {
  /** The first day. */
  readonly startsOn: Day;
  /** The last day. */
  readonly endsOn: Day;
  /** Its state. */
  readonly status: BillingStatus;
}

/** The states of a billing term. */
export const billingStatuses = ['active', 'trialing', 'pastDue', 'canceled'] as const;

/** The state of a billing term. */
export type BillingStatus = (typeof billingStatuses)[number];

/** What the rules of a request need to know about the organization that it asks for. */
export interface Organization {
  /** The identifier as on the wire, prefix `wksp_` included (2.1). */
  readonly id: string;
  /** Which roles there are (2.2), and whether content safety exists (4.1.9). */
  readonly type: OrganizationType;
  /** The UTC day of its creation: the start of "all time" (4.1.11). */
  readonly createdOn: Day;
  /** Terms of one organization never overlap; the order does not matter. */
  readonly billingTerms: readonly BillingTerm[];
}
