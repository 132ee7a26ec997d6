import type { FactByKind, Instant } from '@tallyboard/core/vocabulary';
import { together } from './read/together.js';
import type { Shard, Shards } from './shards.js';
import { type Sql, sql } from './sql.js';
import { tableIn, timeOfVersion } from './versions.js';

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

/** One key, from the one shard that can have it. */
export const keyOfHash = async (shards: Shards, sha256: string): Promise<KnownKey | null> => {
  const organization = organizationOfKey(sha256);
  const [known] = await keysWhere(
    shards.of(organization),
    shards,
    sql`organization = ${organization}`,
  );
  return known ?? null;
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
