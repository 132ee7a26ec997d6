import { type UserInclude, userIncludeRows } from '../api/includes.js';
import { type OrganizationType, type Role } from '../api/organizations.js';
import { type Membership, type UserRecords } from '../facts/records.js';
import { boardResource } from './board-resources.js';
import { byAge, identify, linksOf, type Resource, recordDocument } from './resource.js';
import { type WebAddresses } from './web-addresses.js';

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

/** Puts boards and organizations in order and leaves out organizations that are not supported (2.1). */
const ordered = (records: UserRecords): UserRecords => ({
  user: records.user,
  memberships: records.memberships
    .filter(({ organization }) => organization.id.startsWith('wksp_'))
    .sort((a, b) => byAge(a.organization, b.organization)),
  boards: records.boards.toSorted((a, b) => byAge(a.board, b.board)),
});

/** Answers the read of the current user (4.4). */
export const userAnswer = (
  records: UserRecords,
  include: ReadonlySet<UserInclude> | null,
  addresses: WebAddresses,
) => {
  const { user, boards, memberships } = ordered(records);
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
    relationships: linksOf(userIncludeRows, {
      boards: boards.map(({ board }) => board),
      organizations: memberships.map(({ organization }) => organization),
    }),
  };
  const renderers: Readonly<Record<UserInclude, () => readonly Resource[]>> = {
    boards: () => boards.map((one) => boardResource(one, addresses)),
    organizations: () => memberships.map(organizationResource),
  };
  return recordDocument(data, userIncludeRows, include, (word) => renderers[word]());
};
