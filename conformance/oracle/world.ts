import {
  type DateRange,
  type Day,
  dayOfInstant,
  type FactOf,
  type Facts,
  type Figure,
  type Instant,
  type UserType,
} from '@tallyboard/core/vocabulary';
import { readOnce } from '../src/model/read-once.js';

/**
 * What every figure is read from: all facts, the organization asked about, and the day it is (2.6).
 */
export interface OracleWorld {
  readonly facts: Facts;
  readonly organizationId: string;
  readonly today: Day;
}

/** One figure as it is requested: one slice, one range, no array left to take apart (2.5). */
export interface Asked {
  readonly world: OracleWorld;
  readonly range: DateRange;
  /** `['all']` when nothing was sent (2.3.1). */
  readonly userTypes: readonly UserType[];
  /** The one value of the metric's other property: status, sortBy or mediaType. */
  readonly value: string;
}

/** The meaning of one metric (2.4): from the question to its figure, for one slice. */
export type Definition = (asked: Asked) => Figure;

/** What happened on the boards of an organization, or was scanned there. */
type EventKind =
  | 'board'
  | 'post'
  | 'comment'
  | 'reaction'
  | 'visit'
  | 'attachment'
  | 'play'
  | 'scan';

/** Something with the instant at which it happened. */
type Dated = { readonly createdAt: Instant } | { readonly at: Instant };

type EventRow<K extends EventKind> = Facts[K][number] & Dated;

/** The rows that bear on one organization, picked out of the facts once. */
interface OwnRows {
  readonly users: ReadonlyMap<string, FactOf<'user'>>;
  readonly members: readonly FactOf<'member'>[];
  readonly authors: ReadonlyMap<string, string | null>;
  readonly events: { readonly [K in EventKind]: readonly EventRow<K>[] };
}

/** When it happened. */
export const instantOf = (row: Dated): Instant => ('at' in row ? row.at : row.createdAt);

const inOrder = <Row extends Dated>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => instantOf(a) - instantOf(b));

const pickOwn = ({ facts, organizationId }: OracleWorld): OwnRows => {
  const isOwn = (row: { readonly organizationId: string | null }): boolean =>
    row.organizationId === organizationId;
  const boards = facts.board.filter(isOwn);
  const boardIds = new Set(boards.map((board) => board.id));
  const isOnOwnBoard = (row: { readonly boardId: string }): boolean => boardIds.has(row.boardId);
  const posts = facts.post.filter(isOnOwnBoard);
  const authors = new Map(posts.map((post) => [post.id, post.authorId]));
  const attachments = facts.attachment.filter((attachment) => authors.has(attachment.postId));
  const attachmentIds = new Set(attachments.map((attachment) => attachment.id));
  return {
    users: new Map(facts.user.map((user) => [user.id, user])),
    members: facts.member.filter((member) => isOwn(member) && member.leftAt === null),
    authors,
    events: {
      board: inOrder(boards),
      post: inOrder(posts),
      comment: inOrder(facts.comment.filter(isOnOwnBoard)),
      reaction: inOrder(facts.reaction.filter(isOnOwnBoard)),
      visit: inOrder(facts.visit.filter(isOnOwnBoard)),
      attachment: inOrder(attachments),
      play: inOrder(facts.play.filter((play) => attachmentIds.has(play.attachmentId))),
      scan: inOrder(facts.scan.filter(isOwn)),
    },
  };
};

/** Picked out once for a world: each figure would read all facts again. */
const ownRows = readOnce(pickOwn);

/** True when an instant falls on a day of the range, both end days included (2.6.6). */
export const isWithin = (range: DateRange, instant: Instant): boolean => {
  const day = dayOfInstant(instant);
  return day >= range.from && day <= range.to;
};

/** How many rows, which are in the order of time, are of days before. */
const countBefore = (rows: readonly Dated[], day: number): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rows[middle];
    if (row !== undefined && dayOfInstant(instantOf(row)) < day) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The organization's rows of a kind, of all time: personal boards and those of others do not count (1.1). */
export const allRows = <K extends EventKind>(world: OracleWorld, kind: K): readonly EventRow<K>[] =>
  ownRows(world).events[kind];

/** Those that happened in the range, whenever an item was removed (2.6.6). */
export const rowsWithin = <K extends EventKind>(
  world: OracleWorld,
  kind: K,
  range: DateRange,
): readonly EventRow<K>[] => {
  const rows = allRows(world, kind);
  return rows.slice(countBefore(rows, range.from), countBefore(rows, range.to + 1));
};

/** Who wrote a post of the organization, if that is known. */
export const authorOfPost = (world: OracleWorld, postId: string): string | null =>
  ownRows(world).authors.get(postId) ?? null;

/** The person of an id; facts never name one that they do not have (2.8). */
export const userOf = (world: OracleWorld, userId: string): FactOf<'user'> => {
  const user = ownRows(world).users.get(userId);
  if (user === undefined) throw new RangeError(`No user ${userId} in the facts`);
  return user;
};

/** The name in roster and rankings: the display name, else the username, else nothing (2.8). */
export const nameOf = ({ displayName, username }: FactOf<'user'>): string => {
  const trimmed = (displayName ?? '').trim();
  return trimmed === '' ? (username ?? '') : trimmed;
};

/** The members who have not left, whatever date they left on (2.6.1). */
export const currentMembers = (world: OracleWorld): readonly FactOf<'member'>[] =>
  ownRows(world).members;

/** True when a list of user types asks for all members, not for single roles (2.2). */
export const asksForAll = (userTypes: readonly UserType[]): boolean => userTypes.includes('all');

/** The current members whose exact role is listed; a metric's `admin` is not an owner (2.2). */
export const membersOfSlice = (world: OracleWorld, userTypes: readonly UserType[]) =>
  currentMembers(world).filter(
    (member) => asksForAll(userTypes) || userTypes.includes(member.role),
  );

/** The user ids of the slice's members. */
export const idsOfSlice = (world: OracleWorld, userTypes: readonly UserType[]) =>
  new Set(membersOfSlice(world, userTypes).map(({ userId }) => userId));

/** How often each key occurs; rows without one count for nothing. */
export const countByKey = (keys: Iterable<string | null>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Compares numbers, or texts by their UTF-16 code units, the one order that needs no locale (4.2). */
export const ascending = <A extends number | string>(a: A, b: A): number =>
  a < b ? -1 : a > b ? 1 : 0;
