import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { keysWhere, scopeOfKey } from '../keys/key-rows.js';
import { factRows, type ScopeVersion } from '../read/fact-rows.js';
import { newestVersion } from '../read/heads.js';
import type { Shards } from '../shards.js';
import { type Sql, sql } from '../sql/sql.js';

const organizationKinds = factKinds.filter((kind) => kind !== 'apiKey');

/** What each of some keys is now. */
const keyFacts = async (shards: Shards, hashes: readonly string[]) => {
  const some = hashes.map(scopeOfKey);
  const asked = some.length === 0 ? [] : shards.all;
  const known = await Promise.all(
    asked.map((shard) => keysWhere(shard, shards, sql`scope IN ${some}`)),
  );
  return known.flat().map(({ fact }) => fact);
};

/** What to write, and where. */
export interface PriorFacts {
  readonly scopes: readonly string[];
  /** Hashes of keys. */
  readonly keys: readonly string[];
  /** Where the file goes. */
  readonly directory: string;
  /** A condition for the facts of a kind; without one they are all written. */
  readonly conditionOf?: (kind: FactKind, of: ScopeVersion) => Sql;
}

/**
 * Writes what ClickHouse has in some scopes as a file of facts, so that an import meets it as it would
 * meet what is in a store.
 *
 * @returns the path of the file; `null` when there was nothing
 */
export const writePriorFacts = async (
  shards: Shards,
  { scopes, keys, directory, conditionOf = () => sql`1` }: PriorFacts,
): Promise<string | null> => {
  const path = join(directory, 'prior.ndjson');
  const file = createWriteStream(path);
  let count = 0;
  const write = async (line: object): Promise<void> => {
    count += 1;
    if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
  };
  // Users are copied into scopes: one copy is enough.
  const users = new Set<string>();
  for (const scope of scopes) {
    const version = await newestVersion(shards, scope);
    if (version === null) continue;
    for (const kind of organizationKinds) {
      for (const fact of await factRows(shards, kind, version, conditionOf(kind, version))) {
        if (kind === 'user') {
          const { id } = fact as { readonly id: string };
          if (users.has(id)) continue;
          users.add(id);
        }
        await write(writeFact(kind, fact as never));
      }
    }
  }
  for (const key of await keyFacts(shards, keys)) {
    if (users.has(key.userId)) await write(writeFact('apiKey', key));
  }
  file.end();
  await once(file, 'close');
  return count === 0 ? null : path;
};
