import { type OrganizationType, type Role } from '../api/organizations.js';
import { type Membership, type UserRecords } from '../facts/records.js';
import { byAge, identify } from './resource.js';

/** The attributes of an organization; the specification shows only its type and id. */
export interface OrganizationAttributes {
  /** As in the facts. */
  readonly name: string;
  /** `school`, `classroom` or `team` (W23). */
  readonly organizationType: OrganizationType;
  /** The role of the user whose document this is. */
  readonly role: Role;
}

/** Renders an organization. Its users are not listed: that is the roster's business. */
const organizationResource = ({ organization, role }: Membership) => ({
  ...identify('organization', organization.id),
  attributes: {
    name: organization.name,
    organizationType: organization.type,
    role,
  } satisfies OrganizationAttributes,
  relationships: { users: { meta: {} } },
});

/** The attributes of a user (2.10); what the user left out is an empty text. */
export interface UserAttributes {
  /** Empty when there is none, like the others. */
  readonly email: string;
  /** Full name. */
  readonly name: string;
  /** As in the facts. */
  readonly username: string;
  /** As in the facts. */
  readonly displayName: string;
  /** Address of the picture. */
  readonly avatar: string;
  /** What the person says of themselves. */
  readonly bio: string;
}

/**
 * The current user (2.10), and in the order of the document its boards and organizations (4.4). Organizations that
 * are not supported (2.1) are left out.
 */
export const userResources = (records: UserRecords) => {
  const { user } = records;
  const boards = records.boards.toSorted((a, b) => byAge(a.board, b.board));
  const memberships = records.memberships
    .filter(({ organization }) => organization.id.startsWith('wksp_'))
    .sort((a, b) => byAge(a.organization, b.organization));
  const data = {
    ...identify('user', user.id),
    attributes: {
      email: user.email ?? '',
      name: user.name ?? '',
      username: user.username ?? '',
      displayName: user.displayName ?? '',
      avatar: user.avatar ?? '',
      bio: user.bio ?? '',
    } satisfies UserAttributes,
    relationships: {
      boards: { data: boards.map(({ board }) => identify('board', board.id)) },
      organizations: {
        data: memberships.map(({ organization }) => identify('organization', organization.id)),
      },
    },
  };
  return { data, boards, organizations: memberships.map(organizationResource) };
};
