import type { BoardInclude } from '../catalog/includes.js';
import type { BoardRecords } from '../model/records.js';
import type { Answer } from './answer.js';
import {
  type BoardContents,
  type BoardResource,
  boardResource,
  orderContents,
} from './records/board-resource.js';
import { commentResource } from './records/comment-resource.js';
import { postResource, shownAttachments } from './records/post-resource.js';
import type { RecordDocument, Resource } from './records/resource.js';
import { sectionResource } from './records/section-resource.js';
import type { WebAddresses } from './records/web-addresses.js';

/** A board and, when asked for, its sections, posts and comments (2.9, 4.3). */
export type BoardDocument = RecordDocument<BoardResource>;

type Render = (
  contents: BoardContents,
  records: BoardRecords,
  addresses: WebAddresses,
) => readonly Resource[];

/** In the order in which the kinds stand in `included`, whatever order was asked for. */
const renderers: Readonly<Record<BoardInclude, Render>> = {
  sections: ({ sections }) => sections.map(sectionResource),
  posts: ({ posts }, { attachments, users }, addresses) => {
    const around = { users, attachments: shownAttachments(attachments), addresses };
    return posts.map((post) => postResource(post, around));
  },
  comments: ({ comments }) => comments.map(commentResource),
};

/** Answers the read of a board (4.3). Every record is rendered once, in time linear in their number. */
export const boardAnswer = (
  records: BoardRecords,
  include: ReadonlySet<BoardInclude> | null,
  addresses: WebAddresses,
): Answer<BoardDocument> => {
  const contents = orderContents(records);
  const board = boardResource(records, contents, addresses);
  if (include === null) return { status: 200, document: { data: board } };
  const included = Object.entries(renderers).flatMap(([kind, render]) =>
    include.has(kind as BoardInclude) ? render(contents, records, addresses) : [],
  );
  return { status: 200, document: { data: board, included } };
};
