import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import type { Files } from '../layout/files.js';
import { changeKeys, readKeyFile, type StoredKey } from './key-file.js';

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
