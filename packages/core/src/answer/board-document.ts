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
import { type RecordDocument, type Resource, recordDocument } from './resource.js';
import type { WebAddresses } from './web-addresses.js';

/** A board and, when asked for, its sections, posts and comments (2.9, 4.3). */
export type BoardDocument = RecordDocument<BoardResource>;

type Render = (
  contents: BoardContents,
  records: BoardRecords,
  addresses: WebAddresses,
) => readonly Resource[];

const renderers: Readonly<Record<BoardInclude, Render>> = {
  sections: ({ sections }) => sections.map(sectionResource),
  posts({ posts }, { attachments, users }, addresses) {
    const around = { users, attachments: shownAttachments(attachments), addresses };
    return posts.map((post) => postResource(post, around));
  },
  comments: ({ comments }) => comments.map(commentResource),
};

/** Answers the read of a board (4.3), in time linear in the number of its records. */
export const boardAnswer = (
  records: BoardRecords,
  include: ReadonlySet<BoardInclude> | null,
  addresses: WebAddresses,
): Answer<BoardDocument> => {
  const contents = orderContents(records);
  const data = boardResource(records, contents, addresses);
  return recordDocument(data, boardIncludeRows, include, (word) =>
    renderers[word](contents, records, addresses),
  );
};
