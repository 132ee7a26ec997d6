import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import {
  type MadeKey,
  namedKey,
  newKey,
  type StoredKey,
  StoreRefused,
  sha256OfKey,
} from '@tallyboard/store';
import { versionAt } from '../load/versions.js';
import { factRows } from '../read/fact-rows.js';
import { newestVersion } from '../read/heads.js';
import { answeringSoon } from '../read/in-time.js';
import { placesOf } from '../read/records.js';
import type { Shards } from '../shards.js';
import { type Sql, sql } from '../sql/sql.js';
import { type KnownKey, keyOfHash, keysWhere, scopeOfKey } from './key-rows.js';

/**
 * The keys of a ClickHouse, as `createKey`, `listKeys` and `revokeKey` have those of a store. Of each
 * only the SHA-256 is kept; `createdAt` is when it first came here, made or imported. All of them reject
 * with `Unavailable` when a shard that is needed is away: nothing was written then.
 */
export interface ClickhouseKeys {
  /** Makes a key for a user; rejects with `StoreRefused` when no scope knows the user now. */
  readonly create: (userId: string, now: Instant) => Promise<MadeKey>;
  /** All keys of all shards, revoked ones too. */
  readonly list: () => Promise<readonly StoredKey[]>;
  /**
   * Revokes a key for good, named by the start of its hash or by itself. Named by itself, only the shard
   * that has it is asked.
   */
  readonly revoke: (name: string, now: Instant) => Promise<StoredKey>;
}

const storedOf = ({ fact, since }: KnownKey): StoredKey => ({
  sha256: fact.keySha256,
  userId: fact.userId,
  createdAt: formatInstant(since),
  revokedAt: fact.revokedAt === null ? null : formatInstant(fact.revokedAt),
});

const isKnown = async (shards: Shards, userId: string): Promise<boolean> => {
  for (const scope of await placesOf(shards, `user_${userId}`)) {
    const version = await newestVersion(shards, scope);
    if (version === null) continue;
    if ((await factRows(shards, 'user', version, sql`id = ${userId}`)).length > 0) return true;
  }
  return false;
};

const onAllShards = async (shards: Shards, condition: Sql): Promise<readonly KnownKey[]> =>
  (await Promise.all(shards.all.map((shard) => keysWhere(shard, shards, condition)))).flat();

/** Keys with a name: the key itself, or all whose hash begins so, which is a run of the primary key. */
const keysNamed = async (shards: Shards, name: string): Promise<readonly KnownKey[]> => {
  const itself = await keyOfHash(shards, sha256OfKey(name));
  const start = scopeOfKey(name);
  return itself === null
    ? onAllShards(shards, sql`scope >= ${start} AND scope <= ${`${start}~`}`)
    : [itself];
};

const write = (
  shards: Shards,
  { sha256, userId }: Pick<StoredKey, 'sha256' | 'userId'>,
  revokedAt: Instant | null,
  now: Instant,
): Promise<void> => {
  const scope = scopeOfKey(sha256);
  const row = { scope, version: versionAt(now), keySha256: sha256, userId, revokedAt };
  return shards.of(scope).insertRows('apiKey', [row]);
};

const inOrder = (a: StoredKey, b: StoredKey): number => {
  const [first, second] = [`${a.userId} ${a.sha256}`, `${b.userId} ${b.sha256}`];
  return first < second ? -1 : 1;
};

/** Makes, lists and revokes keys in a ClickHouse that has facts. */
export const clickhouseKeys = (opened: Shards): ClickhouseKeys => {
  const shards = answeringSoon(opened);
  return {
    create: async (userId, now) => {
      if (!(await isKnown(shards, userId))) {
        throw new StoreRefused(`the ClickHouse has no user ${userId}`);
      }
      const made = newKey(userId, now);
      await write(shards, made.stored, null, now);
      return made;
    },
    list: async () => (await onAllShards(opened, sql`1`)).map(storedOf).toSorted(inOrder),
    revoke: async (name, now) => {
      const found = namedKey((await keysNamed(shards, name)).map(storedOf), name, 'the ClickHouse');
      if (found.revokedAt !== null) return found;
      await write(shards, found, now, now);
      return { ...found, revokedAt: formatInstant(now) };
    },
  };
};
