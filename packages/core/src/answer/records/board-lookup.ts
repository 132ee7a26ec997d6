import type { BoardFact, Facts, UserFact } from '../../model/facts.js';
import type { BoardRecords } from '../../model/records.js';
import { byAge, byPlace } from './order.js';

/** What hangs on boards: facts of any number of boards, in any order. */
export type BoardContentFacts = Pick<Facts, 'section' | 'post' | 'comment' | 'attachment'>;

const groupedBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key) => {
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

/**
 * Gathers the records of boards (2.9) out of facts. Facts are put in order and grouped once, so a look-up
 * takes the same time however many boards there are.
 *
 * @param users - by id: at least the builders and every author of a post
 *
 * @example
 * ```ts
 * const lookUp = boardLookup(facts, new Map(facts.user.map((user) => [user.id, user])));
 * lookUp(facts.board[0]!).posts.map(({ id }) => id); // ['p1']
 * ```
 */
export const boardLookup = (
  facts: BoardContentFacts,
  users: ReadonlyMap<string, UserFact>,
): ((board: BoardFact) => BoardRecords) => {
  const sections = groupedBy(facts.section.toSorted(byPlace), boardOf);
  const posts = groupedBy(facts.post.toSorted(byPlace), boardOf);
  const comments = groupedBy(facts.comment.toSorted(byAge), boardOf);
  const attachments = groupedBy(facts.attachment, ({ postId }) => postId);
  return (board) => {
    const own = posts.get(board.id) ?? [];
    return {
      board,
      users,
      sections: sections.get(board.id) ?? [],
      posts: own,
      comments: comments.get(board.id) ?? [],
      attachments: own.flatMap(({ id }) => attachments.get(id) ?? []),
    };
  };
};
