import { timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { diskFiles } from '../layout/files.js';
import { readManifest, storePaths } from '../layout/manifest.js';
import { readKeyFile } from './key-file.js';

/** A key by its hash, and whose it is; `null` for one that is revoked. */
interface Holder {
  readonly sha256: Buffer;
  readonly userId: string | null;
}

/** Keys in groups by the start of their hash. */
export type KeyHolders = ReadonlyMap<string, readonly Holder[]>;

const groupLength = 8;
const groupOf = (sha256: string): string => sha256.slice(0, groupLength);

/** Holders of keys, to be found by `holderOf`. */
export const keyHolders = (
  keys: Iterable<readonly [sha256: string, userId: string | null]>,
): KeyHolders => {
  const groups = new Map<string, Holder[]>();
  for (const [sha256, userId] of keys) {
    const group = groups.get(groupOf(sha256)) ?? [];
    groups.set(groupOf(sha256), group);
    group.push({ sha256: Buffer.from(sha256), userId });
  }
  return groups;
};

/**
 * The holder of a key; `null` for a revoked key, `undefined` for an unknown one. A group is found at
 * once, however many keys there are. What that may show of a hash shows nothing of a key; within a group
 * all hashes are compared, in a time that does not depend on where they differ.
 */
export const holderOf = (holders: KeyHolders, sha256: string): string | null | undefined => {
  const wanted = Buffer.from(sha256);
  let holder: string | null | undefined;
  for (const known of holders.get(groupOf(sha256)) ?? []) {
    const isEqual = known.sha256.length === wanted.length && timingSafeEqual(known.sha256, wanted);
    if (isEqual) holder = known.userId;
  }
  return holder;
};

/** What changes whenever a file is replaced. */
const stampOf = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.ino} ${found.size}`;
};

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
  let held = { stamp: '', holders: keyHolders([]) };
  return async () => {
    const stamp = `${stampOf(paths.manifest)} ${stampOf(paths.keys)}`;
    if (stamp !== held.stamp) {
      const { keys, sha256: read } = await readKeyFile(directory, knownChecksum);
      known = read;
      const holders = keyHolders(
        keys.map(({ sha256, userId, revokedAt }) => [sha256, revokedAt === null ? userId : null]),
      );
      held = { stamp, holders };
    }
    return held.holders;
  };
};
