import { isAccepted, refusalsAnswer } from '@tallyboard/core';
import { readUserInclude, type UserRecords, userParts } from '@tallyboard/core/engine';
import { Unavailable } from '@tallyboard/ports';
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
    const included = include.right;
    const boardContents = included?.has('boards') === true;
    const { userId } = call.passed.key;
    const partsOf = (records: UserRecords) => jsonPieces(userParts(records, included, addresses));
    async function* withBoards() {
      const records = await ports.records.userRecords(userId, true);
      if (records === null) throw new Unavailable('The user left while it was read.', 1);
      yield* partsOf(records);
      return undefined;
    }
    return documents.respond(call, async () => {
      const records = await ports.records.userRecords(userId, false);
      // A key whose user is gone: nothing that a client could do about it is worth a code of its own.
      if (records === null) return respond(call, notFound);
      // All links of all boards are in memory at a time: few such documents are made together.
      return boardContents ? { large: withBoards() } : partsOf(records);
    });
  };
