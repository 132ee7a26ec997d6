import {
  dayOf,
  type InvitationFact,
  type MemberFact,
  type OrganizationFact,
  type OrganizationType,
  organizationRoles,
  organizationTypes,
  type Role,
  roles,
  type UserFact,
} from '@tallyboard/core/vocabulary';
import { Digits } from './digits.js';
import { type Calendar, momentNear, startOf } from './moments.js';
import { organizationFor, type Stage } from './stage.js';
import { idOf } from './words.js';

// Of the shortest and the longest length, and one of the kind that is not supported yet.
const organizationIds = ['wksp_mainsixteen', 'wksp_Second0twentytwo1', 'org_thirdOfEighteen'];

/** An organization; the first has the type asked for (2.1). */
export const readOrganization = (
  code: number,
  place: number,
  calendar: Calendar,
  users: readonly UserFact[],
  headType: OrganizationType | undefined,
): OrganizationFact => {
  const digits = new Digits(code);
  const type = digits.oneOf(organizationTypes);
  return {
    id: organizationIds[place] ?? `wksp_${idOf('organization', place)}`,
    type: place === 0 ? (headType ?? type) : type,
    name: digits.oneOf(['Organization', '', '\u00c9cole']),
    ownerId: digits.referTo(users).id,
    createdAt: digits.oneOf([startOf(dayOf(2019, 9, 1)), momentNear(digits, calendar)]),
  };
};

const readRole = (digits: Digits, organization: OrganizationFact): Role =>
  digits.onceIn(7) ? digits.oneOf(roles) : digits.oneOf(organizationRoles[organization.type]);

const readMember = (
  digits: Digits,
  stage: Stage,
  organizationId: string,
  userId: string,
  role: Role,
): MemberFact => {
  const hasLeft = digits.onceIn(5);
  const joinedAt = digits.oneOf([
    startOf(dayOf(2019, 10, 1)),
    momentNear(digits, stage.calendar),
    momentNear(digits, stage.calendar),
  ]);
  const end = momentNear(digits, stage.calendar);
  return {
    organizationId,
    userId,
    role,
    joinedAt,
    leftAt: hasLeft ? (end < joinedAt ? joinedAt : end) : null,
  };
};

/**
 * Members: the owner of each organization, who may have left, and further ones, each user once in
 * an organization and now and then in a role that its type does not have (2.2).
 */
export const readMembers = (codes: readonly number[], stage: Stage): readonly MemberFact[] => {
  const members = new Map<string, MemberFact>();
  const add = (member: MemberFact): void => {
    const key = `${member.organizationId} ${member.userId}`;
    if (!members.has(key)) members.set(key, member);
  };
  stage.organizations.forEach(({ id, ownerId }, place) => {
    add(readMember(new Digits(codes[place] ?? 0), stage, id, ownerId, 'owner'));
  });
  for (const code of codes) {
    const digits = new Digits(code);
    const organization = organizationFor(digits, stage);
    const { id } = digits.referTo(stage.users);
    add(readMember(digits, stage, organization.id, id, readRole(digits, organization)));
  }
  return [...members.values()];
};

/** An invitation, half of them closed (2.6.5). */
export const readInvitation = (code: number, place: number, stage: Stage): InvitationFact => {
  const digits = new Digits(code);
  const organization = organizationFor(digits, stage);
  const isClosed = digits.onceIn(3);
  const invitedAt = momentNear(digits, stage.calendar);
  return {
    id: idOf('invitation', place),
    organizationId: organization.id,
    role: readRole(digits, organization),
    email: 'new@example.org',
    invitedAt,
    closedAt: isClosed ? invitedAt : null,
  };
};
