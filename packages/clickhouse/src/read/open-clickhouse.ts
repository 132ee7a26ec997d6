import { boundedCache, type DataPorts, type RecordsPort } from '@tallyboard/ports';
import { keysOfHashes } from '../keys/key-rows.js';
import type { Shards } from '../shards.js';
import { sql } from '../sql/sql.js';
import { factRows, type ScopeVersion } from './fact-rows.js';
import { type Freshness, remembering } from './fresh.js';
import { type Head, newestVersion, readHead } from './heads.js';
import { answeringSoon } from './in-time.js';
import { placesOf, recordsOfBoards, recordsOfUser } from './records.js';

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

const freshness: Freshness = {
  freshMs: 1_000,
  staleMs: 60_000,
  patienceMs: 1_000,
  most: 100_000,
};

type HeadOf = (scope: string) => Promise<Head | null>;

/** Boards and users, each in the scopes that have it now. */
const recordsOver = (shards: Shards, headOf: HeadOf): RecordsPort => {
  const headsOf = async (thing: string): Promise<readonly Head[]> => {
    const heads = await Promise.all((await placesOf(shards, thing)).map(headOf));
    return heads.filter((head) => head !== null);
  };

  const boardIn = async (boardId: string) => {
    for (const head of await headsOf(`board_${boardId}`)) {
      const [board] = await factRows(shards, 'board', head, sql`id = ${boardId}`);
      if (board !== undefined) return { board, head };
    }
    return null;
  };

  return {
    findBoard: async (boardId, userId) => {
      const found = await boardIn(boardId);
      if (found === null) return null;
      const { board, head } = found;
      return { board, role: board.organizationId === null ? null : await head.roleOf(userId) };
    },
    boardRecords: async (board) => {
      const found = await boardIn(board.id);
      if (found === null) throw new Error(`The board ${board.id} is gone.`);
      const of: ScopeVersion = found.head;
      const [records] = await recordsOfBoards(shards, of, [board], 'all');
      return records!;
    },
    userRecords: async (userId, boardContents) =>
      recordsOfUser(shards, await headsOf(`user_${userId}`), userId, boardContents),
  };
};

/**
 * Asks ClickHouse for keys, organizations and records. What is read is remembered for a second, so a
 * new version or a revocation counts after that; while a shard cannot be reached or is slow, the last answer is used for
 * at most a minute. What such a shard may hold is `Unavailable`, never absent.
 */
export const openClickhouse = (
  opened: Shards,
  options: Partial<Freshness> = {},
): OpenClickhouse => {
  const shards = answeringSoon(opened);
  const terms = { ...freshness, ...options };
  const latest = boundedCache<Head>(terms.most);

  const headOf = remembering(async (scope: string): Promise<Head | null> => {
    const found = await newestVersion(shards, scope);
    if (found === null) {
      latest.delete(scope);
      return null;
    }
    const last = latest.get(scope);
    const head = last?.version === found.version ? last : await readHead(shards, found);
    latest.set(scope, head);
    return head;
  }, terms);

  const keyOf = keysOfHashes(shards);
  const holderOf = remembering(async (keySha256: string) => {
    const fact = (await keyOf(keySha256))?.fact;
    return fact?.revokedAt === null ? { userId: fact.userId } : null;
  }, terms);

  return {
    keys: { find: holderOf },
    organizations: {
      find: async (organizationId, userId) => {
        const head = await headOf(organizationId);
        if (head?.organization == null) return null;
        const role = await head.roleOf(userId);
        return { organization: head.organization, ownerEnrolled: head.ownerEnrolled, role };
      },
    },
    records: recordsOver(shards, headOf),
    eventsOf: (organizationId) => {
      const head = latest.get(organizationId);
      if (head?.organization == null) return null;
      return { version: head.version, events: head.events };
    },
  };
};
