import { type FactByKind, formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import {
  type MadeKey,
  namedKey,
  newKey,
  type StoredKey,
  StoreRefused,
  sha256OfKey,
} from '@tallyboard/store';
import { texts, userRows } from './facts.js';
import { together } from './read/together.js';
import { answeringSoon, type Shard, type Shards } from './shards.js';
import { type Sql, sql } from './sql.js';
import { everywhere, tableIn, timeOfVersion, usersNow, versionAt } from './versions.js';

/** What the rows of one key say together. */
export interface KnownKey {
  readonly fact: FactByKind['apiKey'];
  /** When it first came here. */
  readonly since: Instant;
}

/** Each key is an organization of its own, without a manifest: its rows count at once. */
export const organizationOfKey = (sha256: string): string => `key_${sha256}`;

/** Of the rows of a key the first in this order decides: revoked once is revoked for good. */
export const decidingFirst = sql`isNull(revokedAt), version DESC`;

/** The keys of one shard whose rows a condition holds for. */
export const keysWhere = async (
  shard: Shard,
  shards: Pick<Shards, 'database'>,
  condition: Sql,
): Promise<readonly KnownKey[]> => {
  const rows = await shard.rows(
    sql`SELECT keySha256, userId, revokedAt, version FROM ${tableIn(shards, 'apiKey')}
      WHERE ${condition} ORDER BY ${decidingFirst}`,
  );
  const known = new Map<string, KnownKey>();
  for (const { version, ...row } of rows) {
    const fact = row as unknown as KnownKey['fact'];
    const at = timeOfVersion(Number(version)) as Instant;
    const { keySha256 } = fact;
    const found = known.get(keySha256);
    const since = Math.min(found?.since ?? at, at) as Instant;
    known.set(keySha256, { fact: found?.fact ?? fact, since });
  }
  return [...known.values()];
};

/** Queries about keys that a shard has to answer at a time, and keys in one of them. */
const keyLimits = { questionsMax: 4, thingsMax: 1_000 };

/** As `keyOfHash`, with few queries whatever is asked for: unknown keys are ever new ones, and no allowance counts them. */
export const keysOfHashes = (shards: Shards): ((sha256: string) => Promise<KnownKey | null>) => {
  const askers = shards.all.map((shard) =>
    together(async (hashes) => {
      const organizations = hashes.map(organizationOfKey);
      const found = await keysWhere(shard, shards, sql`organization IN ${organizations}`);
      return new Map(found.map((key) => [key.fact.keySha256, key]));
    }, keyLimits),
  );
  return (sha256) => askers[shards.numberOf(organizationOfKey(sha256))]!(sha256);
};

/**
 * The keys of a ClickHouse, as `createKey`, `listKeys` and `revokeKey` have those of a store. Of each
 * only the SHA-256 is kept; `createdAt` is when it first came here, made or imported. All of them reject
 * with `Unavailable` when a shard that is needed cannot be reached: nothing was written then.
 */
export interface ClickhouseKeys {
  /** Makes a key for a user; rejects with `StoreRefused` when there is no such user now. */
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

const onAllShards = async (shards: Shards, condition: Sql): Promise<readonly KnownKey[]> =>
  (await Promise.all(shards.all.map((shard) => keysWhere(shard, shards, condition)))).flat();

/** Keys with a name: the key itself, or all whose hash begins so, which is a run of the primary key. */
const keysNamed = async (shards: Shards, name: string): Promise<readonly KnownKey[]> => {
  const itself = organizationOfKey(sha256OfKey(name));
  const found = await keysWhere(shards.of(itself), shards, sql`organization = ${itself}`);
  if (found.length > 0) return found;
  const start = organizationOfKey(name);
  return onAllShards(shards, sql`organization >= ${start} AND organization <= ${`${start}~`}`);
};

const write = (
  shards: Shards,
  { sha256, userId }: Pick<StoredKey, 'sha256' | 'userId'>,
  revokedAt: Instant | null,
  now: Instant,
): Promise<void> => {
  const organization = organizationOfKey(sha256);
  const row = { organization, version: versionAt(now), keySha256: sha256, userId, revokedAt };
  return shards.of(organization).insertRows('apiKey', [row]);
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
      const found = await userRows(shards, everywhere, usersNow, texts([userId]));
      if (found.length === 0) {
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
