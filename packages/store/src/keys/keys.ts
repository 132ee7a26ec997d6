import { mayReadAnalytics } from '@tallyboard/core/engine';
import {
  formatInstant,
  type Instant,
  type OrganizationType,
  type Role,
} from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { timeText } from '../duck/sql.js';
import { withLock } from '../layout/lock.js';
import { readManifest, replaceManifest, type StoredKey } from '../layout/manifest.js';
import { StoreRefused } from '../layout/store-refused.js';
import { isOneOf } from '../read/fact-rows.js';
import { withStored } from '../read/with-stored.js';
import { type MadeKey, namedKey, newKey } from './key-names.js';

/** A key that was just made, with what is known of its holder. */
export interface CreatedKey extends MadeKey {
  /** What is stored of it, and what its holder may read. */
  readonly stored: ListedKey;
}

/** Stores a key in place of one of the same hash. The caller holds `manifest.lock`. */
const putKey = async (directory: string, key: StoredKey): Promise<void> => {
  const manifest = await readManifest(directory);
  const others = manifest.keys.filter(({ sha256 }) => sha256 !== key.sha256);
  await replaceManifest(directory, { ...manifest, keys: [...others, key] });
};

/** Makes a key for a user of the store. The key is given back here and stored nowhere. */
export const createKey = (directory: string, userId: string, now: Instant): Promise<CreatedKey> =>
  // The user is looked up under the lock: an import that erases the user comes before or after.
  withLock(directory, 'manifest', async () => {
    const holder = await withStored(
      directory,
      async (database) => (await holdersOf(database, [userId])).get(userId),
      holderKinds,
    );
    if (holder === undefined) {
      throw new StoreRefused(
        `the store has no user ${userId}; 'tallyboard stats' shows the ids of the owners`,
      );
    }
    const made = newKey(userId, now);
    await putKey(directory, made.stored);
    return { ...made, stored: { ...made.stored, ...holder } };
  });

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
  readonly role: Role;
  /** Whether the key may read the analytics of the organization (5.2, 5.3). */
  readonly readsAnalytics: boolean;
}

type Holder = Pick<ListedKey, 'userName' | 'memberships'>;

/** A membership of a user; a user without one has a row in which the organization is null. */
interface HolderRow {
  readonly userId: string;
  readonly userName: string | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly type: OrganizationType;
  readonly role: Role;
  readonly ownerEnrolled: boolean;
}

const holderKinds = ['user', 'organization', 'member'] as const;

/** What is known of users, by their ids. */
const holdersOf = async ({ rows }: Database, userIds: readonly string[]) => {
  const found = await rows(
    `SELECT holder.id AS "userId", holder.name AS "userName", organization.id, organization.name, type, role,
       coalesce(owner.enrolled, false) AS "ownerEnrolled"
     FROM (SELECT id, name FROM stored_user WHERE ${isOneOf('id', userIds)}) AS holder
     LEFT JOIN (SELECT * FROM stored_member WHERE "leftAt" IS NULL) AS member
       ON member."userId" = holder.id
     LEFT JOIN stored_organization AS organization ON member."organizationId" = organization.id
     LEFT JOIN stored_user AS owner ON organization."ownerId" = owner.id
     ORDER BY organization.name, organization.id`,
  );
  const holders = new Map<string, Holder>();
  for (const row of found) {
    const { userId, userName, id, name, type, role, ownerEnrolled } = row as unknown as HolderRow;
    const before = holders.get(userId)?.memberships ?? [];
    const readsAnalytics = (organizationId: string): boolean =>
      mayReadAnalytics({ organization: { id: organizationId, type }, role, ownerEnrolled });
    const own = id === null ? [] : [{ id, name, role, readsAnalytics: readsAnalytics(id) }];
    holders.set(userId, { userName, memberships: [...before, ...own] });
  }
  return holders;
};

/** All keys: those that came with facts, then those made here; a revocation made here counts. */
export const listKeys = (directory: string): Promise<readonly ListedKey[]> =>
  withStored(
    directory,
    async (database, { keys: made }) => {
      const facts = await database.rows(
        `SELECT "keySha256" AS sha256, "userId", ${timeText('"revokedAt"')} AS "revokedAt"
         FROM "stored_apiKey" ORDER BY "userId", sha256`,
      );
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
    [...holderKinds, 'apiKey'],
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
  await withLock(directory, 'manifest', () =>
    putKey(directory, { sha256, userId, createdAt, revokedAt }),
  );
  return { ...found, revokedAt };
};
