import { timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import type { BoardRecords, EventColumns, UserRecords } from '@tallyboard/core';
import type { BoardFact, Organization, Role } from '@tallyboard/core/vocabulary';
import { literal } from '../duck/sql.js';
import { readKeyFile } from '../keys/key-file.js';
import { storePaths } from '../layout/manifest.js';
import { rolesOf } from './access.js';
import { eventColumns } from './event-columns.js';
import { readIndexFile, writeIndexFile } from './index-files.js';
import { followStore, type Snapshot } from './snapshot.js';
import { findBoard, recordsOfBoards, recordsOfUser } from './store-records.js';
import { withStored } from './with-stored.js';

/** The events of one organization at one version. */
export interface StoredEvents {
  /** Grows with every import that changes anything. */
  readonly dataVersion: number;
  /** About how many there are. */
  readonly events: number;
  /** Reads them; the version may be a later one by then. */
  readonly columns: () => Promise<EventColumns>;
  /** The index stored for this version; `null` when there is none that is whole. */
  readonly readIndex: () => Promise<ArrayBuffer | null>;
  /** Stores a built index for this version. */
  readonly writeIndex: (bytes: Uint8Array) => Promise<void>;
}

/** A store that is being served: every answer is that of its newest version. */
export interface OpenStore {
  /** The holder of a key by its SHA-256; `null` if unknown or revoked, however lately. */
  readonly findKey: (keySha256: string) => Promise<{ readonly userId: string } | null>;
  /** An organization as a user stands to it; `null` for an unknown one. */
  readonly findOrganization: (
    organizationId: string,
    userId: string,
  ) => Promise<{
    readonly organization: Organization;
    readonly role: Role | null;
    readonly ownerEnrolled: boolean;
  } | null>;
  /** A board and the user's role in its organization; `null` for an unknown one. */
  readonly findBoard: (
    boardId: string,
    userId: string,
  ) => Promise<{ readonly board: BoardFact; readonly role: Role | null } | null>;
  /** What stands on a board. */
  readonly boardRecords: (board: BoardFact) => Promise<BoardRecords>;
  /** A user with memberships and boards; boards are empty unless asked for. */
  readonly userRecords: (userId: string, boardContents: boolean) => Promise<UserRecords | null>;
  /** From memory, so that it can be asked for every figure; `null` for an unknown organization. */
  readonly eventsOf: (organizationId: string) => StoredEvents | null;
  /** Stops following the store; what was read stays usable. */
  readonly close: () => void;
}

interface HeldKeys {
  readonly mark: string;
  readonly holders: ReadonlyMap<string, string | null>;
}

const keysMark = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.ino} ${found.size}`;
};

/** The keys made for the store, read anew whenever their file was replaced: a revocation counts at once. */
const madeKeys = (directory: string) => {
  const path = storePaths(directory).keys;
  let held: HeldKeys = { mark: '', holders: new Map() };
  return async (): Promise<HeldKeys['holders']> => {
    const mark = keysMark(path);
    if (mark !== held.mark) {
      const keys = await readKeyFile(directory);
      const holders = keys.map(
        ({ sha256, userId, revokedAt }) => [sha256, revokedAt === null ? userId : null] as const,
      );
      held = { mark, holders: new Map(holders) };
    }
    return held.holders;
  };
};

/** Whether two hashes are equal, in a time that tells nothing of where they differ. */
const isEqualHash = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const holderIn = (
  holders: ReadonlyMap<string, string | null>,
  sha256: string,
): string | null | undefined => {
  let holder: string | null | undefined;
  for (const [known, userId] of holders) if (isEqualHash(known, sha256)) holder = userId;
  return holder;
};

/** The current roles of a user; those of key holders came with the version, others are looked up. */
const rolesIn = async (
  { roles, database }: Snapshot,
  userId: string,
): Promise<Readonly<Record<string, Role>>> => {
  const known = roles.get(userId);
  if (known !== undefined) return known;
  const found = await rolesOf(await database(), 'stored', `"userId" = ${literal(userId)}`);
  const own = found[userId] ?? {};
  roles.set(userId, own);
  return own;
};

const arrayBufferOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;

/** Opens a store to serve it; follows it from then on. */
export const openStore = async (
  directory: string,
  onError: (error: unknown) => void,
): Promise<OpenStore> => {
  const follower = await followStore(directory, onError);
  const made = madeKeys(directory);
  const eventsOf = (organizationId: string): StoredEvents | null => {
    const { manifest, organizations } = follower.current();
    const own = organizations.get(organizationId);
    if (own === undefined) return null;
    const { dataVersion, segments } = manifest;
    const facts = segments.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
    return {
      dataVersion,
      events: Math.round(facts * own.share),
      columns: () => withStored(directory, (database) => eventColumns(database, organizationId)),
      readIndex: async () => {
        const bytes = await readIndexFile(directory, organizationId, dataVersion);
        return bytes === null ? null : arrayBufferOf(bytes);
      },
      writeIndex: (bytes) => writeIndexFile(directory, organizationId, dataVersion, bytes),
    };
  };
  return {
    findKey: async (sha256) => {
      const own = holderIn(await made(), sha256);
      if (own !== undefined) return own === null ? null : { userId: own };
      const userId = holderIn((await follower.latest()).keys, sha256);
      return userId === undefined || userId === null ? null : { userId };
    },
    findOrganization: async (organizationId, userId) => {
      const snapshot = await follower.latest();
      const found = snapshot.organizations.get(organizationId);
      if (found === undefined) return null;
      const role = (await rolesIn(snapshot, userId))[organizationId] ?? null;
      return { organization: found.organization, ownerEnrolled: found.ownerEnrolled, role };
    },
    findBoard: async (boardId, userId) => {
      const snapshot = await follower.latest();
      const board = await findBoard(await snapshot.database(), boardId);
      if (board === null) return null;
      const { organizationId } = board;
      const roles = organizationId === null ? {} : await rolesIn(snapshot, userId);
      return { board, role: organizationId === null ? null : (roles[organizationId] ?? null) };
    },
    boardRecords: async (board) => {
      const { database } = await follower.latest();
      const [records] = await recordsOfBoards(await database(), [board], true);
      return records!;
    },
    userRecords: async (userId, boardContents) => {
      const snapshot = await follower.latest();
      const roles = await rolesIn(snapshot, userId);
      return recordsOfUser(await snapshot.database(), userId, roles, boardContents);
    },
    eventsOf,
    close: follower.close,
  };
};
