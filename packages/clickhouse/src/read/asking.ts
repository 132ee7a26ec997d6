import type { FactByKind, FactKind } from '@tallyboard/core/vocabulary';
import type { Row, Shards } from '../shards.js';
import type { Sql } from '../sql/sql.js';
import { factRows, type ScopeVersion, versionOf } from './fact-rows.js';
import { type ColumnTypes, type ReadColumns, readNative } from './native.js';

/** Asks one version of a scope. */
export interface Asking {
  /** A table, narrowed to the version; ends with a condition. */
  readonly from: (table: FactKind) => Sql;
  readonly rows: (query: Sql) => Promise<readonly Row[]>;
  /** The columns of a result, whose types must be these. */
  readonly columns: <T extends ColumnTypes>(types: T, query: Sql) => Promise<ReadColumns<T>>;
  /** All facts of a kind that a condition holds for; without one, for kinds with few of them. */
  readonly facts: <K extends FactKind>(
    kind: K,
    condition?: Sql,
  ) => Promise<readonly FactByKind[K][]>;
}

/** What asks one version of a scope, on the shard that holds it. */
export const asking = (shards: Shards, of: ScopeVersion): Asking => {
  const shard = shards.of(of.scope);
  return {
    from: (kind) => versionOf(shards, kind, of),
    rows: (query) => shard.rows(query),
    columns: (types, query) => shard.native(query, (pieces) => readNative(pieces, types)),
    facts: (kind, condition) => factRows(shards, kind, of, condition),
  };
};
