import { type Facts } from '../facts/catalog.js';
import { refuseErrors } from '../facts/check-facts.js';
import { dayOfInstant, type Instant } from '../time.js';
import {
  type AttachmentColumns,
  type ContentColumns,
  type ContentKind,
  contentKinds,
  type EventColumns,
  type KnownColumns,
  type PlayColumns,
  type ScanColumns,
  type VisitColumns,
} from './columns.js';
import { flagSetKey, knownColumnsOf, type People, peopleOf } from './known-from-facts.js';

/**
 * The content of one organization: boards by their builder, and what is on them by its author.
 */
export const contentFrom = (
  facts: Facts,
  people: People,
  boardCode: (id: string) => number,
): ContentColumns => {
  const postAuthors = new Map(facts.post.map(({ id, authorId }) => [id, authorId]));
  const size =
    facts.board.length + facts.post.length + facts.comment.length + facts.reaction.length;
  const columns = {
    day: new Int32Array(size),
    kind: new Uint8Array(size),
    author: new Int32Array(size),
    board: new Int32Array(size),
    toPeer: new Uint8Array(size),
  };
  let row = 0;
  const add = (
    kind: ContentKind,
    at: Instant,
    author: string | null,
    boardId: string,
    postAuthor: string | null,
  ): void => {
    columns.day[row] = dayOfInstant(at);
    columns.kind[row] = contentKinds.indexOf(kind);
    columns.author[row] = people.codeOfUser(author);
    columns.board[row] = boardCode(boardId);
    columns.toPeer[row] = postAuthor !== null && postAuthor !== author ? 1 : 0;
    row++;
  };
  for (const { id, builderId, createdAt } of facts.board)
    add('boards', createdAt, builderId, id, null);
  for (const { boardId, authorId, createdAt } of facts.post) {
    add('posts', createdAt, authorId, boardId, null);
  }
  for (const { boardId, authorId, postId, createdAt } of facts.comment) {
    add('comments', createdAt, authorId, boardId, postAuthors.get(postId) ?? null);
  }
  for (const { boardId, authorId, postId, createdAt } of facts.reaction) {
    add('reactions', createdAt, authorId, boardId, postAuthors.get(postId) ?? null);
  }
  return columns;
};

/** The code of each word: its place in a list. */
type Codes = (word: string) => number;

const codesIn = (words: readonly string[]): Codes => {
  const codes = new Map(words.map((word, code) => [word, code]));
  return (word) => codes.get(word) ?? -1;
};

const visitsFrom = (facts: Facts, people: People, boards: Codes): VisitColumns => ({
  day: Int32Array.from(facts.visit, ({ at }) => dayOfInstant(at)),
  visitor: Int32Array.from(facts.visit, ({ userId, visitorId }) =>
    userId === null ? people.codeOfVisitor(visitorId) : people.codeOfUser(userId),
  ),
  board: Int32Array.from(facts.visit, ({ boardId }) => boards(boardId)),
  seconds: Float64Array.from(facts.visit, ({ seconds }) => seconds),
});

const attachmentsFrom = (
  facts: Facts,
  people: People,
  { attachmentCategories }: KnownColumns,
): AttachmentColumns => {
  const categories = codesIn(attachmentCategories);
  return {
    day: Int32Array.from(facts.attachment, ({ createdAt }) => dayOfInstant(createdAt)),
    author: Int32Array.from(facts.attachment, ({ authorId }) => people.codeOfUser(authorId)),
    category: Uint32Array.from(facts.attachment, ({ category }) => categories(category)),
  };
};

const playsFrom = (facts: Facts, { media }: KnownColumns): PlayColumns => {
  const codes = codesIn(media.ids);
  const played = facts.play.filter(({ attachmentId }) => codes(attachmentId) >= 0);
  return {
    day: Int32Array.from(played, ({ at }) => dayOfInstant(at)),
    media: Int32Array.from(played, ({ attachmentId }) => codes(attachmentId)),
  };
};

const scansFrom = (facts: Facts, { scannedTypes, flagSets }: KnownColumns): ScanColumns => {
  const types = codesIn(scannedTypes);
  const sets = codesIn(flagSets.map((flags) => flagSetKey({ flags })));
  return {
    day: Int32Array.from(facts.scan, ({ at }) => dayOfInstant(at)),
    type: Uint32Array.from(facts.scan, ({ itemType }) => types(itemType)),
    durationMs: Float64Array.from(facts.scan, ({ durationMs }) => durationMs),
    removed: Uint8Array.from(facts.scan, ({ removedAt }) => (removedAt === null ? 0 : 1)),
    flags: Uint32Array.from(facts.scan, (scan) => sets(flagSetKey(scan))),
  };
};

/**
 * The columns of one organization.
 *
 * @param facts - the facts of that organization alone, as `splitByOrganization` gives them
 * @throws ArgumentError - when `facts` has not a list of each kind
 * @throws ArgumentError - when they are of several organizations, or `checkFacts` finds an error in them
 *
 * @example
 * ```ts
 * columnsFrom(facts).members.role.length; // 2
 * ```
 */
export const columnsFrom = (facts: Facts): EventColumns => {
  refuseErrors(facts);
  return columnsOfSound(facts);
};

/** The columns of facts in which there is no error. */
export const columnsOfSound = (facts: Facts): EventColumns => {
  const people = peopleOf(facts);
  const known = knownColumnsOf(facts, people);
  return {
    ...known,
    knownUsers: people.knownUsers,
    people: people.count,
    content: contentFrom(facts, people, codesIn(known.boards.ids)),
    visits: visitsFrom(facts, people, codesIn(known.boards.ids)),
    attachments: attachmentsFrom(facts, people, known),
    plays: playsFrom(facts, known),
    scans: scansFrom(facts, known),
  };
};
