import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literals } from '../duck/sql.js';
import type { Files } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import { readKeyFile, type StoredKey, writeKeyFile } from './key-file.js';

const holdersOf = (keys: readonly StoredKey[]): readonly string[] =>
  keys.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/**
 * Revokes keys whose holders the store no longer knows, and forgets whose they were: the hash stays, so
 * that the key stays revoked, whatever is imported later. The views `stored_*` must be there.
 */
export const forgetHolders = async (
  directory: string,
  { rows }: Database,
  files: Files,
  now: Instant,
): Promise<void> => {
  if (holdersOf(await readKeyFile(directory)).length === 0) return;
  await withLock(directory, 'keys', async () => {
    const keys = await readKeyFile(directory);
    const gone = await rows(
      `SELECT id FROM (SELECT unnest(${literals(holdersOf(keys))}) AS id)
       ANTI JOIN stored_user USING (id)`,
    );
    if (gone.length === 0) return;
    const ids = new Set(gone.map(({ id }) => id));
    const revokedAt = formatInstant(now);
    const kept = keys.map((key) =>
      ids.has(key.userId) ? { ...key, userId: null, revokedAt: key.revokedAt ?? revokedAt } : key,
    );
    await writeKeyFile(directory, kept, files);
  });
};
