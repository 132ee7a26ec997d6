import { join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { sha256OfFile } from './files.js';
import { type Manifest, storePaths } from './manifest.js';
import { StoreRefused } from './store-refused.js';

/** What is wrong with a file of a store; `null` when it is as it was written. */
export const damageOf = async (
  path: string,
  sha256: string,
  rest?: (bytesCount: number) => Promise<void>,
): Promise<string | null> => {
  try {
    return (await sha256OfFile(path, rest)) === sha256
      ? null
      : `${path} is damaged: its content is not what was written`;
  } catch (error) {
    // It was given up, and says nothing of the file.
    if (error instanceof Error && error.name === 'AbortError') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return `${path} cannot be read (${reason})`;
  }
};

/** The sentence that refuses a damaged store, and says what helps. */
export const damaged = (damages: readonly string[]): StoreRefused =>
  new StoreRefused(
    `${damages.join('; ')}. Put it back from a copy, or import the facts into a new store`,
  );

/**
 * Every segment of some kinds that is not as it was written.
 *
 * @param rest - waits between pieces of files
 */
export const damagesOf = async (
  directory: string,
  { segments }: Manifest,
  kinds: readonly FactKind[] = factKinds,
  rest?: (bytesCount: number) => Promise<void>,
): Promise<readonly string[]> => {
  const damages: string[] = [];
  for (const { kind, file, sha256 } of segments) {
    if (!kinds.includes(kind)) continue;
    const damage = await damageOf(join(storePaths(directory).segments, file), sha256, rest);
    if (damage !== null) damages.push(damage);
  }
  return damages;
};

/**
 * Makes sure that the segments of some kinds are what was written, before anything is read from them:
 * Parquet has no checksums of its own that DuckDB would look at.
 *
 * @throws StoreRefused with every damaged file
 */
export const insistOnWhole = async (
  directory: string,
  manifest: Manifest,
  kinds?: readonly FactKind[],
): Promise<void> => {
  const damages = await damagesOf(directory, manifest, kinds);
  if (damages.length > 0) throw damaged(damages);
};
