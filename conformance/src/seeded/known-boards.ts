import type { Facts } from '@tallyboard/core/vocabulary';
import type { Boards, Target } from '../model/configuration.js';
import { groupBy } from '../model/group-by.js';
import { holderOf } from './expected-records.js';

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
