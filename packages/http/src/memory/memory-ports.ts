import {
  buildIndex,
  columnsFrom,
  type Organization,
  readFacts,
  splitByOrganization,
} from '@tallyboard/core';
import { boardLookup, groupedBy } from '@tallyboard/core/engine';
import {
  dayOfInstant,
  type Facts,
  type Instant,
  limits,
  type MemberFact,
  type Role,
} from '@tallyboard/core/vocabulary';
import type { Allowances, ClockPort, ComputationsPort, DataPorts } from '@tallyboard/ports';
import { indexComputations, type OrganizationData } from '../indexes.js';
import type { Ports } from '../ports.js';
import { memoryAllowance } from './allowance.js';
import { withFaults } from './computation-faults.js';

/** How ports over facts behave. */
export interface MemoryOptions {
  /** The instant at which figures and rules stand still; the real one when left out. */
  readonly now?: Instant;
  /**
   * Requests per hour: one number for each of the two analytics endpoints, or numbers by endpoint;
   * 0 lifts the limit. The specified one when left out.
   */
  readonly allowance?: number | Allowances;
  /** The first so many requests for each figure are pending. */
  readonly pending?: number;
  /** Metrics that fail, or `users` for the roster. */
  readonly fail?: readonly string[];
  /** Where figures come from; indexes that are built when they are first asked for when left out. */
  readonly computations?: ComputationsPort;
}

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
  const organizations = new Map<string, OrganizationData<Facts>>();
  for (const [id, own] of splitByOrganization(facts)) {
    organizations.set(id, { version: 'facts', columns: () => own });
  }
  return indexComputations({
    columnsOf: (id) => {
      const data = organizations.get(id);
      if (data === undefined) throw new Error(`There are no facts of ${id}.`);
      return data;
    },
    build: async (own, times) => Promise.resolve(buildIndex(columnsFrom(own), times)),
    // All of them stay in memory, as the facts do.
    sizeOf: () => 0,
  });
};

/** Ports that find what facts say of keys, organizations, boards, users and figures. */
const factPorts = (facts: Facts, computations: ComputationsPort): DataPorts => {
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
    computations,
  };
};

const memoryClock = (now: Instant | undefined): ClockPort => {
  const instant = (): Instant => Date.now() as Instant;
  return { instant, today: () => dayOfInstant(now ?? instant()) };
};

const allowancesOf = (allowance: number | Allowances = limits.requestsPerHour): Allowances =>
  typeof allowance === 'number' ? { metrics: allowance, roster: allowance } : allowance;

/** Ports that read data, with an allowance and a clock kept in memory. */
export const completePorts = (
  data: DataPorts,
  { now, allowance, pending = 0, fail = [] }: Omit<MemoryOptions, 'computations'>,
): Ports => ({
  ...data,
  computations: withFaults(data.computations, pending, fail),
  allowance: memoryAllowance(allowancesOf(allowance)),
  clock: memoryClock(now),
});

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
  return completePorts(factPorts(facts, computations), options);
};
