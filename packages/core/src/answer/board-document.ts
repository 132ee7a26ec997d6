import { type BoardInclude, type BoardIncludes, boardIncludeRows } from '../api/includes.js';
import type { FactOf, Facts } from '../facts/catalog.js';
import type { BoardContents, BoardRecords } from '../facts/records.js';
import {
  commentResource,
  postResource,
  sectionResource,
  shownAttachments,
} from './board-resources.js';
import { inOrder, type Resource } from './resource.js';
import type { WebAddresses } from './web-addresses.js';

/** What hangs on boards: facts of any number of boards, in any order. */
export type BoardContentFacts = Pick<Facts, BoardIncludes[BoardInclude]['type'] | 'attachment'>;

/** Rows by key; rows of one key keep their order. */
export const groupedBy = <Row, Key>(
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

type OfBoard = BoardContents[BoardInclude][number];

/**
 * Gathers the records of boards (2.9) out of facts. Facts are put in order and grouped once, so a look-up
 * takes the same time however many boards there are, and however much is on them.
 *
 * @param users - by id: at least the builders and every author of a post
 */
export const boardLookup = (
  facts: BoardContentFacts,
  users: ReadonlyMap<string, FactOf<'user'>>,
): ((board: FactOf<'board'>) => BoardRecords) => {
  const groups = boardIncludeRows.map(
    ({ word, type, order }) =>
      [word, groupedBy(inOrder<OfBoard>(facts[type], order), ({ boardId }) => boardId)] as const,
  );
  const boardOfPost = new Map(facts.post.map(({ id, boardId }) => [id, boardId]));
  const attachments = groupedBy(facts.attachment, ({ postId }) => boardOfPost.get(postId));
  return (board) => {
    const contents = Object.fromEntries(
      groups.map(([word, byBoard]) => [word, byBoard.get(board.id) ?? []]),
    ) as unknown as BoardContents;
    return { ...contents, board, users, attachments: attachments.get(board.id) ?? [] };
  };
};

type Render = (records: BoardRecords, addresses: WebAddresses) => readonly Resource[];

/** Renders what a document includes with a board (4.3), in the order of its records; in time linear in their number. */
export const includedRecords: Readonly<Record<BoardInclude, Render>> = {
  sections: ({ sections }) => sections.map(sectionResource),
  posts({ posts, attachments, users }, addresses) {
    const around = { users, attachments: shownAttachments(attachments), addresses };
    return posts.map((post) => postResource(post, around));
  },
  comments: ({ comments }) => comments.map(commentResource),
};
