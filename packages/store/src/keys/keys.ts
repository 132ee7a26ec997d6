import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import { literal } from '../duck/sql.js';
import { diskFiles } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import { StoreRefused } from '../layout/store-refused.js';
import { withStored } from '../read/with-stored.js';
import { readKeyFile, type StoredKey, writeKeyFile } from './key-file.js';
import { type MadeKey, namedKey, newKey } from './key-names.js';

/** Makes a key for a user of the store. The key is given back here and kept nowhere. */
export const createKey = async (
  directory: string,
  userId: string,
  now: Instant,
): Promise<MadeKey> => {
  const known = await withStored(directory, ({ rows }) =>
    rows(`SELECT id FROM stored_user WHERE id = ${literal(userId)}`),
  );
  if (known.length === 0) throw new StoreRefused(`the store knows no user ${userId}`);
  const made = newKey(userId, now);
  await withLock(directory, 'keys', async () =>
    writeKeyFile(directory, [...(await readKeyFile(directory)), made.stored], diskFiles),
  );
  return made;
};

/** All keys: those that came with facts, then those made here; a revocation made here counts. */
export const listKeys = async (directory: string): Promise<readonly StoredKey[]> => {
  const facts = await withStored(directory, ({ rows }) =>
    rows(
      `SELECT "keySha256" AS sha256, "userId", strftime("revokedAt", '%Y-%m-%dT%H:%M:%S.%gZ') AS "revokedAt"
       FROM "stored_apiKey" ORDER BY "userId", sha256`,
    ),
  );
  const made = await readKeyFile(directory);
  const own = new Set(made.map(({ sha256 }) => sha256));
  const imported = facts.map((row): StoredKey => {
    const { sha256, userId, revokedAt } = row as unknown as StoredKey;
    return { sha256, userId, createdAt: null, revokedAt };
  });
  return [...imported.filter(({ sha256 }) => !own.has(sha256)), ...made];
};

/** Revokes a key, named by the start of its hash or by itself; gives back what was revoked. */
export const revokeKey = async (
  directory: string,
  name: string,
  now: Instant,
): Promise<StoredKey> => {
  const found = namedKey(await listKeys(directory), name, 'the store');
  const revoked = { ...found, revokedAt: found.revokedAt ?? formatInstant(now) };
  await withLock(directory, 'keys', async () => {
    const rest = (await readKeyFile(directory)).filter(({ sha256 }) => sha256 !== found.sha256);
    await writeKeyFile(directory, [...rest, revoked], diskFiles);
  });
  return revoked;
};
