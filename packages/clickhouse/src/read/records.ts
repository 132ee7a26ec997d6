import {
  type BoardContentFacts,
  type BoardRecords,
  boardLookup,
  type Membership,
  type UserRecords,
} from '@tallyboard/core/engine';
import {
  type BoardFact,
  boardIncludeRows,
  noFacts,
  type UserFact,
} from '@tallyboard/core/vocabulary';
import type { Shards } from '../shards.js';
import { name, sql } from '../sql/sql.js';
import { factRows, isOneOf, type ScopeVersion, versionOf } from './fact-rows.js';

/** The scopes in which a thing was ever seen; one of its own need not be there any more. */
export const placesOf = async (shards: Shards, thing: string): Promise<readonly string[]> => {
  const rows = await shards
    .of(thing)
    .rows(sql`SELECT DISTINCT scope FROM ${name(shards.database)}.place WHERE thing = ${thing}`);
  return rows.map((row) => String(row['scope']));
};

const byId = (users: readonly UserFact[]): ReadonlyMap<string, UserFact> =>
  new Map(users.map((user) => [user.id, user]));

// Read in the order of the document, where it takes no time of the event loop. Decimals are texts.
const orders = {
  place: sql`ORDER BY toFloat64(coalesce(sortIndex, '0')), createdAt, id`,
  age: sql`ORDER BY createdAt, id`,
};

/** What links to sections, posts and comments need. */
const linkFields = ['id', 'boardId', 'sortIndex', 'createdAt'];

/** Boards of one scope, with their sections, posts and comments: none, what links to them need, or all. */
export const recordsOfBoards = async (
  shards: Shards,
  of: ScopeVersion,
  boards: readonly BoardFact[],
  contents: 'none' | 'links' | 'all',
): Promise<readonly BoardRecords[]> => {
  if (boards.length === 0) return [];
  const builders = isOneOf(
    'id',
    boards.map(({ builderId }) => builderId),
  );
  const onBoards = isOneOf(
    'boardId',
    boards.map(({ id }) => id),
  );
  const isWhole = contents === 'all';
  const posts = sql`${versionOf(shards, 'post', of)} AND ${onBoards}`;
  const [found, attachment, users] = await Promise.all([
    Promise.all(
      (contents === 'none' ? [] : boardIncludeRows).map(async ({ type, order }) => [
        type,
        await factRows(shards, type, of, onBoards, orders[order], isWhole ? null : linkFields),
      ]),
    ),
    isWhole ? factRows(shards, 'attachment', of, sql`postId IN (SELECT id FROM ${posts})`) : [],
    factRows(
      shards,
      'user',
      of,
      isWhole ? sql`${builders} OR id IN (SELECT authorId FROM ${posts})` : builders,
    ),
  ]);
  const facts = { ...noFacts(), ...Object.fromEntries(found), attachment } as BoardContentFacts;
  return boards.map(boardLookup(facts, byId(users)));
};

/** What one scope has of a user. */
const userIn = async (shards: Shards, of: ScopeVersion, userId: string, withContents: boolean) => {
  const [[user], [member], [organization], boards] = await Promise.all([
    factRows(shards, 'user', of, sql`id = ${userId}`),
    factRows(shards, 'member', of, sql`userId = ${userId} AND isNull(leftAt)`),
    factRows(shards, 'organization', of),
    factRows(shards, 'board', of, sql`builderId = ${userId}`),
  ]);
  const memberships: readonly Membership[] =
    member === undefined || organization === undefined ? [] : [{ organization, role: member.role }];
  const contents = withContents ? 'links' : 'none';
  return { user, memberships, boards: await recordsOfBoards(shards, of, boards, contents) };
};

/** A user with its boards and current memberships, from every scope that mentions it. */
export const recordsOfUser = async (
  shards: Shards,
  scopes: readonly ScopeVersion[],
  userId: string,
  withContents: boolean,
): Promise<UserRecords | null> => {
  const parts = await Promise.all(scopes.map((of) => userIn(shards, of, userId, withContents)));
  const user = parts.find((part) => part.user !== undefined)?.user;
  if (user === undefined) return null;
  return {
    user,
    memberships: parts.flatMap(({ memberships }) => memberships),
    boards: parts.flatMap(({ boards }) => boards),
  };
};
