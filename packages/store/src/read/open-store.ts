import { createRequire } from 'node:module';
import type { FactOf, Role } from '@tallyboard/core/vocabulary';
import { literal } from '../duck/sql.js';
import { readManifest } from '../layout/manifest.js';
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

/** What passes at most between the first question about an answer and its first page, in milliseconds. */
const lingerMoreMs = 30_000;

const { resolve } = createRequire(import.meta.url);

/** The events of an organization, at the version that was loaded last. */
const eventsOf = (
  directory: string,
  follower: Awaited<ReturnType<typeof followStore>>,
  organizationId: string,
): StoredEvents | null => {
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
) => {
  // A stored index is served without DuckDB: its absence would show only later.
  resolve('@duckdb/node-api');
  const lingerMs = answerMs + lingerMoreMs;
  const follower = await followStore(directory, { onError, lingerMs, onScrub });
  return {
    /** The holder of a key by its SHA-256; `null` if unknown or revoked, however lately. */
    findKey: async (sha256: string) => {
      const userId = (await follower.latest()).keys.get(sha256);
      return typeof userId === 'string' ? { userId } : null;
    },
    /** An organization as a user sees it; `null` for an unknown one. */
    findOrganization: async (organizationId: string, userId: string) => {
      const snapshot = await follower.latest();
      // Before it is known whether there is such an organization: the time must not show it.
      const roles = await rolesIn(snapshot, userId);
      const found = snapshot.organizations.get(organizationId);
      if (found === undefined) return null;
      const role = roles[organizationId] ?? null;
      return { organization: found.organization, ownerEnrolled: found.ownerEnrolled, role };
    },
    /** A board and the user's role in its organization; `null` for an unknown one. */
    findBoard: async (boardId: string, userId: string) => {
      const snapshot = await follower.latest();
      const roles = await rolesIn(snapshot, userId);
      const board = await findBoard(await snapshot.database(), boardId);
      if (board === null) return null;
      const { organizationId } = board;
      return { board, role: organizationId === null ? null : (roles[organizationId] ?? null) };
    },
    /** What is on a board, read in pages while its document is sent. */
    boardRecords: async (board: FactOf<'board'>) => {
      const { database } = await follower.latest();
      return boardPages(await database(), board);
    },
    /** A user with memberships and boards, `null` for an unknown one; boards are empty unless wanted. */
    userRecords: async (userId: string, boardContents: boolean) => {
      const snapshot = await follower.latest();
      const roles = await rolesIn(snapshot, userId);
      return recordsOfUser(await snapshot.database(), userId, roles, boardContents);
    },
    /** From memory, at no cost; `null` for an unknown organization. */
    eventsOf: (organizationId: string) => eventsOf(directory, follower, organizationId),
    /** The organization that most facts are of; `null` in an empty store. */
    largest: () => {
      const own = [...follower.current().organizations.values()];
      return own.sort((a, b) => b.share - a.share)[0]?.organization.id ?? null;
    },
    /** Stops following the store; what was read stays usable. */
    close: follower.close,
  };
};

/** A store that is being served: every answer is that of its newest version. */
export type OpenStore = Awaited<ReturnType<typeof openStore>>;
