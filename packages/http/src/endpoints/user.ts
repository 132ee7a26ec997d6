import { isAccepted, readUserInclude, refusalsAnswer, userAnswer } from '@tallyboard/core';
import type { StepOf } from '../call.js';
import { notFound, respond } from '../wire/respond.js';

/** Answers the read of the current user (4.4). */
export const user: StepOf =
  ({ ports, addresses }) =>
  async (call) => {
    const include = readUserInclude(new URL(call.asked.address).searchParams.get('include'));
    if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
    const boardContents = include.right?.has('boards') === true;
    const records = await ports.records.userRecords(call.passed.key.userId, boardContents);
    // A key whose user is gone: nothing that a client could do about it is worth a code of its own.
    if (records === null) return respond(call, notFound);
    return respond(call, userAnswer(records, include.right, addresses));
  };
