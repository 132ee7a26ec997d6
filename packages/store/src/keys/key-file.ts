import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import { damaged } from '../layout/damage.js';
import { diskFiles, type Files, readWhole, replaceFile, stampOf } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import { readManifest, replaceManifest, storePaths } from '../layout/manifest.js';
import { sha256Of } from '../layout/sha256.js';

/** What a store knows of a key: never the key itself. */
export interface StoredKey {
  /** The lower-case hexadecimal SHA-256 of its UTF-8 bytes. */
  readonly sha256: string;
  /** Bare hashid of the holder; `null` once the store no longer knows it. */
  readonly userId: string | null;
  /** As `YYYY-MM-DDTHH:MM:SS.sssZ`; `null` for a key that came with the facts. */
  readonly createdAt: string | null;
  /** ISO 8601; `null` while the key counts. */
  readonly revokedAt: string | null;
}

/**
 * The keys made here, and the revocations of those that came with facts. The manifest holds the checksum of this
 * file, so that a missing or an older one is damage and never a revocation undone.
 */
export interface KeyFile {
  readonly keys: readonly StoredKey[];
  /** The checksum of the file before this one: a change counts before the manifest follows. */
  readonly previous: string | null;
  /** Of `keys` and `previous` as JSON; `null` while there is no file. */
  readonly sha256: string | null;
}

const noKeys: KeyFile = { keys: [], previous: null, sha256: null };

const sealed = (keys: KeyFile['keys'], previous: string | null): KeyFile => ({
  keys,
  previous,
  sha256: sha256Of(JSON.stringify({ keys, previous })),
});

/** The file as it is; `null` when it is not what was written. */
const readAny = async (path: string): Promise<KeyFile | null> => {
  const bytes = await readWhole(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return noKeys;
  try {
    const file = JSON.parse(bytes.toString()) as KeyFile;
    return file.sha256 === sealed(file.keys, file.previous).sha256 ? file : null;
  } catch {
    return null;
  }
};

/** What is wrong with a file, given the checksum in the manifest. */
const faultOf = (file: KeyFile | null, known: string | null): string | null => {
  if (file === null) return 'its content is not what was written';
  if (file.sha256 === known || (file.sha256 !== null && file.previous === known)) return null;
  return file.sha256 === null
    ? 'it is missing, with the keys and revocations in it'
    : 'it is not the one that the manifest names, so revocations may be missing';
};

/** Both files may be replaced between reading the one and the other. */
const attemptsMax = 3;

/**
 * The keys of a store.
 *
 * @param knownChecksum - reads the checksum in the manifest
 * @throws StoreRefused when the file is missing, damaged or older than the manifest says
 */
export const readKeyFile = async (
  directory: string,
  knownChecksum = async (): Promise<string | null> =>
    (await readManifest(directory, diskFiles)).keys,
): Promise<KeyFile> => {
  const path = storePaths(directory).keys;
  for (let attempt = 1; ; attempt += 1) {
    const known = await knownChecksum();
    const file = await readAny(path);
    const fault = faultOf(file, known);
    if (fault === null) return file!;
    if (attempt === attemptsMax) throw damaged([`${path} is damaged: ${fault}`]);
  }
};

/**
 * Replaces all keys at once. A kill leaves the keys as before or as after: a file that follows the one that the
 * manifest names is as good as that one.
 */
export const changeKeys = (
  directory: string,
  change: (keys: readonly StoredKey[]) => readonly StoredKey[] | Promise<readonly StoredKey[]>,
  files: Files = diskFiles,
): Promise<void> =>
  withLock(directory, 'manifest', async () => {
    const manifest = await readManifest(directory, files);
    const before = await readKeyFile(directory);
    const keys = await change(before.keys);
    if (keys === before.keys) return;
    // A kill came between the two files the last time: the manifest follows by one change only.
    if (before.sha256 !== manifest.keys) {
      await replaceManifest(directory, { ...manifest, keys: before.sha256 }, files);
    }
    const next = sealed(keys, before.sha256);
    await replaceFile(files, storePaths(directory).keys, `${JSON.stringify(next, null, 1)}\n`);
    await replaceManifest(directory, { ...manifest, keys: next.sha256 }, files);
  });

/** The checksum of keys whose manifest is gone, for a new first manifest; `null` where there are none. */
export const adoptedKeys = async (directory: string): Promise<string | null> => {
  const path = storePaths(directory).keys;
  const file = await readAny(path);
  if (file === null) throw damaged([`${path} is damaged: its content is not what was written`]);
  return file.sha256;
};

const holdersOf = (keys: readonly StoredKey[]): readonly string[] =>
  keys.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/**
 * Revokes keys whose holders the store no longer knows, and forgets whose they were: the hash stays, so
 * that the key stays revoked, whatever is imported later.
 *
 * @param goneOf - finds which of some users are not in the store; called only when keys have holders
 */
export const forgetHolders = async (
  directory: string,
  files: Files,
  now: Instant,
  goneOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> => {
  if (holdersOf((await readKeyFile(directory)).keys).length === 0) return;
  const revokedAt = formatInstant(now);
  await changeKeys(
    directory,
    async (keys) => {
      const gone = await goneOf(holdersOf(keys));
      if (gone.size === 0) return keys;
      return keys.map((key) =>
        key.userId !== null && gone.has(key.userId)
          ? { ...key, userId: null, revokedAt: key.revokedAt ?? revokedAt }
          : key,
      );
    },
    files,
  );
};

/**
 * Who holds the key of a hash; `null` for a key that is revoked. What the time of a look-up may show of a hash shows
 * nothing of a key.
 */
export type KeyHolders = ReadonlyMap<string, string | null>;

/**
 * The keys made for a store, read anew whenever their file or the manifest was replaced: a revocation counts at once.
 * Keys that are missing or older than the manifest says are refused. Where the manifest is unreadable, the last one counts.
 */
export const madeKeys = (directory: string): (() => Promise<KeyHolders>) => {
  const paths = storePaths(directory);
  let known: string | null = null;
  const knownChecksum = async (): Promise<string | null> => {
    const manifest = await readManifest(directory, diskFiles).catch(() => null);
    if (manifest !== null) known = manifest.keys;
    return known;
  };
  let held: { readonly stamp: string; readonly holders: KeyHolders } = {
    stamp: '',
    holders: new Map(),
  };
  return async () => {
    const stamp = `${stampOf(paths.manifest)} ${stampOf(paths.keys)}`;
    if (stamp !== held.stamp) {
      const { keys, sha256: read } = await readKeyFile(directory, knownChecksum);
      known = read;
      const holders = new Map(
        keys.map(({ sha256, userId, revokedAt }) => [sha256, revokedAt === null ? userId : null]),
      );
      held = { stamp, holders };
    }
    return held.holders;
  };
};
