import { refuseErrors } from '../facts/refuse-errors.js';
import { dayOfInstant } from '../model/day.js';
import type { Facts } from '../model/facts.js';
import type {
  AttachmentColumns,
  EventColumns,
  KnownColumns,
  PlayColumns,
  ScanColumns,
  VisitColumns,
} from './columns.js';
import { contentFrom } from './content-from-facts.js';
import { flagSetKey, knownColumnsOf } from './known-from-facts.js';
import { type People, peopleOf } from './people.js';

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
 * @throws TypeError - when `facts` has not a list of each kind
 * @throws IndexError - when they are of several organizations, or `checkFacts` finds an error in them
 *
 * @example
 * ```ts
 * columnsFrom(facts).members.role.length; // 2
 * ```
 */
export const columnsFrom = (facts: Facts): EventColumns => {
  refuseErrors(facts);
  const people = peopleOf(facts);
  const known = knownColumnsOf(facts, people);
  return {
    ...known,
    otherUsers: people.otherIds,
    knownUsers: people.knownUsers,
    people: people.count,
    content: contentFrom(facts, people, codesIn(known.boards.ids)),
    visits: visitsFrom(facts, people, codesIn(known.boards.ids)),
    attachments: attachmentsFrom(facts, people, known),
    plays: playsFrom(facts, known),
    scans: scansFrom(facts, known),
  };
};
