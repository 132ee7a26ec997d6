import { isAccepted } from '@tallyboard/core';
import { readUserInclude, refusalsAnswer } from '@tallyboard/core/engine';
import { Unavailable } from '@tallyboard/ports';
import type { StepOf } from '../call.js';
import { userText } from '../documents/document-text.js';
import { includeOf } from '../wire/address.js';
import { notFound, respond } from '../wire/respond.js';

/** Answers the read of the current user (4.4). */
export const user: StepOf =
  ({ ports, addresses, documents }) =>
  (call) => {
    const include = readUserInclude(includeOf(call.request));
    if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
    const included = include.right;
    const { userId, sha256 } = call.sender;
    async function* withBoards() {
      const records = await ports.records.userRecords(userId, true);
      if (records === null) throw new Unavailable('The user left while it was read.', 1);
      yield* userText(records, included, addresses);
    }
    return documents.send(call, sha256, async () => {
      const records = await ports.records.userRecords(userId, false);
      // A key whose user is gone: nothing that a client could do about it is worth a code of its own.
      if (records === null) return respond(call, notFound);
      // All links of all boards are in memory at a time: few such documents are made together.
      const isLarge = included?.has('boards') === true;
      const organization = records.memberships[0]?.organization.id ?? sha256;
      const text = isLarge ? withBoards() : userText(records, included, addresses);
      return { text, isLarge, organization };
    });
  };
