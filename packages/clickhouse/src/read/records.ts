import type { BoardRecords, Membership, UserRecords } from '@tallyboard/core';
import type { BoardFact } from '@tallyboard/core/vocabulary';
import type { Shards } from '../shards.js';
import { name, sql } from '../sql/sql.js';
import { factRows, isOneOf, type ScopeVersion } from './fact-rows.js';

/** The scopes in which a thing was ever seen; one of its own need not be there any more. */
export const placesOf = async (shards: Shards, thing: string): Promise<readonly string[]> => {
  const rows = await shards
    .of(thing)
    .rows(sql`SELECT DISTINCT scope FROM ${name(shards.database)}.place WHERE thing = ${thing}`);
  return rows.map((row) => String(row['scope']));
};

/** Boards of one scope with what hangs on them. */
export const recordsOfBoards = async (
  shards: Shards,
  of: ScopeVersion,
  boards: readonly BoardFact[],
  withContents: boolean,
): Promise<readonly BoardRecords[]> => {
  if (boards.length === 0) return [];
  const onBoards = isOneOf('boardId', withContents ? boards.map(({ id }) => id) : []);
  const [sections, posts, comments] = await Promise.all([
    factRows(shards, 'section', of, onBoards),
    factRows(shards, 'post', of, onBoards),
    factRows(shards, 'comment', of, onBoards),
  ]);
  const attachments = await factRows(
    shards,
    'attachment',
    of,
    isOneOf(
      'postId',
      posts.map(({ id }) => id),
    ),
  );
  const ids = [
    ...boards.map(({ builderId }) => builderId),
    ...[...posts, ...comments].flatMap(({ authorId }) => (authorId === null ? [] : [authorId])),
  ];
  const found = await factRows(shards, 'user', of, isOneOf('id', ids));
  const users = new Map(found.map((user) => [user.id, user]));
  return boards.map((board) => {
    const isHere = ({ boardId }: { readonly boardId: string }) => boardId === board.id;
    const own = posts.filter(isHere);
    const postIds = new Set(own.map(({ id }) => id));
    return {
      board,
      users,
      posts: own,
      sections: sections.filter(isHere),
      comments: comments.filter(isHere),
      attachments: attachments.filter(({ postId }) => postIds.has(postId)),
    };
  });
};

/** What one scope knows of a user. */
const userIn = async (shards: Shards, of: ScopeVersion, userId: string, withContents: boolean) => {
  const [user] = await factRows(shards, 'user', of, sql`id = ${userId}`);
  const [member] = await factRows(shards, 'member', of, sql`userId = ${userId} AND isNull(leftAt)`);
  const [organization] = member === undefined ? [] : await factRows(shards, 'organization', of);
  const boards = await factRows(shards, 'board', of, sql`builderId = ${userId}`);
  const memberships: readonly Membership[] =
    member === undefined || organization === undefined ? [] : [{ organization, role: member.role }];
  return { user, memberships, boards: await recordsOfBoards(shards, of, boards, withContents) };
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
