import {
  buildIndex,
  columnsFrom,
  type Organization,
  readFacts,
  splitByOrganization,
} from '@tallyboard/core';
import { boardLookup, groupedBy } from '@tallyboard/core/engine';
import { dayOfInstant, type Facts, type Role } from '@tallyboard/core/vocabulary';
import type { ComputationsPort, DataPorts } from '@tallyboard/ports';
import { indexComputations } from '../indexes.js';
import type { Ports } from '../ports.js';
import { completePorts, type MemoryOptions } from './own-ports.js';

/** The current memberships of facts: those that were never left. */
const currentMemberships = (facts: Facts) => {
  const current = facts.member.filter(({ leftAt }) => leftAt === null);
  const byUser = groupedBy(current, ({ userId }) => userId);
  // By a table: the time must not depend on how many memberships there are, or which of them it is.
  const rolesByUser = new Map<string, Map<string | null, Role>>();
  for (const [userId, members] of byUser)
    rolesByUser.set(userId, new Map(members.map((one) => [one.organizationId, one.role])));
  return {
    ofUser: (userId: string) => byUser.get(userId) ?? [],
    /** The user's current role; `null` for none, also in no organization. */
    roleOf: (organizationId: string | null, userId: string) =>
      rolesByUser.get(userId)?.get(organizationId) ?? null,
  };
};

type Memberships = ReturnType<typeof currentMemberships>;

const organizationsOf = (facts: Facts, { roleOf }: Memberships): DataPorts['organizations'] => {
  const terms = groupedBy(facts.billingTerm, ({ organizationId }) => organizationId);
  const enrolled = new Set(facts.user.filter((user) => user.enrolled).map(({ id }) => id));
  const organizations = new Map(
    facts.organization.map(({ id, type, ownerId, createdAt }) => {
      const createdOn = dayOfInstant(createdAt);
      const organization: Organization = { id, type, createdOn, billingTerms: terms.get(id) ?? [] };
      return [id, { organization, ownerEnrolled: enrolled.has(ownerId) }];
    }),
  );
  return {
    find: (organizationId, userId) => {
      const found = organizations.get(organizationId);
      // Looked up whether or not there is such an organization: the time that an answer takes must not tell either.
      const role = roleOf(organizationId, userId);
      return found === undefined ? null : { ...found, role };
    },
  };
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
      const board = boards.get(boardId);
      // As for organizations: also for a board that does not exist.
      const role = roleOf(board?.organizationId ?? null, userId);
      return board === undefined ? null : { board, role };
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

/** Figures over indexes that are built when they are first asked for: a build ends before any wait does. */
const memoryComputations = (facts: Facts): ComputationsPort => {
  const parts = splitByOrganization(facts);
  return indexComputations<Facts>({
    columnsOf: (id) => {
      const own = parts.get(id);
      if (own === undefined) throw new Error(`There are no facts of ${id}.`);
      return { version: 'facts', columns: () => own };
    },
    build: async (own, times) => Promise.resolve(buildIndex(columnsFrom(own), times)),
    // All of them stay in memory, as the facts do.
    sizeOf: () => 0,
  });
};

/**
 * Ports over facts in memory.
 *
 * @param given - facts, or rows to read, as `openOrganization` takes them
 * @throws ArgumentError - for a row that is no fact, with its path
 */
export const memoryPorts = (
  given: Facts | Iterable<unknown>,
  options: MemoryOptions = {},
): Ports => {
  const facts = readFacts(given);
  // First, since it says what is wrong with facts that are none.
  const computations = options.computations ?? memoryComputations(facts);
  const memberships = currentMemberships(facts);
  const keys = facts.apiKey.filter(({ revokedAt }) => revokedAt === null);
  const holders = new Map(keys.map(({ keySha256, userId }) => [keySha256, { userId }]));
  const data: DataPorts = {
    keys: { find: (keySha256) => holders.get(keySha256) ?? null },
    organizations: organizationsOf(facts, memberships),
    records: recordsOf(facts, memberships),
    computations,
  };
  return completePorts(data, options);
};
