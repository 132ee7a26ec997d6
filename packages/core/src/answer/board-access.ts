import { limits } from '../catalog/limits.js';
import type { BoardFact } from '../model/facts.js';
import { type Role, roles } from '../model/role.js';

/** What decides whether a key may read a board. */
export interface BoardAccessQuestion {
  /** `null` when there is no board with the id. */
  readonly board: BoardFact | null;
  /** The user that the key belongs to. */
  readonly userId: string;
  /** The user's current role in the board's organization; `null` without one, or without membership. */
  readonly role: Role | null;
}

/**
 * Whether a text can be the id of a board at all (4.3).
 *
 * @example
 * ```ts
 * isBoardId('abcdefghijklmnop'); // true
 * isBoardId('../etc/passwd'); // false
 * ```
 */
export const isBoardId = (id: string): boolean =>
  typeof id === 'string' && (limits.boardIdLengths as readonly number[]).includes(id.length);

/**
 * Whether a key may read a board; section 6 leaves it open. Its builder may, and so may every current
 * member of its organization, enrolled in analytics or not. To all others it does not exist.
 *
 * @example
 * ```ts
 * const board = facts.board[0]!;
 * mayReadBoard({ board, userId: 'olga', role: null }); // true
 * mayReadBoard({ board, userId: 'max', role: null }); // false
 * ```
 */
export const mayReadBoard = ({ board, userId, role }: BoardAccessQuestion): boolean => {
  // As for analytics: the same is looked at for a board that does not exist.
  const { id, builderId } = board ?? { id: '', builderId: '' };
  // A role left out is `undefined` in a program without types: that is no member.
  const isMember = (roles as readonly (Role | null)[]).includes(role);
  const [isBoard, isBuilder] = [isBoardId(id), builderId === userId];
  return board !== null && isBoard && (isBuilder || isMember);
};
