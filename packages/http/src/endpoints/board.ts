import { isAccepted } from '@tallyboard/core';
import { readBoardInclude, refusalsAnswer } from '@tallyboard/core/engine';
import type { StepOf } from '../call.js';
import { boardText, onePage } from '../documents/document-text.js';
import { includeOf } from '../wire/address.js';
import { respond } from '../wire/respond.js';

/** Answers the read of a board (4.3). */
export const boardDocument: StepOf =
  ({ ports, addresses, documents }) =>
  (call) => {
    const include = readBoardInclude(includeOf(call.request));
    if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
    const { board } = call;
    // Boards without an organization count for the key alone.
    const organization = board.organizationId ?? call.sender.sha256;
    return documents.send(call, organization, async () => {
      const records = await ports.records.boardRecords(board);
      const pages = 'pages' in records ? records : onePage(records);
      const text = boardText(pages, include.right, addresses);
      return { text, isLarge: pages.isLarge, organization };
    });
  };
