import {
  type BoardContentFacts,
  type BoardRecords,
  boardLookup,
  type Membership,
  type UserRecords,
} from '@tallyboard/core/engine';
import { boardIncludeRows, type FactKind, type FactOf, noFacts } from '@tallyboard/core/vocabulary';
import { factRows, userRows } from '../facts.js';
import type { Shards } from '../shards.js';
import { name, type Sql, sql } from '../sql.js';
import { currentRows, everywhere, tableIn, usersNow, type Version } from '../versions.js';

/** Finds what counts now of an organization. */
export type NewestOf<A extends Version> = (organization: string) => Promise<A | null>;

/** The organizations of which any shard has a row that a condition holds for, as they are now; shard by shard. */
const organizationsWith = <A extends Version>(
  shards: Shards,
  kind: FactKind,
  condition: Sql,
  newestOf: NewestOf<A>,
): readonly Promise<readonly A[]>[] => {
  const query = sql`SELECT DISTINCT organization FROM ${tableIn(shards, kind)} WHERE ${condition}`;
  return shards.all.map(async (shard) => {
    const rows = await shard.rows(query);
    const found = await Promise.all(rows.map((row) => newestOf(String(row['organization']))));
    return found.filter((one) => one !== null);
  });
};

/** A board and the organization it is in now; `null` when there is none. A shard without it need not respond. */
export const findBoard = async <A extends Version>(
  shards: Shards,
  boardId: string,
  newestOf: NewestOf<A>,
): Promise<{ readonly board: FactOf<'board'>; readonly of: A } | null> => {
  const condition = sql`id = ${boardId}`;
  const asked = await Promise.allSettled(organizationsWith(shards, 'board', condition, newestOf));
  for (const of of asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))) {
    const [board] = await factRows(shards, 'board', of, condition);
    if (board !== undefined) return { board, of };
  }
  for (const one of asked) if (one.status === 'rejected') throw one.reason;
  return null;
};

// Read in the order of the document, where it takes no time of the event loop. Decimals are texts.
const orders = {
  place: sql`ORDER BY toFloat64(coalesce(sortIndex, '0')), createdAt, id`,
  age: sql`ORDER BY createdAt, id`,
};

/** What links to sections, posts and comments need. */
const linkFields = ['id', 'boardId', 'sortIndex', 'createdAt'];

/** Whether a column has one of some values, of which there must be one. */
const isOneOf = (column: string, values: readonly string[]): Sql =>
  sql`${name(column)} IN ${[...new Set(values)]}`;

/** Boards of one organization, with their sections, posts and comments: none, what links to them need, or all. */
export const recordsOfBoards = async (
  shards: Shards,
  of: Version,
  boards: readonly FactOf<'board'>[],
  contents: 'none' | 'links' | 'all',
): Promise<readonly BoardRecords[]> => {
  if (boards.length === 0) return [];
  const [ids, builderIds] = [boards.map(({ id }) => id), boards.map(({ builderId }) => builderId)];
  const onBoards = isOneOf('boardId', ids);
  const isWhole = contents === 'all';
  const posts = sql`${currentRows(shards, 'post', of)} AND ${onBoards}`;
  const builders = isOneOf('id', builderIds);
  const people = isWhole
    ? sql`${builders} OR id IN (SELECT assumeNotNull(authorId) FROM ${posts} AND isNotNull(authorId))`
    : builders;
  const [found, attachment, users] = await Promise.all([
    Promise.all(
      (contents === 'none' ? [] : boardIncludeRows).map(async ({ type, order }) => {
        const fields = isWhole ? undefined : linkFields;
        return [type, await factRows(shards, type, of, onBoards, orders[order], fields)];
      }),
    ),
    isWhole ? factRows(shards, 'attachment', of, sql`postId IN (SELECT id FROM ${posts})`) : [],
    userRows(shards, of.organization, usersNow, people),
  ]);
  const facts = { ...noFacts(), ...Object.fromEntries(found), attachment } as BoardContentFacts;
  return boards.map(boardLookup(facts, new Map(users.map((user) => [user.id, user]))));
};

/** A user with its boards and current memberships, from every organization that has some. */
export const recordsOfUser = async (
  shards: Shards,
  userId: string,
  withContents: boolean,
  newestOf: NewestOf<Version>,
): Promise<UserRecords | null> => {
  const isMember = sql`userId = ${userId}`;
  const isBuilder = sql`builderId = ${userId}`;
  const [[user], joined, built] = await Promise.all([
    userRows(shards, everywhere, usersNow, sql`id = ${userId}`),
    Promise.all(organizationsWith(shards, 'member', isMember, newestOf)),
    Promise.all(organizationsWith(shards, 'board', isBuilder, newestOf)),
  ]);
  if (user === undefined) return null;
  const memberships = joined.flat().map(async (of): Promise<readonly Membership[]> => {
    const condition = sql`${isMember} AND isNull(leftAt)`;
    const [[member], [organization]] = await Promise.all([
      factRows(shards, 'member', of, condition),
      factRows(shards, 'organization', of),
    ]);
    return member === undefined || organization === undefined
      ? []
      : [{ organization, role: member.role }];
  });
  const boards = built.flat().map(async (of) => {
    const own = await factRows(shards, 'board', of, isBuilder);
    return recordsOfBoards(shards, of, own, withContents ? 'links' : 'none');
  });
  return {
    user,
    memberships: (await Promise.all(memberships)).flat(),
    boards: (await Promise.all(boards)).flat(),
  };
};
