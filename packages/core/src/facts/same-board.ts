import type { FactCheck, FactRow } from './fact-fault.js';

/** What is on the board of the fact that it refers to, and the field that says otherwise. */
const sameBoard = [
  { kind: 'comment', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'reaction', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'post', by: 'sectionId', to: 'section', field: 'sectionId' },
] as const;

/** Comments and reactions are on the board of their post, sections of a post on its own. */
export const onTheSameBoard = sameBoard.map(
  ({ kind, by, to, field }): FactCheck => ({
    kind,
    prepare:
      ({ facts, lookup }) =>
      (fact) => {
        const row = fact as FactRow<string | null>;
        // A reference to nothing is another check's finding.
        const boardId = facts[to][lookup[to].get(row[by] ?? '') ?? -1]?.boardId;
        if (boardId === undefined || boardId === row['boardId']) return null;
        const reason =
          to === 'post'
            ? `${boardId}, the board of its post`
            : `a section of the board ${row['boardId']}`;
        return { field, value: row[field], reason };
      },
  }),
);
