import { type Slice, shownName } from '@tallyboard/core';
import {
  type FactByKind,
  type FactKind,
  limits,
  type RankedItem,
  type SortBy,
} from '@tallyboard/core/vocabulary';
import type { Asking } from '../read/asking.js';
import { joined, type Sql, sql } from '../sql/sql.js';
import { type FigureInSql, isMember, within } from './conditions.js';

/** The tables whose rows have codes of their own. Codes ascend with ids, so equal counts go by code. */
type Ranked = 'board' | 'user' | 'attachment';

/** Rows of a code and its count, one for each thing that has any. */
type Counts = (ask: Asking, slice: Slice) => Sql;

const counts =
  (
    table: FactKind,
    code: 'board' | 'author' | 'media',
    condition: (ask: Asking, slice: Slice) => Sql = () => sql`1`,
    count: Sql = sql`count()`,
  ): Counts =>
  (ask, slice) => {
    const column: Sql = { sql: code };
    return sql`SELECT ${column} AS ranked, ${count} AS n FROM ${ask.from(table)} AND ${within(slice.range)}
      AND ${column} >= 0 AND ${condition(ask, slice)} GROUP BY ranked`;
  };

/** The first places: the facts with the highest counts, and a row for each. */
const ranking =
  <K extends Ranked>(
    kind: K,
    countsOf: Counts,
    rowOf: (fact: FactByKind[K], count: number) => RankedItem,
  ): FigureInSql =>
  async (ask, slice) => {
    const places = await ask.rows(
      sql`SELECT ranked, n FROM (${countsOf(ask, slice)}) ORDER BY n DESC, ranked LIMIT ${limits.rankedItemsMax}`,
    );
    if (places.length === 0) return [];
    const codes = joined(
      places.map(({ ranked }) => sql`${Number(ranked)}`),
      ', ',
    );
    const named = await ask.rows(
      sql`SELECT code, id FROM ${ask.from(kind)} AND code IN (${codes})`,
    );
    const ids = new Map(named.map(({ code, id }) => [Number(code), String(id)]));
    const found = await ask.facts(kind, sql`id IN ${[...ids.values()]}`);
    const facts = new Map(found.map((fact) => [fact.id, fact]));
    return places.map(({ ranked, n }) => rowOf(facts.get(ids.get(Number(ranked))!)!, Number(n)));
  };

const boardsBy = (figure: 'posts' | 'visitors', countsOf: Counts): FigureInSql =>
  ranking('board', countsOf, ({ id, title }, count) => ({ hashid: id, title, [figure]: count }));

const membersBy = (figure: 'posts' | 'boards', table: 'post' | 'board'): FigureInSql =>
  ranking(
    'user',
    counts(table, 'author', (ask, slice) => isMember(ask, slice, sql`author`)),
    (user, count) => ({ hashid: user.id, name: shownName(user), [figure]: count }),
  );

/** No rule lets a question through that asks for it. */
const notRanked: FigureInSql = () => Promise.resolve([]);

const boardsRanked: Readonly<Record<SortBy, FigureInSql>> = {
  posts: boardsBy('posts', counts('post', 'board')),
  visitors: boardsBy('visitors', counts('visit', 'board', undefined, sql`uniqExact(visitor)`)),
  boards: notRanked,
};

const usersRanked: Readonly<Record<SortBy, FigureInSql>> = {
  posts: membersBy('posts', 'post'),
  boards: membersBy('boards', 'board'),
  visitors: notRanked,
};

/** topBoards: boards by posts created, or distinct visitors, in the range. */
export const topBoards: FigureInSql = (ask, slice) => boardsRanked[slice.sortBy](ask, slice);

/** topUsers: current members of the slice by posts or boards created in the range. */
export const topUsers: FigureInSql = (ask, slice) => usersRanked[slice.sortBy](ask, slice);

const isOfType = ({ from }: Asking, { mediaType }: Slice): Sql =>
  sql`media IN (SELECT code FROM ${from('attachment')} AND category = ${mediaType})`;

/** topMedia: video or audio items by plays in the range. */
export const topMedia: FigureInSql = ranking(
  'attachment',
  counts('play', 'media', isOfType),
  ({ id, title }, count) => ({ hashid: id, title: title ?? '', plays: count }),
);
