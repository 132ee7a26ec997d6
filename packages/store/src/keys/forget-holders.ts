import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import type { Files } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import { readKeyFile, type StoredKey, writeKeyFile } from './key-file.js';

const holdersOf = (keys: readonly StoredKey[]): readonly string[] =>
  keys.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/**
 * Revokes keys whose holders the store no longer knows, and forgets whose they were: the hash stays, so
 * that the key stays revoked, whatever is imported later.
 *
 * @param goneOf - finds which of some users are not in the store; asked only when keys have holders
 */
export const forgetHolders = async (
  directory: string,
  files: Files,
  now: Instant,
  goneOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> => {
  if (holdersOf(await readKeyFile(directory)).length === 0) return;
  await withLock(directory, 'keys', async () => {
    const keys = await readKeyFile(directory);
    const gone = await goneOf(holdersOf(keys));
    if (gone.size === 0) return;
    const revokedAt = formatInstant(now);
    const kept = keys.map((key) =>
      key.userId !== null && gone.has(key.userId)
        ? { ...key, userId: null, revokedAt: key.revokedAt ?? revokedAt }
        : key,
    );
    await writeKeyFile(directory, kept, files);
  });
};
