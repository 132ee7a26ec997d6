import { columnsFrom, rosterRow } from '@tallyboard/core';
import {
  type DateRange,
  type Day,
  type FactKind,
  noFacts,
  type RosterRow,
} from '@tallyboard/core/vocabulary';
import { type Asking, asking } from '../read/asking.js';
import type { ScopeVersion } from '../read/fact-rows.js';
import type { Shards } from '../shards.js';
import { type Sql, sql } from '../sql/sql.js';
import { within } from './conditions.js';

/** What somebody did: how much in the range, and on which day for the last time ever. */
interface Doing {
  readonly count: number;
  readonly last: number;
}

/** A condition that a row of the table `user` is one of a current member. */
const ofMember = ({ from }: Asking): Sql =>
  sql`id IN (SELECT userId FROM ${from('member')} AND isNull(leftAt))`;

/** What the members did, by code: so many rows of a table name them in a column. */
const doingsIn = async (
  ask: Asking,
  table: FactKind,
  column: Sql,
  range: DateRange,
): Promise<ReadonlyMap<number, Doing>> => {
  const found = await ask.rows(
    sql`SELECT ${column} AS person, countIf(${within(range)}) AS n, max(day) AS last
      FROM ${ask.from(table)} AND ${column} IN (SELECT code FROM ${ask.from('user')} AND ${ofMember(ask)})
      GROUP BY person`,
  );
  return new Map(
    found.map(({ person, n, last }) => [Number(person), { count: Number(n), last: Number(last) }]),
  );
};

/** The members, as an index has them, with their codes in the scope. */
const membersIn = async (ask: Asking) => {
  const coded = await ask.rows(sql`SELECT id, code FROM ${ask.from('user')} AND ${ofMember(ask)}`);
  const { members } = columnsFrom({
    ...noFacts(),
    user: await ask.facts('user', ofMember(ask)),
    member: await ask.facts('member', sql`isNull(leftAt)`),
  });
  return { members, codes: new Map(coded.map(({ id, code }) => [String(id), Number(code)])) };
};

/**
 * Has ClickHouse count all rows of a roster, in any order: for organizations whose index no process has
 * room for. Reads the whole version of its tables.
 */
export const rosterInSql = async (
  shards: Shards,
  of: ScopeVersion,
  range: DateRange,
): Promise<readonly RosterRow[]> => {
  const ask = asking(shards, of);
  const { members, codes } = await membersIn(ask);
  const boards = await doingsIn(ask, 'board', sql`author`, range);
  const posts = await doingsIn(ask, 'post', sql`author`, range);
  const comments = await doingsIn(ask, 'comment', sql`author`, range);
  const reactions = await doingsIn(ask, 'reaction', sql`author`, range);
  const visits = await doingsIn(ask, 'visit', sql`visitor`, range);
  return members.ids.map((id, member) => {
    const code = codes.get(id)!;
    const days = [boards, posts, comments, reactions, visits].flatMap(
      (doings) => doings.get(code)?.last ?? [],
    );
    const madeOf = (doings: ReadonlyMap<number, Doing>): number => doings.get(code)?.count ?? 0;
    return rosterRow(members, member, days.length === 0 ? null : (Math.max(...days) as Day), {
      boards: madeOf(boards),
      posts: madeOf(posts),
      comments: madeOf(comments),
      reactions: madeOf(reactions),
    });
  });
};
