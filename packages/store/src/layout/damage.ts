import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { type Manifest, storePaths } from './manifest.js';
import { sha256OfFile } from './sha256.js';
import { StoreRefused } from './store-refused.js';

/** What is wrong with a file of a store; `null` when it is as it was written. */
export const damageOf = async (path: string, sha256: string): Promise<string | null> => {
  try {
    return (await sha256OfFile(path)) === sha256
      ? null
      : `${path} is damaged: its content is not what was written`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${path} cannot be read (${reason})`;
  }
};

/** The sentence that refuses a damaged store, and says what helps. */
export const damaged = (damages: readonly string[]): StoreRefused =>
  new StoreRefused(
    `${damages.join('; ')}. Put it back from a copy, or import the facts into a new store`,
  );

/** What changes when a file is written again. */
const markOf = async (path: string, sha256: string): Promise<string> => {
  const found = await stat(path).catch(() => null);
  return [path, sha256, found?.ino, found?.size, found?.mtimeMs].join(' ');
};

/**
 * Every segment of some kinds, and the access file, that is not as it was written.
 *
 * @param sound - files that were whole when they were last read: they are read again when they were written since
 */
export const damagesOf = async (
  directory: string,
  { segments, access }: Manifest,
  kinds: readonly FactKind[] = factKinds,
  sound: Set<string> = new Set(),
): Promise<readonly string[]> => {
  const files = [
    ...segments.filter(({ kind }) => kinds.includes(kind)),
    ...(access === null || kinds.length === 0 ? [] : [access]),
  ];
  const damages: string[] = [];
  for (const { file, sha256 } of files) {
    const path = join(storePaths(directory).segments, file);
    const mark = await markOf(path, sha256);
    if (sound.has(mark)) continue;
    const damage = await damageOf(path, sha256);
    if (damage === null) sound.add(mark);
    else damages.push(damage);
  }
  return damages;
};

/**
 * Makes sure that the segments of some kinds are what was written, before anything is read from them:
 * Parquet has no checksums of its own that DuckDB would look at.
 *
 * @param sound - see `damagesOf`
 * @throws StoreRefused with every damaged file
 */
export const insistOnWhole = async (
  directory: string,
  manifest: Manifest,
  kinds?: readonly FactKind[],
  sound?: Set<string>,
): Promise<void> => {
  const damages = await damagesOf(directory, manifest, kinds, sound);
  if (damages.length > 0) throw damaged(damages);
};
