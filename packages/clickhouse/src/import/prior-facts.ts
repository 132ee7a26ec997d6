import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factKeys, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { factsIn, fieldColumns } from '../facts.js';
import { decidingFirst } from '../key-rows.js';
import type { Row, Shards } from '../shards.js';
import { joined, name, type Sql, sql } from '../sql.js';
import { countedVersions, everywhere, keyOf, tableIn, versionAt } from '../versions.js';

/** What an import asks ClickHouse for: facts by their keys, and facts that refer to something. */
export interface Asked {
  /** Keys of facts of any kind. */
  readonly keys: ReadonlySet<string>;
  /** Boards, sections, posts and attachments that move: all that is on them is asked for. */
  readonly moved: ReadonlySet<string>;
  /** An organization that is asked for as a whole, and where else its users are mentioned; `null` for none. */
  readonly replaced: string | null;
}

type Fact = Readonly<Record<string, unknown>>;

/** Fields of a kind that refer to facts of some kinds. */
const fieldsTo = (kind: FactKind, ...kinds: readonly FactKind[]): readonly Sql[] =>
  Object.entries<FactKind>(factReferences[kind]).flatMap(([field, referred]) =>
    kinds.includes(referred) ? [name(field)] : [],
  );

/** Kinds that others refer to. */
const referredKinds: ReadonlySet<FactKind> = new Set<FactKind>(
  factKinds.flatMap((kind) => Object.values<FactKind>(factReferences[kind])),
);

/** The facts of a kind on one shard that count now, of those keys of which some row is of a condition. */
const factsWith = (shards: Shards, kind: FactKind, condition: Sql): Sql => {
  const [table, key, fields] = [tableIn(shards, kind), keyOf(kind), fieldColumns(kind)];
  const rows = sql`SELECT ${fields}, removed FROM ${table}
    WHERE (organization, ${key}) IN (SELECT organization, ${key} FROM ${table} WHERE ${condition})`;
  return kind === 'apiKey'
    ? sql`${rows} ORDER BY ${decidingFirst} LIMIT 1 BY organization`
    : sql`SELECT ${fields} FROM (${rows} AND (organization, version) IN (${countedVersions(shards)})
        ORDER BY version DESC LIMIT 1 BY organization, ${key}) WHERE NOT removed`;
};

/** Takes facts of a kind, and gives those that it had not taken before. */
const unseen = () => {
  const seen = new Map(factKinds.map((kind) => [kind, new Set<string>()]));
  return (kind: FactKind, facts: readonly Fact[]): readonly Fact[] =>
    facts.filter((fact) => {
      const key = JSON.stringify(factKeys[kind].map((field) => fact[field]));
      const [own, size] = [seen.get(kind)!, seen.get(kind)!.size];
      return own.add(key).size > size;
    });
};

/** What is asked for by keys: of terms and seats all of an organization, of members the owners too. */
const byKey = (kind: FactKind, ids: Sql, isFirst: boolean): readonly Sql[] => {
  if (kind === 'billingTerm' || kind === 'seatChange') return [sql`organization IN (${ids})`];
  const owners = kind === 'member' ? [sql`role = 'owner' AND organization IN (${ids})`] : [];
  return isFirst || referredKinds.has(kind) ? [...owners, sql`${keyOf(kind)} IN (${ids})`] : owners;
};

/** Facts of other organizations that mention users: one that never changed for each, and all that did. */
const mentions = (shards: Shards, kind: FactKind, users: Sql, replaced: string): readonly Sql[] =>
  (kind === 'apiKey' ? [] : fieldsTo(kind, 'user')).flatMap((field) => {
    const [table, key] = [tableIn(shards, kind), keyOf(kind)];
    const changed = sql`(organization, ${key}) IN (SELECT organization, ${key} FROM ${table} WHERE again)`;
    const rows = sql`${field} IN (${users}) AND organization != ${replaced}
      AND (organization, version) IN (${countedVersions(shards)})`;
    const one = sql`SELECT organization, ${key} FROM ${table} WHERE ${rows} AND NOT ${changed} LIMIT 1 BY ${field}`;
    return [sql`(organization, ${key}) IN (${one})`, sql`(${rows} AND ${changed})`];
  });

