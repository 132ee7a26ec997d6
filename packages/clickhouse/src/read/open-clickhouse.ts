import type { Organization } from '@tallyboard/core';
import { dayOfInstant, type Role } from '@tallyboard/core/vocabulary';
import type { DataPorts } from '@tallyboard/ports';
import { factRows, userRows } from '../facts.js';
import { keysOfHashes } from '../keys.js';
import type { Shards } from '../shards.js';
import { sql } from '../sql.js';
import { currentRows, newestVersion, usersUpTo, type Version } from '../versions.js';
import { remembering } from './fresh.js';
import { findBoard, recordsOfBoards, recordsOfUser } from './records.js';

/** A version of an organization, with what every request needs of it. */
interface OrganizationVersion extends Version {
  /** `null` for the boards of a user, which belong to no organization. */
  readonly standing: Organization | null;
  readonly ownerEnrolled: boolean;
  /** The current role of a user; looked up once for each user. */
  readonly roleOf: (userId: string) => Promise<Role | null>;
}

/** Reads what requests need of a version. */
const readOrganization = async (shards: Shards, of: Version): Promise<OrganizationVersion> => {
  const owner = sql`SELECT ownerId FROM ${currentRows(shards, 'organization', of)}`;
  const [[fact], terms, owners] = await Promise.all([
    factRows(shards, 'organization', of),
    factRows(shards, 'billingTerm', of),
    userRows(shards, of.organization, usersUpTo(of.version), sql`id IN (${owner})`),
  ]);
  const roles = new Map<string, Promise<Role | null>>();
  const readRole = async (userId: string): Promise<Role | null> => {
    const condition = sql`userId = ${userId} AND isNull(leftAt)`;
    const [member] = await factRows(shards, 'member', of, condition);
    return member?.role ?? null;
  };
  return {
    ...of,
    standing:
      fact === undefined
        ? null
        : {
            id: fact.id,
            type: fact.type,
            createdOn: dayOfInstant(fact.createdAt),
            billingTerms: [...terms].sort((a, b) => a.startsOn - b.startsOn),
          },
    ownerEnrolled: owners[0]?.enrolled === true,
    roleOf: (userId) => {
      const role = roles.get(userId) ?? readRole(userId);
      roles.set(userId, role);
      role.catch(() => roles.delete(userId));
      return role;
    },
  };
};

/** The events of one organization at one version. */
export interface ClickhouseEvents {
  /** The version of the organization's data; another one means other events. */
  readonly version: number;
  /** How many events there are. */
  readonly events: number;
}

/** The ports of a service over ClickHouse: answers are at most a second old. */
export interface OpenClickhouse extends Omit<DataPorts, 'computations'> {
  /**
   * From memory, so that it can be asked for every figure: an organization that was just found. `null`
   * for one that was not looked for.
   */
  readonly eventsOf: (organizationId: string) => ClickhouseEvents | null;
}

/**
 * Asks ClickHouse for keys, organizations and records. What is read is remembered for a second, so a
 * new version or a revocation counts after that; while a shard cannot be reached or is slow, the last answer is used for
 * at most a minute. What such a shard may hold is `Unavailable`, never absent.
 */
export const openClickhouse = (shards: Shards): OpenClickhouse => {
  const { find: newestOf, last: latest } = remembering<OrganizationVersion | null>(
    async (id, last) => {
      const found = await newestVersion(shards, id);
      if (found === null) return null;
      return last?.version === found.version ? last : readOrganization(shards, found);
    },
  );
  const keyOf = keysOfHashes(shards);
  const { find } = remembering(async (keySha256: string) => {
    const key = await keyOf(keySha256);
    return key?.revokedAt === null && key.userId !== null ? { userId: key.userId } : null;
  });

  return {
    keys: { find },
    organizations: {
      find: async (id, userId) => {
        const found = await newestOf(id);
        if (found?.standing == null) return null;
        const role = await found.roleOf(userId);
        return { organization: found.standing, ownerEnrolled: found.ownerEnrolled, role };
      },
    },
    records: {
      findBoard: async (boardId, userId) => {
        const found = await findBoard(shards, boardId, newestOf);
        if (found === null) return null;
        const { board, of } = found;
        return { board, role: board.organizationId === null ? null : await of.roleOf(userId) };
      },
      boardRecords: async ({ id }) => {
        const found = await findBoard(shards, id, newestOf);
        if (found === null) throw new Error(`The board ${id} is gone.`);
        const [records] = await recordsOfBoards(shards, found.of, [found.board], 'all');
        return records!;
      },
      userRecords: (userId, boardContents) =>
        recordsOfUser(shards, userId, boardContents, newestOf),
    },
    eventsOf: (organizationId) => {
      const found = latest(organizationId);
      if (found?.standing == null) return null;
      return { version: found.version, events: found.events };
    },
  };
};
