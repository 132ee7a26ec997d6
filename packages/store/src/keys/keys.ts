import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal } from '../duck/sql.js';
import { diskFiles } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import { StoreRefused } from '../layout/store-refused.js';
import { isOneOf } from '../read/fact-rows.js';
import { withStored } from '../read/with-stored.js';
import { readKeyFile, type StoredKey, writeKeyFile } from './key-file.js';
import { type MadeKey, namedKey, newKey } from './key-names.js';

/** Makes a key for a user of the store. The key is given back here and kept nowhere. */
export const createKey = async (
  directory: string,
  userId: string,
  now: Instant,
): Promise<MadeKey> => {
  const known = await withStored(
    directory,
    ({ rows }) => rows(`SELECT id FROM stored_user WHERE id = ${literal(userId)}`),
    ['user'],
  );
  if (known.length === 0) throw new StoreRefused(`the store knows no user ${userId}`);
  const made = newKey(userId, now);
  await withLock(directory, 'keys', async () =>
    writeKeyFile(directory, [...(await readKeyFile(directory)), made.stored], diskFiles),
  );
  return made;
};

/** A key with what is known of its holder. */
export interface ListedKey extends StoredKey {
  /** The name of the holder; `null` where the facts have none. */
  readonly userName: string | null;
  /** The organizations that the holder is a member of now. */
  readonly memberships: readonly KeyMembership[];
}

/** A membership of the holder of a key. */
export interface KeyMembership {
  /** Of the organization, with its prefix. */
  readonly id: string;
  /** Of the organization; `null` where the facts have none. */
  readonly name: string | null;
  /** The role of the holder. */
  readonly role: string;
}

/** What is known of users, by their ids. */
const holdersOf = async ({ rows }: Database, userIds: readonly string[]) => {
  const found = await rows(
    `SELECT holder.id AS "userId", holder.name AS "userName", organization.id, organization.name, role
     FROM (SELECT id, name FROM stored_user WHERE ${isOneOf('id', userIds)}) AS holder
     LEFT JOIN (SELECT * FROM stored_member WHERE "leftAt" IS NULL) AS member
       ON member."userId" = holder.id
     LEFT JOIN stored_organization AS organization ON member."organizationId" = organization.id
     ORDER BY organization.name, organization.id`,
  );
  const holders = new Map<string, Pick<ListedKey, 'userName' | 'memberships'>>();
  for (const row of found) {
    const { userId, userName, id, name, role } = row as Readonly<Record<string, string | null>>;
    const before = holders.get(userId!)?.memberships ?? [];
    const own = id == null ? [] : [{ id, name: name ?? null, role: role! }];
    holders.set(userId!, { userName: userName ?? null, memberships: [...before, ...own] });
  }
  return holders;
};

const listedKinds = ['user', 'apiKey', 'organization', 'member'] as const;

/** All keys: those that came with facts, then those made here; a revocation made here counts. */
export const listKeys = (directory: string): Promise<readonly ListedKey[]> =>
  withStored(
    directory,
    async (database) => {
      const facts = await database.rows(
        `SELECT "keySha256" AS sha256, "userId", strftime("revokedAt", '%Y-%m-%dT%H:%M:%S.%gZ') AS "revokedAt"
         FROM "stored_apiKey" ORDER BY "userId", sha256`,
      );
      const made = await readKeyFile(directory);
      const own = new Set(made.map(({ sha256 }) => sha256));
      const imported = facts.map((row): StoredKey => {
        const { sha256, userId, revokedAt } = row as unknown as StoredKey;
        return { sha256, userId, createdAt: null, revokedAt };
      });
      const keys = [...imported.filter(({ sha256 }) => !own.has(sha256)), ...made];
      const userIds = keys.flatMap(({ userId }) => (userId === null ? [] : [userId]));
      const holders = await holdersOf(database, userIds);
      const unknown = { userName: null, memberships: [] };
      return keys.map((key) => ({ ...key, ...(holders.get(key.userId ?? '') ?? unknown) }));
    },
    listedKinds,
  );

/** Revokes a key, named by the start of its hash or by itself; gives back what was revoked. */
export const revokeKey = async (
  directory: string,
  name: string,
  now: Instant,
): Promise<ListedKey> => {
  const found = namedKey(await listKeys(directory), name, 'the store');
  const { sha256, userId, createdAt } = found;
  const revokedAt = found.revokedAt ?? formatInstant(now);
  await withLock(directory, 'keys', async () => {
    const rest = (await readKeyFile(directory)).filter((key) => key.sha256 !== sha256);
    const revoked = { sha256, userId, createdAt, revokedAt };
    await writeKeyFile(directory, [...rest, revoked], diskFiles);
  });
  return { ...found, revokedAt };
};