/** Reads what ClickHouse has of what is asked for, and of what that refers to. */
const readPrior = async (
  shards: Shards,
  { keys, moved, replaced }: Asked,
  take: (kind: FactKind, facts: readonly Fact[]) => Promise<void>,
): Promise<void> => {
  const version = versionAt(Date.now());
  const fresh = unseen();
  const people = new Set<string>();
  /** Leaves ids on every shard, and gives the query for them: there may be a million. */
  const leave = async (what: string, ids: Iterable<string>): Promise<Sql> => {
    const rows = Array.from(ids, (id) => ({ version, what, id }));
    await Promise.all(shards.all.map((shard) => shard.insertRows('asked', rows)));
    return sql`SELECT id FROM ${tableIn(shards, 'asked')} WHERE version = ${version} AND what = ${what}`;
  };
  const found = new Set(keys);
  /** Reads facts of all kinds; gives what they refer to. */
  const readAll = async (conditionsOf: (kind: FactKind) => readonly Sql[]): Promise<string[]> => {
    const referred = new Set<string>();
    const read = async (kind: FactKind): Promise<void> => {
      const conditions = conditionsOf(kind);
      if (conditions.length === 0) return;
      const query = factsWith(shards, kind, joined(conditions, ' OR '));
      const asked = kind === 'user' ? [shards.of(everywhere)] : shards.all;
      const takeRows = async (rows: readonly Row[]): Promise<void> => {
        const facts = fresh(kind, factsIn(kind, rows));
        for (const fact of facts) {
          for (const [field, to] of Object.entries<FactKind>(factReferences[kind])) {
            const id = fact[field];
            if (typeof id !== 'string') continue;
            if (!found.has(id)) referred.add(id);
            if (to === 'user') people.add(id);
          }
        }
        await take(kind, facts);
      };
      await Promise.all(asked.map((shard) => shard.eachRows(query, takeRows)));
    };
    await Promise.all(factKinds.map(read));
    for (const id of referred) found.add(id);
    return [...referred];
  };

  const [named, movedIds] = [await leave('0', keys), await leave('moved', moved)];
  let next = await readAll((kind) => [
    ...byKey(kind, named, true),
    ...(moved.size === 0 ? [] : fieldsTo(kind, 'board', 'section', 'post', 'attachment')).map(
      (field) => sql`${field} IN (${movedIds})`,
    ),
    ...(replaced === null ? [] : [sql`organization = ${replaced}`]),
  ]);
  if (replaced !== null) {
    const users = await leave('people', people);
    next = [...next, ...(await readAll((kind) => mentions(shards, kind, users, replaced)))];
  }
  for (let round = 1; next.length > 0; round++) {
    const ids = await leave(String(round), next);
    next = await readAll((kind) => byKey(kind, ids, false));
  }
};

/**
 * Writes what ClickHouse has of what an import asks for as a file of facts, so that the import meets it as it would meet
 * what is in a store.
 *
 * @returns the path of the file; `null` when there was nothing
 */
export const writePriorFacts = async (
  shards: Shards,
  asked: Asked,
  directory: string,
): Promise<string | null> => {
  const path = join(directory, 'prior.ndjson');
  const file = createWriteStream(path);
  let count = 0;
  await readPrior(shards, asked, async (kind, facts) => {
    count += facts.length;
    for (const fact of facts) {
      const line = JSON.stringify(writeFact(kind, fact as never));
      if (!file.write(`${line}\n`)) await once(file, 'drain');
    }
  });
  file.end();
  await once(file, 'close');
  return count === 0 ? null : path;
};
