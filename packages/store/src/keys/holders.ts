import { diskFiles, stampOf } from '../layout/files.js';
import { readManifest, storePaths } from '../layout/manifest.js';
import { readKeyFile } from './key-file.js';

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
