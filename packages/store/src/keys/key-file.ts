import { type Files, readWhole, replaceFile } from '../layout/files.js';
import { storePaths } from '../layout/manifest.js';
import { sha256Of } from '../layout/sha256.js';
import { StoreRefused } from '../layout/store-refused.js';

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

/** The keys made here, and the revocations of those that came with facts. */
export const readKeyFile = async (directory: string): Promise<readonly StoredKey[]> => {
  const path = storePaths(directory).keys;
  const bytes = await readWhole(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  const keys = keysIn(bytes?.toString() ?? '{"keys":[]}');
  if (keys === null) throw new StoreRefused(`${path} is damaged: it is not what was written`);
  return keys;
};

interface KeyFile {
  readonly keys: readonly StoredKey[];
  /** The SHA-256 of `keys` as JSON; files of earlier versions have none. */
  readonly sha256?: string;
}

const keysIn = (text: string): readonly StoredKey[] | null => {
  try {
    const { keys, sha256 } = JSON.parse(text) as KeyFile;
    const isWhole = sha256 === undefined || sha256 === sha256Of(JSON.stringify(keys));
    return Array.isArray(keys) && isWhole ? keys : null;
  } catch {
    return null;
  }
};

/** Replaces all of them at once. */
export const writeKeyFile = (
  directory: string,
  keys: readonly StoredKey[],
  files: Files,
): Promise<void> =>
  replaceFile(
    files,
    storePaths(directory).keys,
    `${JSON.stringify({ keys, sha256: sha256Of(JSON.stringify(keys)) }, null, 1)}\n`,
  );
