import { createHash } from 'node:crypto';
import { boardIncludeRows, type Facts } from '@tallyboard/core/vocabulary';
import type { ExpectedRecord } from '../judge/expected.js';
import type { PlannedRequest } from '../model/request.js';

/** Whose key it is by the facts. */
export const holderOf = ({ apiKey }: Facts, key: string): string | undefined => {
  const keySha256 = createHash('sha256').update(key).digest('hex');
  return apiKey.find((one) => one.keySha256 === keySha256)?.userId;
};

const iso = (instant: number): string => new Date(instant).toISOString();

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] =>
  rows.map(({ id }) => id);

/** What facts say of the current user: the boards they created, the organizations they belong to. */
const userOf = (facts: Facts, userId: string): ExpectedRecord => ({
  links: {
    boards: idsOf(facts.board.filter(({ builderId }) => builderId === userId)),
    organizations: [
      ...new Set(
        facts.member
          .filter((one) => one.userId === userId && one.leftAt === null)
          .map(({ organizationId }) => organizationId)
          // The others are not supported yet (2.1).
          .filter((id) => id.startsWith('wksp_')),
      ),
    ],
  },
  times: {},
});

const idsOn = (
  boardId: string,
  rows: readonly { readonly id: string; readonly boardId: string }[],
): readonly string[] => idsOf(rows.filter((row) => row.boardId === boardId));

/** What facts say of a board; nothing where they have no such board. */
const boardOf = (facts: Facts, boardId: string): ExpectedRecord | null => {
  const board = facts.board.find(({ id }) => id === boardId);
  if (board === undefined) return null;
  return {
    links: Object.fromEntries(
      boardIncludeRows.map(({ word, type }) => [word, idsOn(boardId, facts[type])]),
    ),
    title: board.title,
    times: { createdAt: iso(board.createdAt), updatedAt: iso(board.updatedAt) },
  };
};

/** What facts say of the answer to a request for a record by a key; `null` where they say nothing. */
export const expectedRecord = (facts: Facts, key: string) => {
  const holder = holderOf(facts, key);
  return ({ path }: PlannedRequest): ExpectedRecord | null => {
    const [, , kind, boardId = ''] = path.split('?')[0]?.split('/') ?? [];
    if (kind === 'boards') return boardOf(facts, boardId);
    return kind === 'me' && holder !== undefined ? userOf(facts, holder) : null;
  };
};
