import { isBoardId, mayReadBoard } from '@tallyboard/core';
import type { StepOf } from '../adapter.js';
import { notFound, respond } from '../wire/respond.js';

/** Finds the board in the path, if this key may read it. */
export const board: StepOf =
  ({ ports }) =>
  async (call, next) => {
    const { userId } = call.var.key;
    const id = call.req.param('boardId') ?? '';
    const standing = isBoardId(id) ? await ports.records.findBoard(id, userId) : null;
    if (standing === null || !mayReadBoard({ ...standing, userId })) return respond(call, notFound);
    call.set('board', standing.board);
    return next();
  };
