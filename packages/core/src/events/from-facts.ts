import { mediaTypes } from '../api/metrics.js';
import { roles } from '../api/organizations.js';
import type { FactOf, Facts } from '../facts/catalog.js';
import { refuseErrors } from '../facts/check-facts.js';
import { ArgumentError } from '../messages.js';
import { byCodeUnits, shownName } from '../text.js';
import { dayOfInstant } from '../time.js';
import {
  type ContentKind,
  contentKinds,
  type EventColumns,
  type MemberColumns,
  noPerson,
} from './columns.js';

/**
 * Throws for facts of several organizations, and for personal boards: figures over them would add up what no caller may
 * see together. Every other fact belongs to the organization of one of these, since there is no error in them.
 */
const refuseOthers = ({ organization: [first, second], board }: Facts): void => {
  const other = second ?? board.find(({ organizationId }) => organizationId !== first?.id);
  if (other === undefined) return;
  const found = second === undefined ? `with the board ${other.id}` : `with ${other.id}`;
  throw new ArgumentError(
    'facts',
    `of ${first?.id ?? 'no organization'}, ${found} of others`,
    'the facts of one organization, as splitByOrganization has them',
  );
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
const flagSetKey = ({ flags }: Pick<FactOf<'scan'>, 'flags'>): string =>
  JSON.stringify([...new Set(flags)].sort(byCodeUnits));

const noFlags = flagSetKey({ flags: [] });

const mediaFrom = (facts: Facts): EventColumns['media'] => {
  const items = facts.attachment
    .filter(({ category }) => mediaCategories.includes(category))
    .sort((a, b) => byCodeUnits(a.id, b.id));
  return {
    ids: items.map(({ id }) => id),
    titles: items.map(({ title }) => title ?? ''),
    categories: items.map(({ category }) => category),
  };
};

/** Outstanding invitations, billing terms and changes of seats of one organization. */
export const seatColumns = ({
  invitation,
  billingTerm,
  seatChange,
}: Pick<Facts, 'invitation' | 'billingTerm' | 'seatChange'>): Pick<
  EventColumns,
  'invitations' | 'billingTerms' | 'seatChanges'
> => ({
  invitations: Uint32Array.from(
    roles,
    (role) => invitation.filter((sent) => sent.role === role && sent.closedAt === null).length,
  ),
  billingTerms: billingTerm
    .map(({ startsOn, endsOn, status }) => ({ startsOn, endsOn, status }))
    .sort((a, b) => a.startsOn - b.startsOn),
  seatChanges: seatChange.map(({ on, seats }) => ({ on, seats })).sort((a, b) => a.on - b.on),
});

/** The code of an id or word; -1, which is `noPerson`, for `null` and for one that has none. */
type Codes = (text: string | null) => number;

const codesOf = (texts: readonly string[], first = 0): Codes => {
  const codes = new Map<string | null, number>(texts.map((text, at) => [text, first + at]));
  return (text) => codes.get(text) ?? noPerson;
};

/** What a row of content is made of. */
type Made = Pick<FactOf<'reaction'>, 'boardId' | 'authorId' | 'createdAt'> & {
  readonly postId?: string;
};

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
  refuseOthers(facts);
  return columnsOfSound(facts);
};

/** The columns of facts of one organization in which there is no error. */
export const columnsOfSound = (facts: Facts): EventColumns => {
  const members = membersFrom(facts);
  const memberIds = new Set(members.ids);
  const others = facts.user.map(({ id }) => id).filter((id) => !memberIds.has(id));
  const knownUsers = memberIds.size + others.length;
  const visitorIds = distinct(facts.visit.flatMap(({ visitorId }) => visitorId ?? []));
  const users = codesOf([...members.ids, ...others]);
  const visitors = codesOf(visitorIds, knownUsers);
  const boardFacts = facts.board.toSorted((a, b) => byCodeUnits(a.id, b.id));
  const boardIds = boardFacts.map(({ id }) => id);
  const boards = codesOf(boardIds);
  const mediaColumns = mediaFrom(facts);
  const media = codesOf(mediaColumns.ids);
  const played = facts.play.filter(({ attachmentId }) => media(attachmentId) >= 0);
  const attachmentCategories = distinct(facts.attachment.map(({ category }) => category));
  const categories = codesOf(attachmentCategories);
  const scannedTypes = distinct(facts.scan.map(({ itemType }) => itemType));
  const types = codesOf(scannedTypes);
  const flagKeys = distinct([noFlags, ...facts.scan.map(flagSetKey)]);
  const sets = codesOf(flagKeys);
  return {
    organizationId: facts.organization[0]?.id ?? null,
    members,
    knownUsers,
    people: knownUsers + visitorIds.length,
    boards: { ids: boardIds, titles: boardFacts.map(({ title }) => title) },
    media: mediaColumns,
    ...{ attachmentCategories, scannedTypes },
    flagSets: flagKeys.map((key) => JSON.parse(key) as readonly string[]),
    ...seatColumns(facts),
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
