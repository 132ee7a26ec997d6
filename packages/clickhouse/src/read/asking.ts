import type { FactByKind, FactKind } from '@tallyboard/core/vocabulary';
import type { Row, Shards } from '../shards.js';
import { type ColumnTypes, nativeColumns, type ReadColumns } from '../sql/native.js';
import { type Sql, sql } from '../sql/sql.js';
import { factRows, isOfParts, type ScopeVersion, versionOf } from './fact-rows.js';

/** Reads one version of a scope, on the shard that holds it. */
export interface Asking {
  /** A table, narrowed to the version; like those below it ends with a condition. */
  readonly from: (table: FactKind) => Sql;
  /** Whether a row was added since the version before. */
  readonly isAdded: Sql;
  /** The rows that were added. */
  readonly added: (table: FactKind) => Sql;
  /** The rows that were added, and the others in which a column has one of the values of a query. */
  readonly near: (table: FactKind, column: Sql, values: Sql) => Sql;
  readonly rows: (query: Sql) => Promise<readonly Row[]>;
  /** The columns of a result, whose types must be these. */
  readonly columns: <T extends ColumnTypes>(types: T, query: Sql) => Promise<ReadColumns<T>>;
  /** All facts of a kind; for kinds with few of them. */
  readonly facts: <K extends FactKind>(kind: K) => Promise<readonly FactByKind[K][]>;
}

/**
 * Reads a version.
 *
 * @param before - a version whose rows are all there; `null` when every row counts as added
 */
export const asking = (shards: Shards, of: ScopeVersion, before: number | null): Asking => {
  const shard = shards.of(of.scope);
  const from = (kind: FactKind) => versionOf(shards, kind, of);
  const isAdded =
    before === null ? sql`1` : isOfParts(of.parts.slice(of.parts.indexOf(before) + 1));
  return {
    from,
    isAdded,
    added: (kind) => sql`${from(kind)} AND ${isAdded}`,
    near: (kind, column, values) =>
      before === null
        ? from(kind)
        : sql`${from(kind)} AND (${isAdded} OR ${column} IN (${values}))`,
    rows: (query) => shard.rows(query),
    columns: (types, query) => shard.native(query, (pieces) => nativeColumns(pieces, types)),
    facts: (kind) => factRows(shards, kind, of),
  };
};
