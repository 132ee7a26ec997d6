import { createHash } from 'node:crypto';
import { boardIncludeRows, type Facts } from '@tallyboard/core/vocabulary';
import type { ExpectedRecord } from '../judge/expected.js';
import type { Boards, Target } from '../model/configuration.js';
import { groupBy } from '../model/group-by.js';
import type { PlannedRequest } from '../model/request.js';

/** Whose key it is by the facts. */
const holderOf = ({ apiKey }: Facts, key: string): string | undefined => {
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

/** How many kinds of record there are on each board, of posts, sections and comments, and how many records. */
const fullnessIn = ({ post, section, comment }: Facts) => {
  const kinds = [post, section, comment].map((rows: readonly { readonly boardId: string }[]) =>
    groupBy(rows, ({ boardId }) => boardId),
  );
  return (board: string) => {
    const counts = kinds.map((one) => one.get(board)?.length ?? 0);
    return {
      kinds: counts.filter((count) => count > 0).length,
      records: counts.reduce((sum, count) => sum + count, 0),
    };
  };
};

/**
 * A board of the organization that shows every kind of record, the smallest of those, and one that the
 * holder of the key may not read: personal, or of an organization of others. Without the key among the
 * facts it is not known who asks, and no board is surely forbidden.
 */
export const boardsIn = (facts: Facts, { org, key }: Target): Boards => {
  const holder = holderOf(facts, key);
  const fullness = fullnessIn(facts);
  const [fullest] = facts.board
    .filter(({ organizationId }) => organizationId === org)
    .map(({ id }) => ({ id, ...fullness(id) }))
    .toSorted((a, b) => b.kinds - a.kinds || a.records - b.records);
  const joined = new Set(
    facts.member.filter(({ userId }) => userId === holder).map((one) => one.organizationId),
  );
  const forbidden =
    holder === undefined
      ? undefined
      : facts.board.find(
          ({ organizationId, builderId }) =>
            builderId !== holder && (organizationId === null || !joined.has(organizationId)),
        );
  return {
    readable: fullest === undefined ? [] : [fullest.id],
    forbidden: forbidden === undefined ? [] : [forbidden.id],
  };
};
