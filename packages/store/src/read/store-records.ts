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

/** Rows by key; rows of one key keep their order. */
const groupedBy = <Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, readonly Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
};

const boardOf = ({ boardId }: { readonly boardId: string }): string => boardId;

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
  // Grouped once: a user may have thousands of boards.
  const sections = groupedBy(contents.sections, boardOf);
  const posts = groupedBy(contents.posts, boardOf);
  const comments = groupedBy(contents.comments, boardOf);
  const boardOfPost = new Map(contents.posts.map(({ id, boardId }) => [id, boardId]));
  const attachments = groupedBy(contents.attachments, ({ postId }) => boardOfPost.get(postId));
  return boards.map((board) => ({
    board,
    users,
    sections: sections.get(board.id) ?? [],
    posts: posts.get(board.id) ?? [],
    comments: comments.get(board.id) ?? [],
    attachments: attachments.get(board.id) ?? [],
  }));
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
