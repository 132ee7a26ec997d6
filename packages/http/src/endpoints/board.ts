import { boardAnswer, isAccepted, readBoardInclude, refusalsAnswer } from '@tallyboard/core';
import type { StepOf } from '../call.js';
import { respond } from '../wire/respond.js';

/** Answers the read of a board (4.3). */
export const boardDocument: StepOf =
  ({ ports, addresses }) =>
  async (call) => {
    const include = readBoardInclude(new URL(call.asked.address).searchParams.get('include'));
    if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
    const records = await ports.records.boardRecords(call.passed.board);
    return respond(call, boardAnswer(records, include.right, addresses));
  };
