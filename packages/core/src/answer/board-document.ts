import { type BoardInclude, boardIncludeRows } from '../api/includes.js';
import type { BoardContents, BoardRecords } from '../facts/records.js';
import type { Answer } from './answer.js';
import {
  type BoardResource,
  boardResource,
  commentResource,
  orderContents,
  postResource,
  sectionResource,
  shownAttachments,
} from './board-resources.js';
import {
  includedOf,
  type RecordDocument,
  type RecordParts,
  type Resource,
  wholeDocument,
} from './resource.js';
import type { WebAddresses } from './web-addresses.js';

/** A board and, when asked for, its sections, posts and comments (2.9, 4.3). */
export type BoardDocument = RecordDocument<BoardResource>;

type Render = (
  contents: BoardContents,
  records: BoardRecords,
  addresses: WebAddresses,
) => Iterable<Resource>;

const renderers: Readonly<Record<BoardInclude, Render>> = {
  sections: ({ sections }) => sections.map(sectionResource),
  *posts({ posts }, { attachments, users }, addresses) {
    const around = { users, attachments: shownAttachments(attachments), addresses };
    for (const post of posts) yield postResource(post, around);
  },
  *comments({ comments }) {
    for (const comment of comments) yield commentResource(comment);
  },
};

/**
 * The document of a board (4.3) in parts. Every record is rendered once, in time linear in their number,
 * and included records only when they are taken.
 *
 * @example
 * ```ts
 * const { data } = boardParts(boardRecords, null, addresses);
 * data.id; // 'oceanography2026'
 * ```
 */
export const boardParts = (
  records: BoardRecords,
  include: ReadonlySet<BoardInclude> | null,
  addresses: WebAddresses,
): RecordParts<BoardResource> => {
  const contents = orderContents(records);
  return {
    data: boardResource(records, contents, addresses),
    included: includedOf(boardIncludeRows, include, (word) =>
      renderers[word](contents, records, addresses),
    ),
  };
};

/**
 * Answers the read of a board (4.3) with the whole document.
 *
 * @example
 * ```ts
 * const { status, document } = boardAnswer(boardRecords, null, addresses);
 * status; // 200
 * document.data.attributes.title; // 'Ocean week'
 * ```
 */
export const boardAnswer = (
  records: BoardRecords,
  include: ReadonlySet<BoardInclude> | null,
  addresses: WebAddresses,
): Answer<BoardDocument> => ({
  status: 200,
  document: wholeDocument(boardParts(records, include, addresses)),
});
