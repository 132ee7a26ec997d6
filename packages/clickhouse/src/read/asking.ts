import type { FactByKind, FactKind } from '@tallyboard/core/vocabulary';
import type { Row, Shards } from '../shards.js';
import { type ColumnTypes, nativeColumns, type ReadColumns } from '../sql/native.js';
import type { Sql } from '../sql/sql.js';
import { factRows, type ScopeVersion, versionOf } from './fact-rows.js';

/** Reads one version of a scope, on the shard that holds it. */
export interface Asking {
  /** A table, narrowed to the version; it ends with a condition. */
  readonly from: (table: FactKind) => Sql;
  readonly rows: (query: Sql) => Promise<readonly Row[]>;
  /** The columns of a result, whose types must be these. */
  readonly columns: <T extends ColumnTypes>(types: T, query: Sql) => Promise<ReadColumns<T>>;
  /** All facts of a kind; for kinds with few of them. */
  readonly facts: <K extends FactKind>(kind: K) => Promise<readonly FactByKind[K][]>;
}

/** Reads a version. */
export const asking = (shards: Shards, of: ScopeVersion): Asking => {
  const shard = shards.of(of.scope);
  return {
    from: (kind) => versionOf(shards, kind, of),
    rows: (query) => shard.rows(query),
    columns: (types, query) => shard.native(query, (pieces) => nativeColumns(pieces, types)),
    facts: (kind) => factRows(shards, kind, of),
  };
};
