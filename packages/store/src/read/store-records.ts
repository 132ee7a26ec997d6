import {
  type BoardContentFacts,
  type BoardRecords,
  boardLookup,
  type UserRecords,
} from '@tallyboard/core/engine';
import { type BoardFact, boardIncludeRows, noFacts, type Role } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { byId, linkRows } from './board-pages.js';
import { factRows, isOneOf } from './fact-rows.js';

/** Boards, and what their links to sections, posts and comments need. */
const linkedBoards = async (
  database: Database,
  boards: readonly BoardFact[],
  withLinks: boolean,
): Promise<readonly BoardRecords[]> => {
  const builders = isOneOf(
    'id',
    boards.map(({ builderId }) => builderId),
  );
  if (!withLinks) {
    const builtBy = await factRows(database, 'user', builders);
    return boards.map(boardLookup(noFacts(), byId(builtBy)));
  }
  const onBoards = isOneOf(
    'boardId',
    boards.map(({ id }) => id),
  );
  const linked: { -readonly [K in keyof BoardContentFacts]: readonly unknown[] } = noFacts();
  for (const row of boardIncludeRows) linked[row.type] = await linkRows(database, row, onBoards);
  const builtBy = byId(await factRows(database, 'user', builders));
  return boards.map(boardLookup(linked as BoardContentFacts, builtBy));
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
    boards: await linkedBoards(database, boards, withContents),
  };
};
