import { isAccepted, readUserInclude, refusalsAnswer, userParts } from '@tallyboard/core';
import type { StepOf } from '../call.js';
import { jsonPieces } from '../documents/json-pieces.js';
import { includeOf } from '../wire/include-parameter.js';
import { notFound, respond } from '../wire/respond.js';

/** Answers the read of the current user (4.4). */
export const user: StepOf =
  ({ ports, addresses, documents }) =>
  (call) => {
    const include = readUserInclude(includeOf(call.asked));
    if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
    const boardContents = include.right?.has('boards') === true;
    return documents.respond(call, async () => {
      const records = await ports.records.userRecords(call.passed.key.userId, boardContents);
      // A key whose user is gone: nothing that a client could do about it is worth a code of its own.
      return records === null
        ? respond(call, notFound)
        : jsonPieces(userParts(records, include.right, addresses));
    });
  };
