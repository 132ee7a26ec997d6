import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { damaged, damagesOf } from '../layout/damage.js';
import { stampOf } from '../layout/files.js';
import {
  type AccessOrganization,
  isSameData,
  type Manifest,
  readManifest,
  storePaths,
} from '../layout/manifest.js';
import { openVersion } from './with-stored.js';

/** A store at one version. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly organizations: ReadonlyMap<string, AccessOrganization>;
  /**
   * Who holds the key of a hash; `null` for a key that is revoked. What the time of a look-up may show of a hash shows
   * nothing of a key.
   */
  readonly keys: ReadonlyMap<string, string | null>;
  readonly roles: Map<string, Readonly<Record<string, Role>>>;
  /** Opened for a question that no small file answers. */
  readonly database: () => Promise<Database>;
  /** Refuses what is read from damaged files, until they are whole again. */
  readonly refuse: (damages: readonly string[]) => void;
  readonly close: () => void;
}

/** How long after a failure to open the segments the next attempt is made. */
const retryMs = 5_000;

/** What a manifest says of keys: those made here count before those that came with facts. */
const keysIn = ({ access, keys }: Manifest): Snapshot['keys'] => {
  const made = keys.map(
    ({ sha256, userId, revokedAt }) => [sha256, revokedAt === null ? userId : null] as const,
  );
  return new Map([...access.keys, ...made]);
};

const snapshotOf = (directory: string, manifest: Manifest): Snapshot => {
  const { access } = manifest;
  let opened: Promise<Database> | null = null;
  // A failure may pass: files that were put back, too many open files. To look takes reading all segments.
  const take = (next: Promise<Database>): Promise<Database> => {
    opened = next;
    next.catch(() => {
      setTimeout(() => {
        if (opened === next) opened = null;
      }, retryMs).unref();
    });
    return next;
  };
  const close = (): void =>
    void opened?.then(
      (database) => database.close(),
      // The questions that opened it were refused with the reason.
      () => undefined,
    );
  return {
    manifest,
    organizations: new Map(access.organizations.map((row) => [row.organization.id, row])),
    keys: keysIn(manifest),
    roles: new Map(Object.entries(access.roles)),
    database: () => opened ?? take(openVersion(directory, manifest)),
    refuse: (damages) => {
      close();
      void take(Promise.reject(damaged(damages)));
    },
    close,
  };
};

/** What one look at all files of a store came to. */
export interface Scrub {
  /** How many are not as they were written. */
  readonly damagedFiles: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** How many bytes are read in a millisecond: slowly enough to take at most 2 % of a core. */
const bytesPerMs = 8_000;

/** The least time for a piece of a file, and between two passes, in milliseconds. */
const [pieceMs, passMs] = [5, 1_000];

/** How a store is followed. */
export interface FollowOptions {
  /** Gets what goes wrong with a new version, and damage that is found later. */
  readonly onError: (error: unknown) => void;
  /** How long a version stays open after the next one: answers that began with it read pages of it. */
  readonly lingerMs: number;
  /** Gets each comparison of all files with their checksums. */
  readonly onScrub: (scrub: Scrub) => void;
}

/** Compares all files of a store with their checksums, again and again; gives what ends it. */
const scrubbing = (
  directory: string,
  latest: () => Promise<Snapshot>,
  { onError, onScrub }: FollowOptions,
): (() => void) => {
  const stop = new AbortController();
  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stop.signal, ref: false });
  const rest = (bytesCount: number): Promise<void> => wait(pieceMs + bytesCount / bytesPerMs);
  const scrub = async (): Promise<void> => {
    for (let reported = ''; ; ) {
      await wait(passMs);
      const from = performance.now();
      const scrubbed = await latest();
      const damages = await damagesOf(directory, scrubbed.manifest, undefined, rest);
      // Files of a version that is not the newest any more may be removed.
      if (scrubbed.database !== (await latest()).database) continue;
      if (damages.length > 0) scrubbed.refuse(damages);
      const report = damages.join('; ');
      if (damages.length > 0 && report !== reported) onError(damaged(damages));
      reported = report;
      onScrub({ damagedFiles: damages.length, ms: performance.now() - from });
    }
  };
  scrub().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return () => stop.abort();
};

/** Follows a store from version to version: reads the manifest's date for each question. */
export const followStore = async (directory: string, options: FollowOptions) => {
  const { onError, lingerMs } = options;
  const path = storePaths(directory).manifest;
  let stamp = stampOf(path);
  let snapshot = snapshotOf(directory, await readManifest(directory));
  let loading: Promise<void> | null = null;

  const reload = async (): Promise<void> => {
    try {
      const seen = stampOf(path);
      if (seen === stamp) return;
      const manifest = await readManifest(directory);
      if (isSameData(snapshot.manifest, manifest)) {
        // A key was made or revoked, and nothing else: the database stays open.
        snapshot = { ...snapshot, manifest, keys: keysIn(manifest) };
      } else {
        setTimeout(snapshot.close, lingerMs).unref();
        snapshot = snapshotOf(directory, manifest);
      }
      stamp = seen;
    } catch (error) {
      // The last version goes on answering; the next question tries again.
      onError(error);
    }
  };
  const latest = async (): Promise<Snapshot> => {
    loading ??= reload().finally(() => {
      loading = null;
    });
    await loading;
    return snapshot;
  };
  const stopScrubbing = scrubbing(directory, latest, options);
  return {
    /** The newest version that could be loaded. */
    current: () => snapshot,
    /** The same, once a version that has just come is loaded. */
    latest,
    close: () => {
      stopScrubbing();
      snapshot.close();
    },
  };
};
