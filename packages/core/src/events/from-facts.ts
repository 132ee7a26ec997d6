import { mediaTypes } from '../api/metrics.js';
import { roles } from '../api/organizations.js';
import type { Facts, ScanFact } from '../facts/catalog.js';
import { refuseErrors } from '../facts/check-facts.js';
import { eachReference } from '../facts/references.js';
import { shownName } from '../facts/shown-name.js';
import { ArgumentError, show } from '../messages.js';
import { byCodeUnits } from '../text.js';
import { type Day, dayOfInstant, type Instant } from '../time.js';
import {
  type AttachmentColumns,
  type ContentColumns,
  type ContentKind,
  contentKinds,
  type EventColumns,
  type KnownColumns,
  type MemberColumns,
  noPerson,
  type PlayColumns,
  type ScanColumns,
  type VisitColumns,
} from './columns.js';

/** The codes of everybody whom the facts of one organization mention. */
export interface People {
  /** User ids of current members, ascending; their codes are their positions. */
  readonly memberIds: readonly string[];
  readonly knownUsers: number;
  readonly count: number;
  /** `noPerson` for `null`. */
  readonly codeOfUser: (id: string | null) => number;
  readonly codeOfVisitor: (id: string | null) => number;
}

/** Gives codes: current members first, then other known users, then visitors not signed in. */
export const peopleOf = (facts: Facts): People => {
  const memberIds = facts.member
    .filter(({ leftAt }) => leftAt === null)
    .map(({ userId }) => userId)
    .sort(byCodeUnits);
  const users = new Map(memberIds.map((id, code) => [id, code]));
  const otherIds = facts.user
    .map(({ id }) => id)
    .filter((id) => !users.has(id))
    .sort(byCodeUnits);
  for (const id of otherIds) users.set(id, users.size);
  const visitors = new Map<string, number>();
  for (const { visitorId } of facts.visit) {
    if (visitorId !== null && !visitors.has(visitorId)) {
      visitors.set(visitorId, users.size + visitors.size);
    }
  }
  return {
    memberIds,
    knownUsers: users.size,
    count: users.size + visitors.size,
    codeOfUser: (id) => (id === null ? noPerson : (users.get(id) ?? noPerson)),
    codeOfVisitor: (id) => (id === null ? noPerson : (visitors.get(id) ?? noPerson)),
  };
};

/**
 * The organization that all facts belong to; `null` when none names one. Throws when there are several:
 * figures over the facts of two organizations would add up what no caller may see together.
 */
export const organizationOf = (facts: Facts): string | null => {
  let found: string | null = facts.organization[0]?.id ?? null;
  const compare = (id: string | null, kind: string, index: number): void => {
    if (found === null && id !== null) found = id;
    if (id === found) return;
    throw new ArgumentError(
      `${kind} ${index}`,
      `of ${id ?? 'no organization'}, and facts before it are of ${show(found)}`,
      'the facts of one organization, as splitByOrganization has them',
    );
  };
  for (const [index, { id }] of facts.organization.entries()) compare(id, 'organization', index);
  eachReference(facts, 'organization', compare);
  return found;
};

/** The columns of the current roster, in the order of the members' codes. */
export const membersFrom = (facts: Facts, people: People): MemberColumns => {
  const users = new Map(facts.user.map((user) => [user.id, user]));
  const current = facts.member
    .filter(({ leftAt }) => leftAt === null)
    .sort((a, b) => people.codeOfUser(a.userId) - people.codeOfUser(b.userId));
  const persons = people.memberIds.map((id) => users.get(id));
  return {
    ids: people.memberIds,
    role: Uint8Array.from(current, ({ role }) => roles.indexOf(role)),
    joined: Int32Array.from(current, ({ joinedAt }) => dayOfInstant(joinedAt)),
    signup: Int32Array.from(persons, (user) => user?.signupDate ?? 0),
    names: persons.map((user) => (user === undefined ? '' : shownName(user))),
    usernames: persons.map((user) => user?.username ?? null),
    emails: persons.map((user) => user?.email ?? null),
  };
};

const mediaCategories: readonly string[] = mediaTypes;

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

/** A set of flags as a text: each flag once, in one order. */
export const flagSetKey = ({ flags }: Pick<ScanFact, 'flags'>): string =>
  JSON.stringify([...new Set(flags)].sort(byCodeUnits));

const noFlags = flagSetKey({ flags: [] });

const mediaFrom = (facts: Facts): KnownColumns['media'] => {
  const items = facts.attachment
    .filter(({ category }) => mediaCategories.includes(category))
    .sort((a, b) => byCodeUnits(a.id, b.id));
  return {
    ids: items.map(({ id }) => id),
    titles: items.map(({ title }) => title ?? ''),
    categories: items.map(({ category }) => category),
  };
};

const invitationsFrom = (facts: Facts): Uint32Array =>
  Uint32Array.from(
    roles,
    (role) =>
      facts.invitation.filter((sent) => sent.role === role && sent.closedAt === null).length,
  );

const billingFrom = (facts: Facts): Pick<KnownColumns, 'billingTerms' | 'seatChanges'> => ({
  billingTerms: [...facts.billingTerm].sort((a, b) => a.startsOn - b.startsOn),
  seatChanges: facts.seatChange
    .map(({ on, seats }): { on: Day; seats: number } => ({ on, seats }))
    .sort((a, b) => a.on - b.on),
});

/**
 * What is known of one organization beside its events, for sources that count events by themselves and
 * have checked their facts. Of attachments and scans it needs those whose category, type, flags or title
 * no other one has.
 *
 * @param facts - of one organization; events and their references need not be among them
 * @throws ArgumentError - when they are of several organizations
 */
export const knownColumnsFrom = (facts: Facts): KnownColumns =>
  knownColumnsOf(facts, peopleOf(facts));

/** The same with the codes of its people. */
export const knownColumnsOf = (facts: Facts, people: People): KnownColumns => {
  const boards = [...facts.board].sort((a, b) => byCodeUnits(a.id, b.id));
  const flagSets = distinct([noFlags, ...facts.scan.map(flagSetKey)]);
  return {
    organizationId: organizationOf(facts),
    members: membersFrom(facts, people),
    boards: { ids: boards.map(({ id }) => id), titles: boards.map(({ title }) => title) },
    media: mediaFrom(facts),
    attachmentCategories: distinct(facts.attachment.map(({ category }) => category)),
    scannedTypes: distinct(facts.scan.map(({ itemType }) => itemType)),
    flagSets: flagSets.map((key) => JSON.parse(key) as readonly string[]),
    invitations: invitationsFrom(facts),
    ...billingFrom(facts),
  };
};

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
