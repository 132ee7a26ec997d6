import { boardLookup } from '@tallyboard/core/engine';
import type { BoardFact, Facts, Instant } from '@tallyboard/core/vocabulary';
import type { RecordsPort } from '@tallyboard/ports';
import { grouped } from './grouped.js';
import type { Memberships } from './memberships.js';

/** Takes the place of a board that does not exist. */
const noBoard: BoardFact = {
  id: '',
  organizationId: '',
  builderId: '',
  title: '',
  description: null,
  iconUrl: null,
  domainName: null,
  font: null,
  colorScheme: null,
  customFields: null,
  createdAt: 0 as Instant,
  updatedAt: 0 as Instant,
};

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]));

/** The boards and users of facts. */
export const memoryRecords = (facts: Facts, memberships: Memberships): RecordsPort => {
  const users = byId(facts.user);
  const recordsOf = boardLookup(facts, users);
  const organizations = byId(facts.organization);
  const boards = byId(facts.board);
  const built = grouped(facts.board, ({ builderId }) => builderId);
  return {
    findBoard: (boardId, userId) => {
      // As for organizations: the same is done for a board that does not exist.
      const board = boards.get(boardId) ?? noBoard;
      const standing = { board, role: memberships.roleOf(board.organizationId, userId) };
      return board === noBoard ? null : standing;
    },
    boardRecords: (board) => recordsOf(board),
    userRecords: (userId) => {
      const user = users.get(userId);
      if (user === undefined) return null;
      return {
        user,
        memberships: memberships.ofUser(userId).flatMap(({ organizationId, role }) => {
          const organization = organizations.get(organizationId);
          return organization === undefined ? [] : [{ organization, role }];
        }),
        boards: (built.get(userId) ?? []).map(recordsOf),
      };
    },
  };
};
