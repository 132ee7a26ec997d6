import { isAccepted, refusalsAnswer } from '@tallyboard/core';
import { boardParts, readBoardInclude } from '@tallyboard/core/engine';
import type { StepOf } from '../call.js';
import { boardPieces } from '../documents/board-pieces.js';
import { jsonPieces } from '../documents/json-pieces.js';
import { includeOf } from '../wire/include-parameter.js';
import { respond } from '../wire/respond.js';

/** Answers the read of a board (4.3). */
export const boardDocument: StepOf =
  ({ ports, addresses, documents }) =>
  (call) => {
    const include = readBoardInclude(includeOf(call.asked));
    if (!isAccepted(include)) return respond(call, refusalsAnswer(include.left));
    return documents.respond(call, async () => {
      const records = await ports.records.boardRecords(call.passed.board);
      if (!('pages' in records)) return jsonPieces(boardParts(records, include.right, addresses));
      const pieces = boardPieces(records, include.right, addresses);
      return records.isLarge ? { large: pieces } : pieces;
    });
  };
