import type { Figure, People, Slice } from '@tallyboard/core';
import { type DateRange, roles } from '@tallyboard/core/vocabulary';
import type { Asking } from '../read/asking.js';
import { type Sql, sql } from '../sql/sql.js';

/** One figure of one slice: what the core's kernel of the metric gives. */
export type FigureInSql = (ask: Asking, slice: Slice) => Promise<Figure>;

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
