import { readFile } from 'node:fs/promises';
import { type Files, replaceFile } from '../layout/files.js';
import { storePaths } from '../layout/manifest.js';
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
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{"keys":[]}';
    throw error;
  });
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: unknown };
    if (Array.isArray(keys)) return keys as readonly StoredKey[];
  } catch {
    // Told below.
  }
  throw new StoreRefused(`${path} is damaged: it lists no keys`);
};

/** Replaces all of them at once. */
export const writeKeyFile = (
  directory: string,
  keys: readonly StoredKey[],
  files: Files,
): Promise<void> =>
  replaceFile(files, storePaths(directory).keys, `${JSON.stringify({ keys }, null, 1)}\n`);
