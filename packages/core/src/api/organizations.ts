import { type Day } from '../time.js';

/** Every role of every organization type (2.2). */
export const roles = [
  'owner',
  'admin',
  'maker',
  'teacher',
  'student',
  'contributor',
  'guest',
] as const;

/** A member's role in an organization (2.2). */
export type Role = (typeof roles)[number];

/** What `userType` may name: a role, every member (`all`), or visitors not signed in (`anonymous`). */
export type UserType = Role | 'all' | 'anonymous';

/** The roles as the roster reports them: owners are shown, and asked for, as `admin` (2.8, 4.2). */
export const rosterRoles = roles.filter((role): role is RosterRole => role !== 'owner');

/** A role as the roster reports it. */
export type RosterRole = Exclude<Role, 'owner'>;

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

/**
 * The roles that members of each organization type can have (2.2). Any role may be asked of any
 * organization: one that the type cannot have gives zero, or no rows, never an error (4.2.3).
 */
export const organizationRoles: Readonly<Record<OrganizationType, readonly Role[]>> = {
  school: ['owner', 'admin', 'teacher', 'student', 'guest'],
  classroom: ['owner', 'teacher', 'student'],
  team: ['owner', 'admin', 'maker', 'contributor', 'guest'],
};
