import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { keysWhere, scopeOfKey } from '../keys/key-rows.js';
import { factRows, isOneOf, type ScopeVersion } from '../read/fact-rows.js';
import { newestVersion } from '../read/heads.js';
import type { Shards } from '../shards.js';
import { type Sql, sql } from '../sql/sql.js';

type Fact = Readonly<Record<string, unknown>>;

const organizationKinds: readonly FactKind[] = factKinds.filter((kind) => kind !== 'apiKey');

/** What each of some keys is now. */
const keyFacts = async (shards: Shards, hashes: readonly string[]) => {
  const some = hashes.map(scopeOfKey);
  const asked = some.length === 0 ? [] : shards.all;
  const known = await Promise.all(
    asked.map((shard) => keysWhere(shard, shards, sql`scope IN ${some}`)),
  );
  return known.flat().map(({ fact }) => fact);
};

/** The facts of a kind with some ids. Of kinds with few facts all; of members the owners, and users with these ids. */
const namedFacts = (kind: FactKind, ids: ReadonlySet<string>): Sql => {
  if (kind === 'member') return sql`role = 'owner' OR ${isOneOf('userId', ids)}`;
  const isFew = kind === 'organization' || kind === 'billingTerm' || kind === 'seatChange';
  return isFew ? sql`1` : isOneOf('id', ids);
};

/** What facts refer to, by kind. */
const referencesOf = (kind: FactKind, facts: readonly Fact[]): readonly [FactKind, string][] =>
  Object.entries<FactKind>(factReferences[kind]).flatMap(([field, referred]) =>
    facts.flatMap(({ [field]: id }): [FactKind, string][] =>
      typeof id === 'string' ? [[referred, id]] : [],
    ),
  );

/** Gives the facts of one version of a scope with some ids, and those that they refer to; all where no ids are given. */
async function* factsOf(
  shards: Shards,
  of: ScopeVersion,
  named: readonly string[] | null,
): AsyncGenerator<readonly [FactKind, readonly Fact[]]> {
  const asked = new Map(organizationKinds.map((kind) => [kind, new Set(named)]));
  let next: ReadonlyMap<FactKind, ReadonlySet<string>> = asked;
  while (next.size > 0) {
    const referred = new Map<FactKind, Set<string>>();
    for (const [kind, ids] of next) {
      const condition = named === null ? sql`1` : namedFacts(kind, ids);
      const facts = (await factRows(shards, kind, of, condition)) as unknown as readonly Fact[];
      yield [kind, facts];
      for (const [other, id] of named === null ? [] : referencesOf(kind, facts)) {
        // The organization itself came with the first facts.
        if (other === 'organization' || asked.get(other)!.has(id)) continue;
        asked.get(other)!.add(id);
        referred.set(other, (referred.get(other) ?? new Set()).add(id));
      }
    }
    next = referred;
  }
}

/** What to write, and where. */
export interface PriorFacts {
  readonly scopes: readonly string[];
  /** Hashes of keys. */
  readonly keys: readonly string[];
  /** Where the file goes. */
  readonly directory: string;
  /** Ids: only facts that have one of them are written, and what they refer to; `null` for all. */
  readonly named: readonly string[] | null;
}

/**
 * Writes what ClickHouse has in some scopes as a file of facts, so that an import meets it as it would
 * meet what is in a store.
 *
 * @returns the path of the file; `null` when there was nothing
 */
export const writePriorFacts = async (
  shards: Shards,
  { scopes, keys, directory, named }: PriorFacts,
): Promise<string | null> => {
  const path = join(directory, 'prior.ndjson');
  const file = createWriteStream(path);
  let count = 0;
  const write = async (line: object): Promise<void> => {
    count += 1;
    if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
  };
  // Users are copied into scopes: one copy is enough.
  const users = new Set<unknown>();
  for (const scope of scopes) {
    const version = await newestVersion(shards, scope);
    if (version === null) continue;
    for await (const [kind, facts] of factsOf(shards, version, named)) {
      for (const fact of facts) {
        if (kind === 'user' && users.has(fact['id'])) continue;
        if (kind === 'user') users.add(fact['id']);
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
