import { errorAt, type FactCheck, type FactFault } from './fact-fault.js';

/** What is on the board of the fact that it refers to, and the field that says otherwise. */
const sameBoard = [
  { kind: 'comment', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'reaction', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'post', by: 'sectionId', to: 'section', field: 'sectionId' },
] as const;

interface Placed {
  readonly boardId: string;
  readonly postId?: string;
  readonly sectionId?: string | null;
}

/** Comments and reactions are on the board of their post, sections of a post on its own. */
export const onTheSameBoard: FactCheck = ({ facts, lookup }) =>
  sameBoard.flatMap(({ kind, by, to, field }) => {
    const rows: readonly Placed[] = facts[kind];
    const faults: FactFault[] = [];
    for (const [index, row] of rows.entries()) {
      // A reference to nothing is another check's finding.
      const boardId = facts[to][lookup[to].get(row[by] ?? '') ?? -1]?.boardId;
      if (boardId === undefined || boardId === row.boardId) continue;
      const reason =
        to === 'post'
          ? `${boardId}, the board of its post`
          : `a section of the board ${row.boardId}`;
      faults.push(errorAt(kind, index, field, row[field], reason));
    }
    return faults;
  });
