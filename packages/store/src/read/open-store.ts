import { createRequire } from 'node:module';
import type { BoardPages, UserRecords } from '@tallyboard/core/engine';
import type { BoardFact, Organization, Role } from '@tallyboard/core/vocabulary';
import { literal } from '../duck/sql.js';
import { type AccessOrganization, readManifest } from '../layout/manifest.js';
import { rolesOf } from './access.js';
import { readIndexFile, writeIndexFile } from './index-files.js';
import { boardPages, findBoard, recordsOfUser } from './records.js';
import { followStore, type Scrub, type Snapshot } from './snapshot.js';

/** The events of one organization at one version. */
export interface StoredEvents {
  /** The version of the store at which they last changed. */
  readonly version: number;
  /** About how many there are. */
  readonly events: number;
  /** The index stored for this version; `null` when there is none that is whole. */
  readonly readIndex: () => Promise<ArrayBuffer | null>;
  /** Stores a built index for this version, unless there is another one by now. */
  readonly writeIndex: (bytes: Uint8Array) => Promise<void>;
}

/** A store that is being served: every answer is that of its newest version. */
export interface OpenStore {
  /** The holder of a key by its SHA-256; `null` if unknown or revoked, however lately. */
  readonly findKey: (keySha256: string) => Promise<{ readonly userId: string } | null>;
  /** An organization as a user sees it; `null` for an unknown one. */
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
  /** What is on a board, read in pages while its document is sent. */
  readonly boardRecords: (board: BoardFact) => Promise<BoardPages>;
  /** A user with memberships and boards; boards are empty unless wanted. */
  readonly userRecords: (userId: string, boardContents: boolean) => Promise<UserRecords | null>;
  /** From memory, at no cost; `null` for an unknown organization. */
  readonly eventsOf: (organizationId: string) => StoredEvents | null;
  /** The organization that most facts are of; `null` in an empty store. */
  readonly largest: () => string | null;
  /** Stops following the store; what was read stays usable. */
  readonly close: () => void;
}

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

const largestOf = ({ organizations }: Snapshot): string | null => {
  let largest: AccessOrganization | null = null;
  for (const own of organizations.values()) {
    if (largest === null || own.share > largest.share) largest = own;
  }
  return largest?.organization.id ?? null;
};

/** What passes at most between the first question about an answer and its first page, in milliseconds. */
const lingerMoreMs = 30_000;

const { resolve } = createRequire(import.meta.url);

/** How a store is served. */
export interface OpenStoreOptions {
  /** How long an answer may take, in milliseconds: the version that it began with stays open so long. */
  readonly answerMs?: number;
  /** Gets each comparison of all files with their checksums: they are compared again and again. */
  readonly onScrub?: (scrub: Scrub) => void;
}

/** Opens a store to serve it; follows it from then on. Throws if DuckDB is not installed. */
export const openStore = async (
  directory: string,
  onError: (error: unknown) => void,
  { answerMs = 90_000, onScrub = () => undefined }: OpenStoreOptions = {},
): Promise<OpenStore> => {
  // A stored index is served without DuckDB: its absence would show only later.
  resolve('@duckdb/node-api');
  const lingerMs = answerMs + lingerMoreMs;
  const follower = await followStore(directory, { onError, lingerMs, onScrub });
  const eventsOf = (organizationId: string): StoredEvents | null => {
    const { manifest, organizations } = follower.current();
    const own = organizations.get(organizationId);
    if (own === undefined) return null;
    const { version } = own;
    const { segments } = manifest;
    const facts = segments.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
    return {
      version,
      events: Math.round(facts * own.share),
      readIndex: () => readIndexFile(directory, organizationId, version),
      writeIndex: async (bytes) => {
        // What was built is of the newest version there was: it is stored where that is this one still.
        const { manifest: newest, organizations: now } = await follower.latest();
        const stored = await readManifest(directory);
        if (stored.dataVersion !== newest.dataVersion) return;
        if (now.get(organizationId)?.version !== version) return;
        await writeIndexFile(directory, organizationId, version, bytes);
      },
    };
  };
  return {
    findKey: async (sha256) => {
      const userId = (await follower.latest()).keys.get(sha256);
      return typeof userId === 'string' ? { userId } : null;
    },
    findOrganization: async (organizationId, userId) => {
      const snapshot = await follower.latest();
      // Before it is known whether there is such an organization: the time must not show it.
      const roles = await rolesIn(snapshot, userId);
      const found = snapshot.organizations.get(organizationId);
      if (found === undefined) return null;
      const role = roles[organizationId] ?? null;
      return { organization: found.organization, ownerEnrolled: found.ownerEnrolled, role };
    },
    findBoard: async (boardId, userId) => {
      const snapshot = await follower.latest();
      const roles = await rolesIn(snapshot, userId);
      const board = await findBoard(await snapshot.database(), boardId);
      if (board === null) return null;
      const { organizationId } = board;
      return { board, role: organizationId === null ? null : (roles[organizationId] ?? null) };
    },
    boardRecords: async (board) => {
      const { database } = await follower.latest();
      return boardPages(await database(), board);
    },
    userRecords: async (userId, boardContents) => {
      const snapshot = await follower.latest();
      const roles = await rolesIn(snapshot, userId);
      return recordsOfUser(await snapshot.database(), userId, roles, boardContents);
    },
    eventsOf,
    largest: () => largestOf(follower.current()),
    close: follower.close,
  };
};
