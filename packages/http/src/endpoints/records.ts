import { isAccepted } from '@tallyboard/core';
import { readBoardInclude, readUserInclude, refusalsAnswer } from '@tallyboard/core/engine';
import { Unavailable } from '@tallyboard/ports';
import { boardText, onePage, userText } from '../documents/document-text.js';
import type { Step } from '../steps.js';
import type { IncomingRequest } from '../wire/exchanged.js';
import { notFound, respond } from '../wire/respond.js';

const includeNames: readonly string[] = ['include', 'include[]'];

/**
 * The `include` of a request as one list with commas, `null` without one. Repeated parameters mean the
 * same as one list, with or without brackets: many generated clients send arrays that way.
 */
const includeOf = ({ address }: IncomingRequest): string | null => {
  const values = [...new URL(address).searchParams].flatMap(([name, value]) =>
    includeNames.includes(name) ? [value] : [],
  );
  return values.length === 0 ? null : values.join(',');
};

/** Answers the read of a board (4.3). */
export const boardDocument: Step = (call, { ports, addresses, sendDocument }) => {
  const include = readBoardInclude(includeOf(call.request));
  if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
  const { board } = call;
  // Boards without an organization count for the key alone.
  const organization = board.organizationId ?? call.sender.sha256;
  return sendDocument(call, organization, async () => {
    const records = await ports.records.boardRecords(board);
    const pages = 'pages' in records ? records : onePage(records);
    const text = boardText(pages, include.right, addresses);
    return { text, isLarge: pages.isLarge, organization };
  });
};

/** Answers the read of the current user (4.4). */
export const user: Step = (call, { ports, addresses, sendDocument }) => {
  const include = readUserInclude(includeOf(call.request));
  if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
  const included = include.right;
  const { userId, sha256 } = call.sender;
  async function* withBoards() {
    const records = await ports.records.userRecords(userId, true);
    if (records === null) throw new Unavailable('The user left while it was read.', 1);
    yield* userText(records, included, addresses);
  }
  return sendDocument(call, sha256, async () => {
    const records = await ports.records.userRecords(userId, false);
    // A key whose user is gone: nothing that a client could do about it is worth a code of its own.
    if (records == null) return respond(call, notFound);
    // All links of all boards are in memory at a time: few such documents are made together.
    const isLarge = included?.has('boards') === true;
    const organization = records.memberships[0]?.organization.id ?? sha256;
    const text = isLarge ? withBoards() : userText(records, included, addresses);
    return { text, isLarge, organization };
  });
};
