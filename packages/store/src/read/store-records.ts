import type { BoardRecords, UserRecords } from '@tallyboard/core';
import { type BoardFact, noFacts, type Role, type UserFact } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factRows, isOneOf } from './fact-rows.js';

type Contents = Omit<BoardRecords, 'board' | 'users'>;

const contentsOf = async (database: Database, boards: readonly BoardFact[]): Promise<Contents> => {
  const onBoards = isOneOf(
    'boardId',
    boards.map(({ id }) => id),
  );
  const posts = await factRows(database, 'post', onBoards);
  return {
    sections: await factRows(database, 'section', onBoards),
    posts,
    comments: await factRows(database, 'comment', onBoards),
    attachments: await factRows(
      database,
      'attachment',
      isOneOf(
        'postId',
        posts.map(({ id }) => id),
      ),
    ),
  };
};

const usersOf = async (
  database: Database,
  boards: readonly BoardFact[],
  { posts, comments }: Contents,
): Promise<ReadonlyMap<string, UserFact>> => {
  const ids = [
    ...boards.map(({ builderId }) => builderId),
    ...[...posts, ...comments].flatMap(({ authorId }) => (authorId === null ? [] : [authorId])),
  ];
  const users = await factRows(database, 'user', isOneOf('id', ids));
  return new Map(users.map((user) => [user.id, user]));
};

/** Boards with what hangs on them, read together. */
export const recordsOfBoards = async (
  database: Database,
  boards: readonly BoardFact[],
  withContents: boolean,
): Promise<readonly BoardRecords[]> => {
  const { section, post, comment, attachment } = noFacts();
  const contents = withContents
    ? await contentsOf(database, boards)
    : { sections: section, posts: post, comments: comment, attachments: attachment };
  const users = await usersOf(database, boards, contents);
  return boards.map((board) => {
    const isHere = ({ boardId }: { readonly boardId: string }) => boardId === board.id;
    const posts = contents.posts.filter(isHere);
    const own = new Set(posts.map(({ id }) => id));
    return {
      board,
      users,
      posts,
      sections: contents.sections.filter(isHere),
      comments: contents.comments.filter(isHere),
      attachments: contents.attachments.filter(({ postId }) => own.has(postId)),
    };
  });
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
