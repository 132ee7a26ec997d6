import { type BoardRecords, boardLookup, type UserRecords } from '@tallyboard/core';
import { type BoardFact, noFacts, type Role, type UserFact } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { named } from '../duck/sql.js';
import { factRows, isOneOf } from './fact-rows.js';

const byId = (users: readonly UserFact[]): ReadonlyMap<string, UserFact> =>
  new Map(users.map((user) => [user.id, user]));

// Read in the order of the document, where it takes no time of the event loop.
const placed = 'ORDER BY coalesce("sortIndex", 0), "createdAt", id';
const aged = 'ORDER BY "createdAt", id';

/** Boards with what hangs on them, read together. */
export const recordsOfBoards = async (
  database: Database,
  boards: readonly BoardFact[],
  withContents: boolean,
): Promise<readonly BoardRecords[]> => {
  const builders = isOneOf(
    'id',
    boards.map(({ builderId }) => builderId),
  );
  if (!withContents) {
    const builtBy = await factRows(database, 'user', builders);
    return boards.map(boardLookup(noFacts(), byId(builtBy)));
  }
  const onBoards = isOneOf(
    'boardId',
    boards.map(({ id }) => id),
  );
  const ofPosts = (column: string) =>
    `(SELECT ${named(column)} FROM stored_post WHERE ${onBoards})`;
  const contents = {
    section: await factRows(database, 'section', `${onBoards} ${placed}`),
    post: await factRows(database, 'post', `${onBoards} ${placed}`),
    comment: await factRows(database, 'comment', `${onBoards} ${aged}`),
    attachment: await factRows(database, 'attachment', `"postId" IN ${ofPosts('id')}`),
  };
  const users = await factRows(database, 'user', `${builders} OR id IN ${ofPosts('authorId')}`);
  return boards.map(boardLookup(contents, byId(users)));
};

/** A board of the store; `null` if there is none with this id. */
export const findBoard = async (database: Database, boardId: string): Promise<BoardFact | null> =>
  (await factRows(database, 'board', isOneOf('id', [boardId])))[0] ?? null;

/** A user of the store with its boards and its current memberships. */
export const recordsOfUser = async (
  database: Database,
  userId: string,
  roles: Readonly<Record<string, Role>>,
  withContents: boolean,
): Promise<UserRecords | null> => {
  const [user] = await factRows(database, 'user', isOneOf('id', [userId]));
  if (user === undefined) return null;
  const organizations = await factRows(database, 'organization', isOneOf('id', Object.keys(roles)));
  const boards = await factRows(database, 'board', isOneOf('builderId', [userId]));
  return {
    user,
    memberships: organizations.flatMap((organization) => {
      const role = roles[organization.id];
      return role === undefined ? [] : [{ organization, role }];
    }),
    boards: await recordsOfBoards(database, boards, withContents),
  };
};
