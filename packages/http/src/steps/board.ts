import { isBoardId, mayReadBoard } from '@tallyboard/core/engine';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { notFound, respond } from '../wire/respond.js';

/** The standing of any user to a board that does not exist. */
const nothing = { board: null, role: null };

/** Finds the board in the path, if this key may read it. */
export const board: StepOf =
  ({ ports }) =>
  (call) => {
    const { boardId, passed } = call;
    const { userId } = passed.key;
    if (!isBoardId(boardId)) return respond(call, notFound);
    const refusalTime = ports.records.refusalTime?.();
    return after(ports.records.findBoard(boardId, userId), (found) => {
      const { board: standing, role } = found?.board.id === boardId ? found : nothing;
      if (!mayReadBoard({ board: standing, role, userId }) || standing === null) {
        return after(refusalTime, () => respond(call, notFound));
      }
      passed.board = standing;
      return null;
    });
  };
