import { mediaTypes } from '../api/metrics.js';
import { roles } from '../api/organizations.js';
import type { Facts, ReactionFact, ScanFact } from '../facts/catalog.js';
import { refuseErrors } from '../facts/check-facts.js';
import { eachReference } from '../facts/references.js';
import { ArgumentError, show } from '../messages.js';
import { byCodeUnits, shownName } from '../text.js';
import { type Day, dayOfInstant } from '../time.js';
import {
  type ContentKind,
  contentKinds,
  type EventColumns,
  type KnownColumns,
  type MemberColumns,
  noPerson,
} from './columns.js';

/**
 * The organization that all facts belong to; `null` when none names one. Throws when there are several:
 * figures over the facts of two organizations would add up what no caller may see together.
 */
const organizationOf = (facts: Facts): string | null => {
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
const membersFrom = (facts: Facts): MemberColumns => {
  const users = new Map(facts.user.map((user) => [user.id, user]));
  const current = facts.member
    .filter(({ leftAt }) => leftAt === null)
    .sort((a, b) => byCodeUnits(a.userId, b.userId));
  const persons = current.map(({ userId }) => users.get(userId));
  return {
    ids: current.map(({ userId }) => userId),
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
const flagSetKey = ({ flags }: Pick<ScanFact, 'flags'>): string =>
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
export const knownColumnsFrom = (facts: Facts): KnownColumns => {
  const boards = facts.board.toSorted((a, b) => byCodeUnits(a.id, b.id));
  const flagSets = distinct([noFlags, ...facts.scan.map(flagSetKey)]);
  return {
    organizationId: organizationOf(facts),
    members: membersFrom(facts),
    boards: { ids: boards.map(({ id }) => id), titles: boards.map(({ title }) => title) },
    media: mediaFrom(facts),
    attachmentCategories: distinct(facts.attachment.map(({ category }) => category)),
    scannedTypes: distinct(facts.scan.map(({ itemType }) => itemType)),
    flagSets: flagSets.map((key) => JSON.parse(key) as readonly string[]),
    invitations: invitationsFrom(facts),
    ...billingFrom(facts),
  };
};

/** The code of an id or word; -1, which is `noPerson`, for `null` and for one that has none. */
type Codes = (text: string | null) => number;

const codesOf = (texts: readonly string[], first = 0): Codes => {
  const codes = new Map<string | null, number>(texts.map((text, at) => [text, first + at]));
  return (text) => codes.get(text) ?? noPerson;
};

/** What a row of content is made of. */
type Made = Pick<ReactionFact, 'boardId' | 'authorId' | 'createdAt'> & { readonly postId?: string };

/** Boards by their builder, and what is on them by its author. */
const contentFrom = (facts: Facts, users: Codes, boards: Codes): EventColumns['content'] => {
  const made: Readonly<Record<ContentKind, readonly Made[]>> = {
    boards: facts.board.map(({ id, builderId, createdAt }) => ({
      boardId: id,
      authorId: builderId,
      createdAt,
    })),
    posts: facts.post,
    comments: facts.comment,
    reactions: facts.reaction,
  };
  const rows = contentKinds.flatMap((kind) => made[kind]);
  const kinds = contentKinds.flatMap((kind, code) => made[kind].map(() => code));
  const postAuthors = new Map(facts.post.map(({ id, authorId }) => [id, authorId]));
  return {
    day: Int32Array.from(rows, ({ createdAt }) => dayOfInstant(createdAt)),
    kind: Uint8Array.from(kinds),
    author: Int32Array.from(rows, ({ authorId }) => users(authorId)),
    board: Int32Array.from(rows, ({ boardId }) => boards(boardId)),
    toPeer: Uint8Array.from(rows, ({ postId = '', authorId }) => {
      const peer = postAuthors.get(postId) ?? null;
      return peer !== null && peer !== authorId ? 1 : 0;
    }),
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
  const known = knownColumnsFrom(facts);
  const members = new Set(known.members.ids);
  const others = facts.user.map(({ id }) => id).filter((id) => !members.has(id));
  const knownUsers = members.size + others.length;
  const visitorIds = distinct(facts.visit.flatMap(({ visitorId }) => visitorId ?? []));
  const users = codesOf([...known.members.ids, ...others]);
  const visitors = codesOf(visitorIds, knownUsers);
  const boards = codesOf(known.boards.ids);
  const media = codesOf(known.media.ids);
  const played = facts.play.filter(({ attachmentId }) => media(attachmentId) >= 0);
  const categories = codesOf(known.attachmentCategories);
  const types = codesOf(known.scannedTypes);
  const sets = codesOf(known.flagSets.map((flags) => flagSetKey({ flags })));
  return {
    ...known,
    knownUsers,
    people: knownUsers + visitorIds.length,
    content: contentFrom(facts, users, boards),
    visits: {
      day: Int32Array.from(facts.visit, ({ at }) => dayOfInstant(at)),
      visitor: Int32Array.from(facts.visit, ({ userId, visitorId }) =>
        userId === null ? visitors(visitorId) : users(userId),
      ),
      board: Int32Array.from(facts.visit, ({ boardId }) => boards(boardId)),
      seconds: Float64Array.from(facts.visit, ({ seconds }) => seconds),
    },
    attachments: {
      day: Int32Array.from(facts.attachment, ({ createdAt }) => dayOfInstant(createdAt)),
      author: Int32Array.from(facts.attachment, ({ authorId }) => users(authorId)),
      category: Uint32Array.from(facts.attachment, ({ category }) => categories(category)),
    },
    plays: {
      day: Int32Array.from(played, ({ at }) => dayOfInstant(at)),
      media: Int32Array.from(played, ({ attachmentId }) => media(attachmentId)),
    },
    scans: {
      day: Int32Array.from(facts.scan, ({ at }) => dayOfInstant(at)),
      type: Uint32Array.from(facts.scan, ({ itemType }) => types(itemType)),
      durationMs: Float64Array.from(facts.scan, ({ durationMs }) => durationMs),
      removed: Uint8Array.from(facts.scan, ({ removedAt }) => (removedAt === null ? 0 : 1)),
      flags: Uint32Array.from(facts.scan, (scan) => sets(flagSetKey(scan))),
    },
  };
};
