import { type FactOf, formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import {
  type MadeKey,
  namedKey,
  newKey,
  type StoredKey,
  StoreRefused,
  sha256OfKey,
} from '@tallyboard/store';
import { userRows } from './facts.js';
import { together } from './read/together.js';
import type { Shard, Shards } from './shards.js';
import { type Sql, sql } from './sql.js';
import { everywhere, tableIn, timeOfVersion, usersNow, versionAt } from './versions.js';

/** Each key is an organization of its own, without a manifest: its rows count at once. */
export const organizationOfKey = (sha256: string): string => `key_${sha256}`;

/** Of the rows of a key the first in this order decides: revoked once is revoked for good. */
export const decidingFirst = sql`isNull(revokedAt), version DESC`;

/** The keys of one shard whose rows a condition holds for; each is there since its first row. */
const keysWhere = async (
  shard: Shard,
  shards: Shards,
  condition: Sql,
): Promise<readonly StoredKey[]> => {
  const keys = new Map<string, StoredKey>();
  const rows = await shard.rows(
    sql`SELECT keySha256, userId, revokedAt, version FROM ${tableIn(shards, 'apiKey')}
      WHERE ${condition} ORDER BY ${decidingFirst}`,
  );
  for (const { version, ...row } of rows) {
    const { keySha256: sha256, userId, revokedAt } = row as unknown as FactOf<'apiKey'>;
    const at = formatInstant(timeOfVersion(Number(version)) as Instant);
    const end = revokedAt === null ? null : formatInstant(revokedAt);
    const key = keys.get(sha256) ?? { sha256, userId, createdAt: at, revokedAt: end };
    keys.set(sha256, { ...key, createdAt: at < key.createdAt! ? at : key.createdAt });
  }
  return [...keys.values()];
};

/** Queries about keys that a shard has to answer at a time, and keys in one of them. */
const [queriesMax, keysMax] = [4, 1_000];

/** As `keyOfHash`, with few queries whatever is asked for: unknown keys are ever new ones, and no allowance counts them. */
export const keysOfHashes = (shards: Shards): ((sha256: string) => Promise<StoredKey | null>) => {
  const askers = shards.all.map((shard) => {
    const ask = async (organizations: readonly string[]) => {
      const found = await keysWhere(shard, shards, sql`organization IN ${organizations}`);
      return new Map(found.map((key) => [organizationOfKey(key.sha256), key]));
    };
    return together(ask, queriesMax, keysMax);
  });
  return (sha256) => {
    const organization = organizationOfKey(sha256);
    return askers[shards.numberOf(organization)]!(organization);
  };
};

const onAllShards = async (shards: Shards, condition: Sql): Promise<readonly StoredKey[]> =>
  (await Promise.all(shards.all.map((shard) => keysWhere(shard, shards, condition)))).flat();

/** Keys with a name: the key itself, or all whose hash begins so, which is a run of the primary key. */
const keysNamed = async (shards: Shards, name: string): Promise<readonly StoredKey[]> => {
  const itself = organizationOfKey(sha256OfKey(name));
  const found = await keysWhere(shards.of(itself), shards, sql`organization = ${itself}`);
  if (found.length > 0) return found;
  const start = organizationOfKey(name);
  return onAllShards(shards, sql`organization >= ${start} AND organization <= ${`${start}~`}`);
};

const inOrder = (a: StoredKey, b: StoredKey): number => {
  const [first, second] = [`${a.userId} ${a.sha256}`, `${b.userId} ${b.sha256}`];
  return first < second ? -1 : 1;
};

/**
 * Makes, lists and revokes keys in a ClickHouse that has facts, as `createKey`, `listKeys` and `revokeKey` do in a store.
 * Of each only the SHA-256 is kept; `createdAt` is when it first came here, made or imported. All of them reject
 * with `Unavailable` when a shard that is needed cannot be reached: nothing was written then.
 */
export const clickhouseKeys = (shards: Shards) => {
  const write = (
    { sha256, userId }: StoredKey,
    revokedAt: Instant | null,
    now: Instant,
  ): Promise<void> => {
    const organization = organizationOfKey(sha256);
    const columns = sql`(organization, version, keySha256, userId, revokedAt)`;
    return shards.of(organization).run(
      sql`INSERT INTO ${tableIn(shards, 'apiKey')} ${columns}
        VALUES (${organization}, ${versionAt(now)}, ${sha256}, ${userId}, ${revokedAt})`,
    );
  };
  return {
    /** Makes a key for a user; rejects with `StoreRefused` when there is no such user now. */
    create: async (userId: string, now: Instant): Promise<MadeKey> => {
      const found = await userRows(shards, everywhere, usersNow, sql`id = ${userId}`);
      if (found.length === 0) throw new StoreRefused(`the ClickHouse has no user ${userId}`);
      const made = newKey(userId, now);
      await write(made.stored, null, now);
      return made;
    },
    /** All keys of all shards, revoked ones too. */
    list: async (): Promise<readonly StoredKey[]> =>
      (await onAllShards(shards, sql`1`)).toSorted(inOrder),
    /**
     * Revokes a key for good, named by the start of its hash or by itself. Named by itself, only the shard
     * that has it is asked.
     */
    revoke: async (name: string, now: Instant): Promise<StoredKey> => {
      const found = namedKey(await keysNamed(shards, name), name, 'the ClickHouse');
      if (found.revokedAt !== null) return found;
      await write(found, now, now);
      return { ...found, revokedAt: formatInstant(now) };
    },
  };
};
