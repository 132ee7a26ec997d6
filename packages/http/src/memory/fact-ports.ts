import type { Organization } from '@tallyboard/core';
import { boardLookup, groupedBy } from '@tallyboard/core/engine';
import {
  type BoardFact,
  type Day,
  dayOfInstant,
  type Facts,
  type Instant,
  type MemberFact,
  type Role,
} from '@tallyboard/core/vocabulary';
import type { DataPorts } from '@tallyboard/ports';

/** The current memberships of facts: those that were never left. */
interface Memberships {
  readonly ofUser: (userId: string) => readonly MemberFact[];
  /** The user's current role; `null` for none, also in no organization. */
  readonly roleOf: (organizationId: string | null, userId: string) => Role | null;
}

const currentMemberships = (facts: Facts): Memberships => {
  const current = facts.member.filter(({ leftAt }) => leftAt === null);
  const byUser = groupedBy(current, ({ userId }) => userId);
  // By a table: the time must not depend on how many memberships there are, or which of them it is.
  const rolesByUser = new Map(
    [...byUser].map(([userId, members]) => [
      userId,
      new Map<string | null, Role>(
        members.map(({ organizationId, role }) => [organizationId, role]),
      ),
    ]),
  );
  return {
    ofUser: (userId) => byUser.get(userId) ?? [],
    roleOf: (organizationId, userId) => rolesByUser.get(userId)?.get(organizationId) ?? null,
  };
};

/** Takes the place of an organization that does not exist. */
const nowhere = {
  organization: { id: '', type: 'school', createdOn: 0 as Day, billingTerms: [] } as Organization,
  ownerEnrolled: false,
};

const organizationsOf = (facts: Facts, { roleOf }: Memberships): DataPorts['organizations'] => {
  const terms = groupedBy(facts.billingTerm, ({ organizationId }) => organizationId);
  const enrolled = new Set(facts.user.filter((user) => user.enrolled).map(({ id }) => id));
  const organizations = new Map(
    facts.organization.map(({ id, type, ownerId, createdAt }) => {
      const createdOn = dayOfInstant(createdAt);
      const organization = { id, type, createdOn, billingTerms: terms.get(id) ?? [] };
      return [id, { organization, ownerEnrolled: enrolled.has(ownerId) }];
    }),
  );
  return {
    find: (organizationId, userId) => {
      // Looked up and put together whether or not there is such an organization: the time that an
      // answer takes must not tell either.
      const found = organizations.get(organizationId) ?? nowhere;
      const standing = { ...found, role: roleOf(organizationId, userId) };
      return found === nowhere ? null : standing;
    },
  };
};

/** Takes the place of a board that does not exist. */
const noBoard: BoardFact = {
  id: '',
  organizationId: '',
  builderId: '',
  title: '',
  description: null,
  iconUrl: null,
  domainName: null,
  font: null,
  colorScheme: null,
  customFields: null,
  createdAt: 0 as Instant,
  updatedAt: 0 as Instant,
};

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]));

const recordsOf = (facts: Facts, { ofUser, roleOf }: Memberships): DataPorts['records'] => {
  const users = byId(facts.user);
  const lookUp = boardLookup(facts, users);
  const organizations = byId(facts.organization);
  const boards = byId(facts.board);
  const built = groupedBy(facts.board, ({ builderId }) => builderId);
  return {
    findBoard: (boardId, userId) => {
      // As for organizations: the same is done for a board that does not exist.
      const board = boards.get(boardId) ?? noBoard;
      const standing = { board, role: roleOf(board.organizationId, userId) };
      return board === noBoard ? null : standing;
    },
    boardRecords: lookUp,
    userRecords: (userId) => {
      const user = users.get(userId);
      if (user === undefined) return null;
      const memberships = ofUser(userId).flatMap(({ organizationId, role }) => {
        const organization = organizations.get(organizationId);
        return organization === undefined ? [] : [{ organization, role }];
      });
      return { user, memberships, boards: (built.get(userId) ?? []).map(lookUp) };
    },
  };
};

/** Ports that find what facts say of keys, organizations, boards and users. */
export const factPorts = (facts: Facts): Omit<DataPorts, 'computations'> => {
  const memberships = currentMemberships(facts);
  const holders = new Map(
    facts.apiKey
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ keySha256, userId }) => [keySha256, { userId }]),
  );
  return {
    keys: { find: (keySha256) => holders.get(keySha256) ?? null },
    organizations: organizationsOf(facts, memberships),
    records: recordsOf(facts, memberships),
  };
};
