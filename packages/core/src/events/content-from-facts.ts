import { dayOfInstant } from '../model/day.js';
import type { Facts } from '../model/facts.js';
import type { Instant } from '../model/instant.js';
import { type ContentColumns, type ContentKind, contentKinds } from './columns.js';
import type { People } from './people.js';

/**
 * The content of one organization: boards by their builder, and what is on them by its author.
 */
export const contentFrom = (
  facts: Facts,
  people: People,
  boardCode: (id: string) => number,
): ContentColumns => {
  const postAuthors = new Map(facts.post.map(({ id, authorId }) => [id, authorId]));
  const size =
    facts.board.length + facts.post.length + facts.comment.length + facts.reaction.length;
  const columns = {
    day: new Int32Array(size),
    kind: new Uint8Array(size),
    author: new Int32Array(size),
    board: new Int32Array(size),
    toPeer: new Uint8Array(size),
  };
  let row = 0;
  const add = (
    kind: ContentKind,
    at: Instant,
    author: string | null,
    boardId: string,
    postAuthor: string | null,
  ): void => {
    columns.day[row] = dayOfInstant(at);
    columns.kind[row] = contentKinds.indexOf(kind);
    columns.author[row] = people.codeOfUser(author);
    columns.board[row] = boardCode(boardId);
    columns.toPeer[row] = postAuthor !== null && postAuthor !== author ? 1 : 0;
    row++;
  };
  for (const { id, builderId, createdAt } of facts.board)
    add('boards', createdAt, builderId, id, null);
  for (const { boardId, authorId, createdAt } of facts.post) {
    add('posts', createdAt, authorId, boardId, null);
  }
  for (const { boardId, authorId, postId, createdAt } of facts.comment) {
    add('comments', createdAt, authorId, boardId, postAuthors.get(postId) ?? null);
  }
  for (const { boardId, authorId, postId, createdAt } of facts.reaction) {
    add('reactions', createdAt, authorId, boardId, postAuthors.get(postId) ?? null);
  }
  return columns;
};
