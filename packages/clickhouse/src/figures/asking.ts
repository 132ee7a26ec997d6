import type { Figure, People, Slice } from '@tallyboard/core';
import type { DateRange, FactByKind, FactKind } from '@tallyboard/core/vocabulary';
import { roles } from '@tallyboard/core/vocabulary';
import { factRows, type ScopeVersion, versionOf } from '../read/fact-rows.js';
import type { Row, Shards } from '../shards.js';
import { type Sql, sql } from '../sql/sql.js';

/** Asks one version of a scope. */
export interface Asking {
  /** A table, narrowed to the version; ends with a condition. */
  readonly from: (table: FactKind) => Sql;
  readonly rows: (query: Sql) => Promise<readonly Row[]>;
  /** All facts of a kind that a condition holds for; without one, for kinds with few of them. */
  readonly facts: <K extends FactKind>(
    kind: K,
    condition?: Sql,
  ) => Promise<readonly FactByKind[K][]>;
}

/** One figure of one slice: what the core's kernel of the metric gives. */
export type FigureInSql = (ask: Asking, slice: Slice) => Promise<Figure>;

/** What asks one version of a scope, on the shard that holds it. */
export const asking = (shards: Shards, of: ScopeVersion): Asking => {
  const shard = shards.of(of.scope);
  return {
    from: (kind) => versionOf(shards, kind, of),
    rows: (query) => shard.rows(query),
    facts: (kind, condition) => factRows(shards, kind, of, condition),
  };
};

/** A condition that an event lies in a range. */
export const within = ({ from, to }: DateRange): Sql => sql`day >= ${from} AND day <= ${to}`;

/** The names of the roles of some people. */
export const rolesOf = ({ roleMask }: People): readonly string[] =>
  roles.filter((_, code) => ((roleMask >> code) & 1) === 1);

/** Current members of the slice's roles, from the table `member`. */
export const members = ({ from }: Asking, { people }: Slice): Sql => {
  const named = rolesOf(people);
  return sql`${from('member')} AND isNull(leftAt) AND ${named.length === 0 ? sql`0` : sql`role IN ${named}`}`;
};

/** A condition that a column has the code of a current member of the slice's roles. */
export const isMember = (ask: Asking, slice: Slice, column: Sql): Sql =>
  sql`${column} IN (SELECT code FROM ${ask.from('user')} AND id IN (SELECT userId FROM ${members(ask, slice)}))`;
