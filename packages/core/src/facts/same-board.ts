import type { Facts } from '../model/facts.js';
import { errorAt, type FactCheck, type FactFault } from './fact-fault.js';

interface Placed {
  readonly boardId: string;
}

/**
 * The rows that stand on another board than what they refer to. A reference to nothing is another
 * check's finding.
 */
const misplaced = <A extends Placed>(
  rows: readonly A[],
  referred: (row: A) => Placed | undefined,
  fault: (row: A, index: number, boardId: string) => FactFault,
): readonly FactFault[] => {
  const faults: FactFault[] = [];
  for (const [index, row] of rows.entries()) {
    const boardId = referred(row)?.boardId;
    if (boardId !== undefined && boardId !== row.boardId) faults.push(fault(row, index, boardId));
  }
  return faults;
};

const ofPost =
  (kind: 'comment' | 'reaction'): FactCheck =>
  ({ facts, lookup }) =>
    misplaced<Facts['comment' | 'reaction'][number]>(
      facts[kind],
      ({ postId }) => facts.post[lookup.post.get(postId) ?? -1],
      (row, index, boardId) =>
        errorAt(kind, index, 'boardId', row.boardId, `${boardId}, the board of its post`),
    );

/** A comment is on the board of its post. */
export const commentsOnTheirBoard = ofPost('comment');

/** A reaction is on the board of its post. */
export const reactionsOnTheirBoard = ofPost('reaction');

/** The section of a post belongs to the board of the post. */
export const sectionsOfTheSameBoard: FactCheck = ({ facts, lookup }) =>
  misplaced(
    facts.post,
    ({ sectionId }) =>
      sectionId === null ? undefined : facts.section[lookup.section.get(sectionId) ?? -1],
    (post, index) =>
      errorAt('post', index, 'sectionId', post.sectionId, `a section of the board ${post.boardId}`),
  );
