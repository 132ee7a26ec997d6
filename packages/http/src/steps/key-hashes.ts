import { boundedCache } from '../indexes/bounded-cache.js';
import type { Awaitable, Sha256 } from '../ports.js';
import { bytesOfHeader } from '../wire/sha256.js';

/** Hashes keys; those in use it need not hash again. */
export interface KeyHashes {
  /** The hash of a key as it was sent. */
  readonly of: (key: string) => Awaitable<string>;
  /** Remembers the hash of a key that somebody holds: guesses are not worth it. */
  readonly keep: (key: string, sha256: string) => void;
}

/** Room for keys and their hashes: for some thousands. */
const bytesMax = 2 ** 20;
/** What a key takes beside its letters, in bytes. */
const keyBytes = 256;

/**
 * Hashes of keys in use. It knows nothing of who holds them: that is asked every time, so a key is
 * revoked as soon as its port says so.
 */
export const keyHashes = (hash: Sha256): KeyHashes => {
  const kept = boundedCache<string>(bytesMax);
  return {
    of: (key) => kept.get(key) ?? hash(bytesOfHeader(key)),
    keep: (key, sha256) => {
      if (kept.get(key) === undefined) kept.set(key, sha256, keyBytes + 2 * key.length);
    },
  };
};
