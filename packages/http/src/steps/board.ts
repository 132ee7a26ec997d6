import { isBoardId, mayReadBoard } from '@tallyboard/core';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { notFound, respond } from '../wire/respond.js';

/** Finds the board in the path, if this key may read it. */
export const board: StepOf =
  ({ ports }) =>
  (call) => {
    const { boardId, passed } = call;
    const { userId } = passed.key;
    if (!isBoardId(boardId)) return respond(call, notFound);
    return after(ports.records.findBoard(boardId, userId), (standing) => {
      if (standing === null || !mayReadBoard({ ...standing, userId }))
        return respond(call, notFound);
      passed.board = standing.board;
      return null;
    });
  };
