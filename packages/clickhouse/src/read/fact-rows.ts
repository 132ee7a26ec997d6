import type { FactByKind, FactKind } from '@tallyboard/core/vocabulary';
import { fieldsOf } from '../schema/columns.js';
import type { Shards } from '../shards.js';
import { joined, name, type Sql, sql } from '../sql/sql.js';

/** One version of a scope: the rows that count for a reader that has begun with it. */
export interface ScopeVersion {
  readonly scope: string;
  readonly version: number;
  /** The versions with which its rows came: its own, and those of the imports that it only added to. */
  readonly parts: readonly number[];
}

/** A condition that a row came with one of some versions. */
export const isOfParts = (parts: readonly number[]): Sql => {
  const list = joined(
    parts.map((part) => sql`${part}`),
    ', ',
  );
  return parts.length === 0 ? sql`0` : sql`version IN (${list})`;
};

/** The table of a kind, narrowed to what one version of a scope has in it. */
export const versionOf = (
  { database }: Shards,
  table: string,
  { scope, parts }: Pick<ScopeVersion, 'scope' | 'parts'>,
): Sql => sql`${name(database)}.${name(table)} WHERE scope = ${scope} AND ${isOfParts(parts)}`;

const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
  boolean: (value) => value === 1 || value === true,
  number: Number,
  amount: Number,
  instant: Number,
  count: Number,
  object: (value) => JSON.parse(String(value)) as unknown,
  keyValues: (value) => JSON.parse(String(value)) as unknown,
};

/** Facts of one kind in a version of a scope that a further condition holds for; of all fields, or of some. */
export const factRows = async <K extends FactKind>(
  shards: Shards,
  kind: K,
  of: ScopeVersion,
  condition: Sql = sql`1`,
  order: Sql = sql``,
  only: readonly string[] | null = null,
): Promise<readonly FactByKind[K][]> => {
  const fields = fieldsOf[kind].filter(({ name }) => only === null || only.includes(name));
  const columns = joined(
    fields.map((field) => name(field.name)),
    ', ',
  );
  const rows = await shards
    .of(of.scope)
    .rows(sql`SELECT ${columns} FROM ${versionOf(shards, kind, of)} AND (${condition}) ${order}`);
  for (const { name: field, type } of fields) {
    const form = forms[type];
    if (form === undefined) continue;
    for (const fact of rows as readonly Record<string, unknown>[]) {
      if (fact[field] !== null) fact[field] = form(fact[field]);
    }
  }
  return rows as unknown as readonly FactByKind[K][];
};

/** A condition that a column holds one of some texts. */
export const isOneOf = (column: string, texts: Iterable<string>): Sql => {
  const list = [...new Set(texts)];
  return list.length === 0 ? sql`0` : sql`${name(column)} IN ${list}`;
};
