import { statSync } from 'node:fs';
import type { Role } from '@tallyboard/core/vocabulary';
import { type Database, openDatabase } from '../duck/database.js';
import { viewStored } from '../import/views.js';
import { type KeyHolders, keyHolders } from '../keys/holders.js';
import { insistOnWhole } from '../layout/damage.js';
import { diskFiles } from '../layout/files.js';
import { type Manifest, readManifest, storePaths } from '../layout/manifest.js';
import { type Access, type AccessOrganization, readAccess } from './access.js';

/** A store at one version. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly organizations: ReadonlyMap<string, AccessOrganization>;
  /** Holders of keys that came with the facts. */
  readonly keys: KeyHolders;
  readonly roles: Map<string, Readonly<Record<string, Role>>>;
  /** Opened when something is asked that no small file answers. */
  readonly database: () => Promise<Database>;
  readonly close: () => void;
}

/** How long after a failure to open the segments the next attempt is made. */
const retryMs = 5_000;

const snapshotOf = (directory: string, manifest: Manifest, access: Access): Snapshot => {
  let opened: Promise<Database> | null = null;
  const open = async (): Promise<Database> => {
    await insistOnWhole(directory, manifest);
    const database = await openDatabase({ spill: null });
    try {
      await viewStored(database, directory, manifest);
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  };
  // A failure may pass: files that were put back, too many open files. To look takes reading all segments.
  const tryAgainLater = (): void => {
    setTimeout(() => {
      opened = null;
    }, retryMs).unref();
  };
  const database = (): Promise<Database> => {
    if (opened === null) {
      opened = open();
      opened.catch(tryAgainLater);
    }
    return opened;
  };
  return {
    manifest,
    organizations: new Map(access.organizations.map((row) => [row.organization.id, row])),
    keys: keyHolders(access.keys),
    roles: new Map(Object.entries(access.roles)),
    database,
    close: () =>
      void opened?.then(
        (database) => database.close(),
        // Those who asked for it know why it could not be opened.
        () => undefined,
      ),
  };
};

/** Follows a store from version to version. */
export interface Follower {
  /** The newest version that could be loaded. */
  readonly current: () => Snapshot;
  /** The same, once a version that has just come is loaded. */
  readonly latest: () => Promise<Snapshot>;
  readonly close: () => void;
}

const markOf = (path: string): string => {
  const { mtimeMs, ino, size } = statSync(path);
  return `${mtimeMs} ${ino} ${size}`;
};

/**
 * Opens a store and notices new versions: reads the manifest's date for each question.
 *
 * @param lingerMs - how long a version stays open after the next one: answers that began with it read pages of it
 */
export const followStore = async (
  directory: string,
  onError: (error: unknown) => void,
  lingerMs: number,
): Promise<Follower> => {
  const path = storePaths(directory).manifest;
  const load = async (): Promise<Snapshot> => {
    const manifest = await readManifest(directory, diskFiles);
    return snapshotOf(directory, manifest, await readAccess(directory, manifest));
  };
  let snapshot = await load();
  let mark = markOf(path);
  let loading: Promise<void> | null = null;

  const reload = async (found: string): Promise<void> => {
    try {
      const next = await load();
      const last = snapshot;
      setTimeout(() => last.close(), lingerMs).unref();
      [snapshot, mark] = [next, found];
    } catch (error) {
      // The last version goes on answering; the next question tries again.
      onError(error);
    }
    loading = null;
  };
  const look = (): void => {
    if (loading !== null) return;
    try {
      const found = markOf(path);
      if (found !== mark) loading = reload(found);
    } catch (error) {
      onError(error);
    }
  };
  return {
    current: () => snapshot,
    latest: async () => {
      look();
      if (loading !== null) await loading;
      return snapshot;
    },
    close: () => snapshot.close(),
  };
};
