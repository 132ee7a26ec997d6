import { limits } from '../api/limits.js';
import { type OrganizationType, type Role, roles } from '../api/organizations.js';
import { type FactOf } from '../facts/catalog.js';

/** The roles whose key may read analytics (5.2). */
const analyticsRoles: Readonly<Record<OrganizationType, readonly Role[]>> = {
  school: ['owner', 'admin'],
  classroom: ['owner', 'admin', 'teacher'],
  team: ['owner', 'admin'],
};

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
 */
export const mayReadAnalytics = ({ organization, role, ownerEnrolled }: AccessFacts): boolean => {
  const { id, type } = organization ?? nowhere;
  const isType = Object.hasOwn(analyticsRoles, type);
  const isRole = isType && (analyticsRoles[type] as readonly (Role | null)[]).includes(role);
  const conditions: unknown[] = [organization !== null, isSupported(id), ownerEnrolled, isRole];
  return conditions.filter((holds) => holds === true).length === conditions.length;
};

/** What decides whether a key may read a board. */
export interface BoardAccessQuestion {
  /** `null` when there is no board with the id. */
  readonly board: FactOf<'board'> | null;
  /** The user that the key belongs to. */
  readonly userId: string;
  /** The user's current role in the board's organization; `null` without one, or without membership. */
  readonly role: Role | null;
}

/**
 * Whether a text can be the id of a board at all (4.3).
 */
export const isBoardId = (id: string): boolean =>
  typeof id === 'string' && (limits.boardIdLengths as readonly number[]).includes(id.length);

/**
 * Whether a key may read a board; section 6 leaves it open. Its builder may, and so may every current
 * member of its organization, enrolled in analytics or not. To all others it does not exist.
 */
export const mayReadBoard = ({ board, userId, role }: BoardAccessQuestion): boolean => {
  // As for analytics: the same is looked at for a board that does not exist.
  const { id, builderId } = board ?? { id: '', builderId: '' };
  // A role left out is `undefined` in a program without types: that is no member.
  const isMember = (roles as readonly (Role | null)[]).includes(role);
  const [isBoard, isBuilder] = [isBoardId(id), builderId === userId];
  return board !== null && isBoard && (isBuilder || isMember);
};
